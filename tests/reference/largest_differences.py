"""Prints, as a Markdown table, how far this package is from other software on random inputs.

    python tests/reference/largest_differences.py

A value is one number: a limit, a class's value. ``conventions`` are values where one side has a number and the other
has none, each with its reason in the test file; relative differences are of values above 1e-6.
"""

import sys
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1])]

from reference.of_random import Compared, examined, stored  # noqa: E402


def files() -> dict[str, tuple[Compared, ...]]:
    """Every stored file's quantities, from the test modules beside this script."""
    found: dict[str, tuple[Compared, ...]] = {}
    for path in sorted(HERE.glob("test_random_*.py")):
        module = import_module(f"reference.{path.stem}")
        found |= module.FILES
    return found


def line(file: str, compared: Compared) -> str:
    lacking = compared.lacking()
    if lacking:
        return f"| {file} | {compared.name} | {lacking} is not computed by this version | | | | | |"
    found = examined(file, compared)
    apart = f"{found.absolute:.1e} | {found.relative:.1e}"
    wrong = len(found.problems) or ""
    return f"| {file} | {compared.name} | {found.met} | {found.neither} | {sum(found.used)} | {apart} | {wrong} |"


def main() -> None:
    print("| file | quantity | values met | undefined on both sides | conventions | absolute | relative | problems |")
    print("|---|---|---:|---:|---:|---:|---:|---:|")
    for file, quantities in files().items():
        assert stored(file)["kind"]
        for compared in quantities:
            print(line(file, compared))


if __name__ == "__main__":
    main()

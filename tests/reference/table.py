"""Prints, as a Markdown table, how many reference values are met. Run as ``python tests/reference/table.py``."""

import sys
from collections import Counter
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from reference.computed import OTHERWISE, Case, cases, computed, not_yet  # noqa: E402
from reference.of_resamples import DECLARED  # noqa: E402
from reference.same import printed, same  # noqa: E402


def verdict(case: Case, name: str, got: object) -> str:
    """``met``, ``missed``, ``undefined on purpose``, ``by a declared convention`` or ``not in this version``."""
    entry = case.expected[name]
    if name in not_yet(case):
        return "not in this version"
    if (case.id, name) in OTHERWISE:
        return "undefined on purpose"
    if (case.id, name) in DECLARED:
        return "by a declared convention"
    met = same(entry, got, relative=case.relative, absolute=case.absolute)
    return "met" if met and ("printed" not in entry or printed(entry, got) == entry["printed"]) else "missed"


def main() -> None:
    columns = ("met", "missed", "undefined on purpose", "by a declared convention", "not in this version")
    counted: dict[str, Counter[str]] = {}
    for case in cases():
        values = computed(case)
        by_kind = counted.setdefault(case.kind, Counter())
        by_kind.update(verdict(case, name, values.get(name, "not computed")) for name in case.expected)
    counted["all"] = sum(counted.values(), Counter())
    print(f"| kind | values | {' | '.join(columns)} |")
    print(f"|---{'|---:' * (len(columns) + 1)}|")
    for kind, of in counted.items():
        print(f"| {kind} | {of.total()} | {' | '.join(str(of[column]) for column in columns)} |")


if __name__ == "__main__":
    main()

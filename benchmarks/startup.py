"""How long `evalspec check --plan-only` takes on a plan of 100 lines, from a wheel installed in a fresh environment.

Beside it: a Python that only imports what every such program imports, and check-jsonschema with our own schema.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import timing
from timing import Contender

HERE = Path(__file__).resolve().parent
SCHEMA = HERE.parent / "schemas" / "plan-v1.schema.json"
PLAN = HERE / "plan_100_lines.yaml"
BARE = "from pydantic import BaseModel; import yaml, click"


def main() -> None:
    """Build, install, time, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--keep", type=Path, help="a folder for the environment, used again if it is there")
    given = parser.parse_args()
    kept = given.keep or Path(tempfile.mkdtemp(prefix="evalspec-startup-"))
    try:
        found = timing.rounds(_contenders(_installed(kept)), given.runs, _environment())
    finally:
        if given.keep is None:
            shutil.rmtree(kept, ignore_errors=True)
    print(f"{given.runs} interleaved runs; {timing.machine()}; load average {os.getloadavg()[0]:.1f}\n")
    print(
        "| contender | wall ms | min–max | CPU ms | peak MB | wall ÷ bare | CPU ÷ bare |\n|---|--:|--:|--:|--:|--:|--:|"
    )
    wall, cpu = (timing.median(found["bare imports"], w) for w in ("wall", "cpu"))
    for name, taken in found.items():
        w, c, peak = (timing.median(taken, what) for what in ("wall", "cpu", "peak"))
        print(
            f"| {name} | {w * 1e3:.0f} | {timing.spread(taken, 1e3, 0)} | {c * 1e3:.0f} | {peak:.0f} "
            f"| {w / wall:.2f} | {c / cpu:.2f} |"
        )


def _contenders(bin: Path) -> list[Contender]:
    found = [
        Contender(name="bare imports", command=[str(bin / "python"), "-c", BARE]),
        Contender(name="evalspec check", command=[str(bin / "evalspec"), "check", "--plan-only", str(PLAN)]),
    ]
    if SCHEMA.exists():
        command = [str(bin / "check-jsonschema"), "--schemafile", str(SCHEMA), str(PLAN)]
        found.append(Contender(name="check-jsonschema", command=command))
    else:
        print(f"left out: check-jsonschema, for want of {SCHEMA}", file=sys.stderr)
    return found


def _installed(folder: Path) -> Path:
    """The ``bin`` of an environment that has evalspec's wheel and check-jsonschema, byte-compiled."""
    env, wheels = folder / "env", folder / "wheels"
    if not (env / "bin" / "evalspec").exists():
        say = {"check": True, "stdout": subprocess.DEVNULL}
        subprocess.run([sys.executable, "-m", "venv", str(env)], **say)
        pip = [str(env / "bin" / "python"), "-m", "pip", "-q", "--disable-pip-version-check"]
        subprocess.run([*pip, "wheel", "--no-deps", "-w", str(wheels), str(HERE.parent)], **say)
        wheel = next(wheels.glob("evalspec*.whl"))
        subprocess.run([*pip, "install", "--compile", str(wheel), "check-jsonschema"], **say)
    return env / "bin"


def _environment() -> dict[str, str]:
    """Ours without what would point Python elsewhere or keep it from using bytecode."""
    return {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}


if __name__ == "__main__":
    main()

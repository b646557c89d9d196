"""Importing the package and judging a plan's text load no engine and no dataframe library."""

import subprocess
import sys

import pytest
from project import SPECS

HEAVY = "{'pandas', 'numpy', 'duckdb', 'scipy', 'jsonschema', 'jinja2'}"
CHECK = """
import sys
sys.argv = ['evalspec', 'check', *{options}, {plan!r}]
from evalspec.cli.main import main
try:
    main()
except SystemExit as e:
    assert e.code == {code}, e.code
"""


def loaded(code: str) -> str:
    told = f"{code}\nprint('loaded', sorted({HEAVY} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize("code", ["import sys, evalspec", "import sys, evalspec; evalspec.check; evalspec.load"])
def test_importing_the_package_loads_nothing_heavy(code):
    assert loaded(code) == "loaded []"


def test_a_check_of_the_text_alone_loads_nothing_heavy():
    plan = str(SPECS / "minimal" / "plan.yaml")
    assert loaded(CHECK.format(options=["--plan-only"], plan=plan, code=0)) == "loaded []"


def test_a_check_of_a_plan_without_tables_loads_nothing_heavy(tmp_path):
    plan = tmp_path / "plan.yaml"
    plan.write_text("evalspec: 1\nplan: {id: a, title: A, question: Q}\noutcome: {kind: binary, definition: d, reference_standard: r}\n"
                    "data: {counts: {path: c.csv, blinding: none, why: published}}\ndesign: {kind: external}\nmodels: {m: {}}\n"
                    "thresholds: {t: {source: as-published}}\nsummaries:\n  - {id: s, role: primary, metric: sensitivity, threshold: t, "
                    "interval: {method: wilson, level: 0.95}}\n")  # fmt: skip
    assert loaded(CHECK.format(options=[], plan=str(plan), code=0)) == "loaded []"

"""A first rule of a project's own, and its test: they work as they are, to be changed."""

RULE = '''"""{code}: a primary interval has another level than 0.95."""

from collections.abc import Iterator
from decimal import Decimal

from evalspec.rules import Answer, Objection, Plan, Rule, Severity


def text(plan: Plan) -> Iterator[Answer]:
    # An example, to be replaced. One Objection for each root cause, at the most exact place; nothing yielded is a pass.
    for number, summary in enumerate(plan.summaries):
        if summary.role == "primary" and summary.interval and summary.interval.level != Decimal("0.95"):
            path = ("summaries", number, "interval", "level")
            yield Objection(path=path, message=f"the interval of `{{summary.id}}` has the level {{summary.interval.level}}")


SUMMARIES = """\\
summaries:
  - {{id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled, interval: {{method: wilson, level: LEVEL}}}}
"""

RULE = Rule(
    code="{code}",
    name="{name}",
    severity=Severity.ERROR,
    summary="A primary interval has another level than 0.95.",
    why="Our reports are laid side by side; intervals of different levels can not be compared.",
    help="write level: 0.95",
    bad=(SUMMARIES.replace("LEVEL", "0.90"),),
    good=(SUMMARIES.replace("LEVEL", "0.95"),),
    text=text,
)
'''

TEST = '''"""{code} {name}: its examples."""

from pathlib import Path

from evalspec.testing import check_examples, rule_in


def test_the_examples_of_{function}():
    check_examples(rule_in(Path(__file__).parents[1] / "{function}.py"))
'''


def starter(code: str, name: str) -> dict[str, str]:
    """The texts of the rule's file and of its test, by their paths in the folder of rules."""
    function = name.replace("-", "_")
    said = {"code": code, "name": name, "function": function}
    return {f"{function}.py": RULE.format(**said), f"tests/test_{function}.py": TEST.format(**said)}

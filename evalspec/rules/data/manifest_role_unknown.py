"""DATA122: a role in the manifest is neither training nor evaluation."""

from collections.abc import Iterator

from evalspec.plan.load import near
from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, Rule
from evalspec.rules.data._said import MOST, at, named, objection, shown
from evalspec.terms import Grade, Severity

DEFAULT = {"training": "train", "tuning": "tune", "evaluation": "test"}
"""What the roles of a manifest are called unless the plan says otherwise."""


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    assert plan.data.training
    roles = DEFAULT | {str(side): token for side, token in (plan.data.training.roles or {}).items()}
    known = list(roles.values())
    column = plan.data.training.columns.of("role")
    found = blinded.ask(
        f"SELECT token, count(DISTINCT line), min(line) FROM manifest WHERE role = '' GROUP BY token ORDER BY min(line) LIMIT {MOST}"
    )
    for token, rows, line in found:
        guess = near(token, known)
        first = guess if guess.startswith("did you mean") else f"the roles are called {named(known)}"
        help = f"{first}; other names stand in data.training.roles"
        yield objection(blinded, "training", f"`{column}` holds {shown(token)}: {at(rows, line)}", line=line, help=help)
    yield Evidence(Grade.PROVED, "every role in the manifest is known")


_PLAN = (
    "data:\n  predictions: predictions.csv\n  outcomes: outcomes.csv\n"
    "  training: {path: train.csv, roles: {training: dev, evaluation: eval}}\n"
)

RULE = Rule(
    code="DATA122",
    name="manifest-role-unknown",
    severity=Severity.ERROR,
    summary="A role in the manifest is neither that of training nor that of evaluation.",
    why="A row whose side is not known could hide the very overlap that the manifest is there to rule out.",
    help="say in data.training.roles what the two sides are called",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L1.1",
    needs=("training",),
    bad=(
        Example(plan=_PLAN, files={"train.csv": "subject_id,role\nt01,dev\nt02,validation\n"}),
        Example(plan=_PLAN, files={"train.csv": "subject_id,role\nt01,dev\nt02,\n"}),
    ),
    good=(Example(plan=_PLAN, files={"train.csv": "subject_id,role\nt01,dev\ns01,eval\n"}),),
    grade=Grade.PROVED,
    files=files,
)

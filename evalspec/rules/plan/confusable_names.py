"""Two names that a reader would take for one."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Comparison, Curve, Gate
from evalspec.plan.model.design import Costs
from evalspec.plan.model.summary import Summary
from evalspec.records import Path
from evalspec.rules.base import Answer, Example, Objection, Rule
from evalspec.terms import Severity

_LOOK_ALIKE = str.maketrans(
    "авекмнорстуихѕіјһԁԍѡαβγειηκνορτυχı",
    "abekmhopctyuxsijhdgwabyeihkvoptuxi",
)
"""Small Cyrillic and Greek letters, and the Latin ones they look like."""


def skeleton(name: str) -> str:
    """What a reader sees: case, spaces, width and look-alike letters taken away."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(folded.split()).translate(_LOOK_ALIKE)


def namespaces(plan: Plan) -> dict[str, list[tuple[Path, str]]]:
    """Names that stand side by side, with their places."""
    outcome = plan.outcome
    tokens: list[tuple[Path, str | None]] = [
        (("outcome", "positive"), outcome.positive), (("outcome", "negative"), outcome.negative),
        *((("outcome", "unknown", k), t) for k, t in enumerate(outcome.unknown)),
        *((("outcome", "classes", k), t) for k, t in enumerate(outcome.classes or ())),
    ]  # fmt: skip
    by_key: Mapping[str, Mapping[str, object]] = {
        "models": plan.models, "thresholds": plan.thresholds, "populations": plan.populations,
        "costs": {} if plan.costs is None or isinstance(plan.costs, Costs) else plan.costs,
        "subgroups": plan.subgroups,
    }  # fmt: skip
    by_id: Mapping[str, Sequence[Summary | Comparison | Curve | Gate]] = {
        "summaries": plan.summaries, "comparisons": plan.comparisons, "curves": plan.curves, "gates": plan.gates
    }  # fmt: skip
    members = plan.cohorts.members if plan.cohorts else {}
    return {
        "tokens": [(path, token) for path, token in tokens if token is not None],
        "labels": [(("outcome", "labels", n), n) for n in outcome.labels or ()],
        "cohorts": [(("cohorts", "members", n), n) for n in members],
        **{section: [((section, n), n) for n in names] for section, names in by_key.items()},
        **{section: [((section, k, "id"), e.id) for k, e in enumerate(es)] for section, es in by_id.items()},
    }


def text(plan: Plan) -> Iterator[Answer]:
    for kind, names in namespaces(plan).items():
        seen: dict[str, str] = {}
        for path, name in names:
            first = seen.setdefault(skeleton(name), name)
            if first != name:
                yield Objection(path=path, message=f"{_shown(name)} and {_shown(first)} look like one of the {kind}")


def _shown(name: str) -> str:
    return f'"{name}"' if name.isascii() else ascii(name).replace("'", '"')


RULE = Rule(
    code="PLAN121",
    name="confusable-names",
    severity=Severity.ERROR,
    summary="Two names differ only by case, spaces or letters that look alike.",
    why="A reader takes them for one; a file written by hand will mix them up.",
    help="rename one of them",
    source="Unicode Technical Standard #39",
    bad=(
        "cohorts: {column: cohort, members: {A: {}, B: {}, a: {role: training}}}",
        Example(
            plan="models:\n"
            "  m1: {score: score, scale: probability, direction: higher-is-positive}\n"
            "  M1: {score: score2, scale: probability, direction: higher-is-positive}\n",
            files={
                "predictions.csv": "subject_id,cohort,score,score2\n"
                + "".join(f"s{k:02},{'A' if k < 7 else 'B'},0.{k + 10},0.{k + 20}\n" for k in range(1, 13))
            },
        ),
    ),
    good=("cohorts: {column: cohort, members: {A: {}, B: {}}}",),
    text=text,
)

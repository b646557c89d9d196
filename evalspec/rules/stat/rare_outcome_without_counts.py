"""STAT101: a rare outcome, and the number of its cases is not known or not shown."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.stat._counts import NEEDS, cohorts, positives, prevalence
from evalspec.rules.stat.accuracy_for_rare_outcome import RARE
from evalspec.terms import OutcomeKind, Severity


def text(plan: Plan) -> Iterator[Answer]:
    if plan.outcome.kind is not OutcomeKind.BINARY:
        yield NotApplicable("the outcome is not binary")
        return
    known = {name: (c, p) for name, c in cohorts(plan).items() if (p := prevalence(c)) is not None}
    if not known:
        yield Undecided(NEEDS)
        return
    rare = {name: c for name, (c, p) in known.items() if p < RARE}
    if not rare:
        yield NotApplicable("no cohort is planned with a rare outcome")
    smallest = plan.disclosure.minimum_cell if plan.disclosure else 0
    hidden = []
    for name, cohort in rare.items():
        number = positives(cohort)
        if number is None:
            message = f"the outcome is rare in cohort `{name}` ({known[name][1]}), and how many positives are planned is not said"
            yield Objection(path=("cohorts", "members", name, "planned"), message=message)
        elif number < smallest:
            hidden.append(f"`{name}` ({number})")
    if hidden:
        message = (
            f"cells below {smallest} are not shown: the rare outcome's positives stay hidden in {', '.join(hidden)}"
        )
        help = "lower `minimum_cell`, or report these cohorts pooled"
        yield Objection(path=("disclosure", "minimum_cell"), message=message, help=help)


def _plan(planned: str, more: str = "") -> str:
    return f"cohorts: {{column: cohort, members: {{A: {{planned: {planned}}}, B: {{}}}}}}\n{more}"


RULE = Rule(
    code="STAT101",
    name="rare-outcome-without-counts",
    severity=Severity.WARNING,
    summary="Of a rare outcome, the number of positives is not planned, or would not be shown.",
    why=(
        "A sensitivity of 0.75 may be 3 of 4 or 300 of 400. With a rare outcome (below 1 in 10) even a large cohort can "
        "hold few cases. A warning: the number itself stays right, what it is worth can't be judged."
    ),
    help="say the planned units and positives of the cohort",
    source="Bossuyt et al. 2015, STARD, BMJ 351:h5527",
    bad=(
        _plan("{prevalence: 0.02}"),
        _plan("{units: 200, positives: 4}", "disclosure: {minimum_cell: 5}"),
    ),
    good=(
        _plan("{units: 6, prevalence: 0.02}"),
        _plan("{prevalence: 0.3}"),
        _plan("{units: 200, positives: 8}", "disclosure: {minimum_cell: 5}"),
    ),
    text=text,
)

"""PLAN146: a threshold's value, and a rule that says another."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.plan.threshold_outside_scale import written
from evalspec.terms import Grade, Severity


def ruled(plan: Plan) -> dict[str, float]:
    """The thresholds whose rule is a fixed value."""
    return {
        name: threshold.rule.value
        for name, threshold in plan.thresholds.items()
        if threshold.rule is not None and threshold.rule.value is not None
    }


def text(plan: Plan) -> Iterator[Answer]:
    if not ruled(plan):
        yield NotApplicable("no threshold has a rule of the kind {value: …}")
    for name, due in ruled(plan).items():
        for path, value, of in written(plan.thresholds[name]):
            if path[0] == "value" and value != due:
                whose = f" for {of}" if of else ""
                message = f"{name} is {value:.15g}{whose}, and its rule says {due:.15g}"
                yield Objection(path=("thresholds", name, *path), message=message)


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    for name, due in ruled(plan).items():
        values = plan.thresholds[name].values
        if values is None:
            continue
        if f"thresholds.{name}" not in blinded.tables:
            yield Undecided(f"thresholds.{name}.values, which could not be read or is not there yet")
            continue
        other = [r for r in blinded.thresholds if r.threshold == name and r.line is not None and r.value != due]
        if other:
            more = f", and {len(other) - 1} more" if len(other) > 1 else ""
            message = f"{name} is {other[0].value:.15g} for {other[0].model}{more}, and its rule says {due:.15g}"
            path = ("thresholds", name, "values")
            yield Objection(path=path, file=values.path, line=other[0].line, message=message)
        else:
            yield Evidence(Grade.PROVED, f"every value of {name} is the one that its rule says")


def main(value: str, rule: str) -> str:
    """An example's threshold with this value, and a rule that says one."""
    return (
        "thresholds:\n"
        f"  main: {{source: prespecified, {value}, rule: {{value: {rule}}}, positive_when: score >= threshold, why: label}}\n"
    )


CUT = "model,value\nm1,0.5\n"

RULE = Rule(
    code="PLAN146",
    name="threshold-value-contradicts-rule",
    severity=Severity.ERROR,
    summary="A threshold's value is another number than its rule says.",
    why="Which of the two made the calls can't be told, and the report would show the rule beside numbers of the value.",
    help="remove `rule`, or write the value that it says",
    bad=(
        main("value: 0.4", "0.5"),
        main("value: {m1: 0.4}", "0.5"),
        Example(plan=main("values: cut.csv", "0.4"), files={"cut.csv": CUT}),
    ),
    good=(
        main("value: 0.5", "0.50"),
        Example(plan=main("values: cut.csv", "0.5"), files={"cut.csv": CUT}),
    ),
    text=text,
    files=files,
)

"""How many positives and negatives the plan expects, and at which prevalence."""

from decimal import Decimal

from evalspec.plan.model import Plan
from evalspec.plan.model.study import Cohort
from evalspec.rules.plan._axes import evaluated

NEEDS = "cohorts.members.*.planned: units with positives or a prevalence"


def cohorts(plan: Plan) -> dict[str, Cohort]:
    """The evaluated cohorts."""
    members = plan.cohorts.members if plan.cohorts else {}
    return {name: members[name] for name in evaluated(plan)}


def units(cohort: Cohort) -> int | None:
    """What must be so comes before what is hoped for."""
    if cohort.expected:
        return cohort.expected.units
    return cohort.planned.units if cohort.planned else None


def prevalence(cohort: Cohort) -> Decimal | None:
    planned = cohort.planned
    if planned is None or planned.prevalence is not None:
        return planned.prevalence if planned else None
    number = planned.units or units(cohort)
    return Decimal(planned.positives) / number if planned.positives is not None and number else None


def positives(cohort: Cohort) -> int | None:
    if cohort.planned and cohort.planned.positives is not None:
        return cohort.planned.positives
    number, share = units(cohort), prevalence(cohort)
    return None if number is None or share is None else int(number * share)


def most_positives(cohort: Cohort) -> int | None:
    """The planned positives, or else the units: there can't be more."""
    known = positives(cohort)
    return units(cohort) if known is None else known


def most_negatives(cohort: Cohort) -> int | None:
    """The units less the planned positives, or else the units: there can't be more."""
    number = units(cohort)
    return None if number is None else number - (positives(cohort) or 0)


def counted(number: int, what: str = "positive") -> str:
    """``1 positive``, ``4 positives``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"

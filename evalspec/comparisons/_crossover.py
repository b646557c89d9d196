"""The prevalence at which two models cost the same, on one side of which the first costs less, on the other the second.

Drummond & Holte 2006, Mach Learn 65:95.
"""

from fractions import Fraction

from evalspec.records import Costs, Counts, Real, Undefined

ALIKE = "both cost the same at every prevalence"


def crossover(first: Counts, second: Counts, *, costs: Costs) -> Real | Undefined:
    """Above 0 and below 1, exact; undefined, with the reason, where neither model gives way to the other.

    Costs a case: prevalence x (1 - sensitivity) x C_FN + (1 - prevalence) x (1 - specificity) x C_FP.
    """
    ends = _ends(first, second, costs)
    if isinstance(ends, Undefined):
        return ends
    at_0, at_1 = ends
    if at_0 * at_1 < 0:
        return Real(at_0 / (at_0 - at_1))
    if at_0 == at_1 == 0:
        return Undefined(ALIKE)
    model = "first" if at_0 + at_1 < 0 else "second"
    where = "" if at_0 and at_1 else " above 0" if at_1 else " below 1"
    return Undefined(f"the {model} model costs less at every prevalence{where}")


def crossover_formula(first: Counts, second: Counts, *, costs: Costs) -> Real | Undefined:
    """C_FP dFPR / (C_FP dFPR + C_FN dTPR), exact: the crossover only where it lies between 0 and 1."""
    ends = _ends(first, second, costs)
    if isinstance(ends, Undefined):
        return ends
    at_0, at_1 = ends
    return Real(at_0 / (at_0 - at_1)) if at_0 != at_1 else Undefined("C_FP dFPR + C_FN dTPR = 0")


def _ends(first: Counts, second: Counts, costs: Costs) -> tuple[Fraction, Fraction] | Undefined:
    """Cost of the first minus the second at prevalence 0, C_FP dFPR, and at prevalence 1, -C_FN dTPR."""
    zero = [
        f"{name} of the {model} model = 0"
        for model, counts in (("first", first), ("second", second))
        for name, n in (
            ("actual positives (TP + FN)", counts.positives),
            ("actual negatives (TN + FP)", counts.negatives),
        )
        if n == 0
    ]
    if zero:
        return Undefined(" and ".join(zero))
    alarms = Fraction(first.fp, first.negatives) - Fraction(second.fp, second.negatives)
    missed = Fraction(first.fn, first.positives) - Fraction(second.fn, second.positives)
    return costs.false_positive * alarms, costs.false_negative * missed

"""What the examples of several rules share."""

from evalspec.rules.base import Example

_HEADER = "subject_id,cohort,score,other,patient,fold,round,call,group\n"
_ROWS = "".join(
    f"s{n:02},{'A' if n < 7 else 'B'},0.{n:02},0.{2 * n:02},p{n % 5},{'fx' if n % 2 else 'fy'},first,"
    f"{n % 2},{'F' if n % 3 else 'M'}\n"
    for n in range(1, 13)
)
FILES = {"predictions.csv": _HEADER + _ROWS}

WILSON = ", interval: {method: wilson, level: 0.95}"
CLUSTER = "units: {id: subject_id, id_scope: study, cluster: patient}\n"
MULTILABEL = (
    'outcome: {kind: multilabel, positive: "1", negative: "0", definition: complications, reference_standard: records,\n'
    "  labels: {early: {column: early, definition: born early}, small: {column: small, definition: born small}}}\n"
    "models: {m1: {scores: {early: score, small: other}, scale: probability, direction: higher-is-positive}}\n"
)
MULTICLASS = (
    'outcome: {kind: multiclass, column: outcome, classes: ["0", "1", "2"], definition: grade, reference_standard: records}\n'
    "models: {m1: {calls: call}}\nthresholds:\n"
)
TWO_MODELS = (
    "models:\n"
    "  m1: {score: score, scale: probability, direction: higher-is-positive}\n"
    "  m2: {score: other, scale: probability, direction: higher-is-positive}\n"
)


def with_columns(plan: str) -> Example:
    """A plan whose predictions also have a second score, calls, a cluster, a fold, a repeat, a subgroup column."""
    return Example(plan=plan, files=FILES)


def summary(metric: str = "sensitivity", more: str = "", *, role: str = "primary", cohorts: str = "pooled") -> str:
    """One summary at the minimal plan's threshold."""
    return f"summaries: [{{id: s, role: {role}, metric: {metric}, threshold: main, cohorts: {cohorts}{more}}}]\n"


def ranking(metric: str = "auroc", more: str = "", *, cohorts: str = "each") -> str:
    """One summary of scores."""
    return f"thresholds:\nsummaries: [{{id: s, role: primary, metric: {metric}, cohorts: {cohorts}{more}}}]\n"


def compared(more: str, *, cohorts: str = "pooled", role: str = "secondary", of: str = "primary") -> Example:
    """Two models, one summary of one of each, and their comparison."""
    one = f"summaries: [{{id: s, role: {of}, metric: sensitivity, threshold: main, cohorts: {cohorts}}}]\n"
    main = "" if "primary" in (of, role) else _CLAIM
    both = "multiplicity: {method: all-required, why: both must hold}\n" if role == of else ""
    said = f"comparisons: [{{id: c, role: {role}, summary: s, models: [m1, m2], {more}}}]\n"
    return with_columns(TWO_MODELS + one.replace("}]\n", "}" + main + "]\n") + both + said)


_CLAIM = ", {id: claim, role: primary, metric: specificity, threshold: main, cohorts: pooled, models: [m1]}"

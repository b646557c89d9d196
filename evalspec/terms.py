"""The field's own words, as closed vocabularies. Imports nothing of ours."""

from enum import StrEnum


class Severity(StrEnum):
    """``error`` blocks the seal; ``warning`` is shown and sealed with the plan; ``note`` only informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Grade(StrEnum):
    """How a rule came to pass: seen in the files, agreeing with a digest-bound manifest, or said by the plan."""

    PROVED = "proved"
    MATCHED = "matched"
    ATTESTED = "attested"


class Status(StrEnum):
    """What a rule made of a plan; ``crashed`` is an internal error and never counts as a pass."""

    PASSED = "passed"
    OBJECTED = "objected"
    NOT_APPLICABLE = "not applicable"
    UNDECIDED = "undecided"
    CRASHED = "crashed"


class Leakage(StrEnum):
    """The types of leakage: those of Kapoor & Narayanan 2023 by their numbers, and two that they count under others."""

    NO_TEST_SET = "L1.1 no separate test set"
    PREPROCESSING = "L1.2 pre-processing on training and test data together"
    SELECTION = "L1.3 features or models selected on training and test data together"
    DUPLICATES = "L1.4 duplicates across the split"
    FEATURES = "L2 features that are not legitimate"
    TEMPORAL = "L3.1 temporal leakage"
    DEPENDENCE = "L3.2 training and test samples that are not independent"
    SAMPLING = "L3.3 sampling bias in the test data"
    THRESHOLD = "T threshold chosen on the data that judge it"
    BLINDING = "B outcomes seen, or the order of acts"


class OutcomeKind(StrEnum):
    """How many classes or labels an outcome has."""

    BINARY = "binary"
    MULTICLASS = "multiclass"
    MULTILABEL = "multilabel"


class DesignKind(StrEnum):
    """How the evaluation units relate to the training units."""

    EXTERNAL = "external"
    LEAVE_ONE_COHORT_OUT = "leave-one-cohort-out"
    CROSS_VALIDATION = "cross-validation"
    SPLIT = "split"
    TEMPORAL = "temporal"
    RESUBSTITUTION = "resubstitution"


class LearnsFrom(StrEnum):
    """The data that a step learns from."""

    TRAINING = "training"
    INNER_VALIDATION = "inner-validation"
    OUTSIDE_DATA = "outside-data"
    NOTHING = "nothing"
    ALL_COHORTS = "all-cohorts"
    EVALUATION = "evaluation"


class ThresholdSource(StrEnum):
    """Where a threshold's value comes from."""

    PRESPECIFIED = "prespecified"
    TRAINING = "training"
    INNER_VALIDATION = "inner-validation"
    CALIBRATION_COHORT = "calibration-cohort"
    COST = "cost"
    EVALUATION = "evaluation"
    AS_PUBLISHED = "as-published"


class PositiveWhen(StrEnum):
    """Which side of a threshold is called positive."""

    AT_LEAST = "score >= threshold"
    MORE_THAN = "score > threshold"
    AT_MOST = "score <= threshold"
    LESS_THAN = "score < threshold"


class Direction(StrEnum):
    """Which end of a score is the positive one."""

    HIGHER = "higher-is-positive"
    LOWER = "lower-is-positive"


class Scale(StrEnum):
    """What a score is said to be; nothing is transformed."""

    PROBABILITY = "probability"
    SCORE = "score"
    LOGIT = "logit"


class Role(StrEnum):
    """What a declared number is for."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    EXPLORATORY = "exploratory"


class CohortRole(StrEnum):
    """What a cohort is for."""

    EVALUATION = "evaluation"
    TRAINING = "training"
    CALIBRATION = "calibration"


class Layout(StrEnum):
    """One row a unit, or one row a unit and model."""

    WIDE = "wide"
    LONG = "long"


class Arrives(StrEnum):
    """Whether a file is there when the plan is sealed."""

    BEFORE_SEAL = "before-seal"
    AFTER_SEAL = "after-seal"


class Held(StrEnum):
    """Whether rows lie in one place or stay at their sites."""

    TOGETHER = "together"
    BY_COHORT = "by-cohort"


class Target(StrEnum):
    """Whom a value across cohorts is about."""

    THESE_COHORTS = "these-cohorts"
    NEW_COHORT = "new-cohort"


class Scope(StrEnum):
    """Where an id means one unit."""

    STUDY = "study"
    COHORT = "cohort"


class SamplingKind(StrEnum):
    """How the evaluation units came to be here."""

    CONSECUTIVE = "consecutive"
    RANDOM = "random"
    CASE_CONTROL = "case-control"
    ENRICHED = "enriched"
    RESAMPLED = "resampled"


class Sides(StrEnum):
    """Where 1 - level goes: half on each side, or all of it beyond the lower or the upper limit."""

    TWO = "two"
    LOWER = "lower"
    UPPER = "upper"


class Bound(StrEnum):
    """What a requirement judges."""

    ESTIMATE = "estimate"
    LOWER = "lower"
    UPPER = "upper"


class Better(StrEnum):
    """Which end of a metric is the good one; neither for a description such as prevalence."""

    HIGHER = "higher"
    LOWER = "lower"
    NEITHER = "neither"


class Denominator(StrEnum):
    """What a ratio of counts is a share of. Fixed by the design (positives, negatives, units) or by the calls."""

    POSITIVES = "actual positives"
    NEGATIVES = "actual negatives"
    UNITS = "units"
    CALLS = "calls"
    MIXED = "mixed"


class Quantity(StrEnum):
    """What an interval is an interval of."""

    RATIO = "a ratio of counts, each or pooled"
    CLUSTERED_RATIO = "a ratio of counts over clusters, each or pooled"
    AUROC = "an AUROC, each or pooled"
    CLUSTERED_AUROC = "an AUROC over clusters, each or pooled"
    AVERAGE_PRECISION = "an average precision, each or pooled"
    PARTIAL_AUROC = "a partial AUROC, each or pooled"
    TABLE = "a function of one table of counts, or of rates at a population"
    POSITIVE = "a likelihood ratio or a diagnostic odds ratio"
    LOSS = "a mean over units, such as the Brier score"
    CALIBRATION = "a calibration intercept or slope"
    ECE = "an expected calibration error"
    COMBINED = "a mean over members with fixed weights"
    NEW_COHORT = "a mean over cohorts, for a cohort that is not among them"
    INVERSE_VARIANCE = "an inverse-variance mean over cohorts"
    RANDOM_EFFECTS = "a random-effects mean over cohorts"
    PAIRED = "a paired difference of two ratios, each or pooled"
    PAIRED_AUROC = "a paired difference of two AUROCs, each or pooled"
    PAIRED_COMBINED = "a paired difference of two means over members"
    UNPAIRED = "a difference of two ratios of other units"


class Takes(StrEnum):
    """Which part of the tally a metric is a function of."""

    COUNTS = "decision cells"
    CUT_GROUPS = "score groups, cut at the scores of positives"
    GROUPS = "score groups, all of them"
    LABEL_SETS = "units by their label sets"
    RANKS = "units by the rank of their class"
    NOTHING = "the plan's declarations alone"


class Drawn(StrEnum):
    """How the points of a curve are joined; a step keeps the height of the point at its right."""

    LINES = "straight lines"
    STEPS = "steps"
    POINTS = "points alone"


class Verdict(StrEnum):
    """What became of a requirement or a gate."""

    MET = "met"
    NOT_MET = "not met"
    UNDECIDED = "undecided"
    NOT_TESTED = "not tested"


class Event(StrEnum):
    """What the ledger records. ``approved``, ``amended`` and ``verified`` keep their place."""

    SEALED = "sealed"
    BOUND = "bound"
    APPROVED = "approved"
    AMENDED = "amended"
    OPENED = "opened"
    OPEN_FAILED = "open-failed"
    STOPPED = "stopped"
    RAN = "ran"
    VERIFIED = "verified"

"""What each closed word of a plan means: the sentence that an editor shows beside it."""

from collections.abc import Mapping
from enum import StrEnum

from evalspec.terms import (
    Arrives,
    Bound,
    CohortRole,
    DesignKind,
    Direction,
    Held,
    Layout,
    LearnsFrom,
    OutcomeKind,
    PositiveWhen,
    Role,
    SamplingKind,
    Scale,
    Scope,
    Sides,
    Target,
    ThresholdSource,
)

MEANINGS: Mapping[type[StrEnum], Mapping[str, str]] = {
    OutcomeKind: {
        OutcomeKind.BINARY: "Two classes, one of them the positive one.",
        OutcomeKind.MULTICLASS: "One of several classes a unit.",
        OutcomeKind.MULTILABEL: "Any number of labels a unit.",
    },
    DesignKind: {
        DesignKind.EXTERNAL: "The models were final before any of these units was seen.",
        DesignKind.LEAVE_ONE_COHORT_OUT: "Each cohort is judged by models fitted on the others.",
        DesignKind.CROSS_VALIDATION: "Each fold is judged by models fitted on the other folds.",
        DesignKind.SPLIT: "One part of the units trained the models, another judges them.",
        DesignKind.TEMPORAL: "The models were fitted on earlier units and are judged on later ones.",
        DesignKind.RESUBSTITUTION: "Judged on the units it was fitted on: an error, kept as a word so that it can be said why.",
    },
    LearnsFrom: {
        LearnsFrom.TRAINING: "The training data of its fold.",
        LearnsFrom.INNER_VALIDATION: "Data held back inside the training data.",
        LearnsFrom.OUTSIDE_DATA: "Data from elsewhere.",
        LearnsFrom.NOTHING: "No data: a fixed operation.",
        LearnsFrom.ALL_COHORTS: "Every cohort, the one it is judged on among them: an error.",
        LearnsFrom.EVALUATION: "The data it is judged on: an error.",
    },
    ThresholdSource: {
        ThresholdSource.PRESPECIFIED: "Stated in advance, such as on the manufacturer's label.",
        ThresholdSource.TRAINING: "Chosen on the training data.",
        ThresholdSource.INNER_VALIDATION: "Chosen on data held back inside the training data.",
        ThresholdSource.CALIBRATION_COHORT: "Chosen on a cohort that is not evaluated.",
        ThresholdSource.COST: "Follows from the declared costs.",
        ThresholdSource.EVALUATION: "Chosen on the outcomes it is judged by: an error.",
        ThresholdSource.AS_PUBLISHED: "For published counts: the one they were made at.",
    },
    PositiveWhen: {
        PositiveWhen.AT_LEAST: "High scores are positive; a score equal to the threshold is.",
        PositiveWhen.MORE_THAN: "High scores are positive; a score equal to the threshold is not.",
        PositiveWhen.AT_MOST: "Low scores are positive; a score equal to the threshold is.",
        PositiveWhen.LESS_THAN: "Low scores are positive; a score equal to the threshold is not.",
    },
    Direction: {
        Direction.HIGHER: "The higher the score, the likelier the positive class.",
        Direction.LOWER: "The lower the score, the likelier the positive class.",
    },
    Scale: {
        Scale.PROBABILITY: "A probability of the positive class, from 0 to 1.",
        Scale.SCORE: "A number whose order alone means something.",
        Scale.LOGIT: "The logit of a probability.",
    },
    Role: {
        Role.PRIMARY: "The claim of the evaluation.",
        Role.SECONDARY: "Declared beside the claim.",
        Role.EXPLORATORY: "Shown for ideas; no claim rests on it.",
    },
    CohortRole: {
        CohortRole.EVALUATION: "It is evaluated.",
        CohortRole.TRAINING: "It gave training data, and is not evaluated.",
        CohortRole.CALIBRATION: "It gave a threshold or a calibration, and is not evaluated.",
    },
    Layout: {
        Layout.WIDE: "One row a unit, a column of scores a model.",
        Layout.LONG: "One row a unit and model.",
    },
    Arrives: {
        Arrives.BEFORE_SEAL: "It is there when the plan is sealed, and its digest is in the seal.",
        Arrives.AFTER_SEAL: "It comes later; `evalspec bind` records it before any outcome is opened.",
    },
    Held: {
        Held.TOGETHER: "All rows lie in one place.",
        Held.BY_COHORT: "Rows stay at their sites.",
    },
    Target: {
        Target.THESE_COHORTS: "A value across cohorts is about these cohorts.",
        Target.NEW_COHORT: "A value across cohorts is about a cohort that is not among these.",
    },
    Scope: {
        Scope.STUDY: "An id means one unit in the whole study.",
        Scope.COHORT: "An id means one unit in its cohort; another cohort may use it again.",
    },
    SamplingKind: {
        SamplingKind.CONSECUTIVE: "Every eligible unit, in order.",
        SamplingKind.RANDOM: "A random sample of the eligible units.",
        SamplingKind.CASE_CONTROL: "Positives and negatives were drawn apart: their mix is altered.",
        SamplingKind.ENRICHED: "More of some units than there are where it will be used: the mix is altered.",
        SamplingKind.RESAMPLED: "Units were repeated or left out after collection: the mix is altered.",
    },
    Sides: {
        Sides.TWO: "Half of 1 - level on each side.",
        Sides.LOWER: "All of 1 - level below the lower limit; the upper limit is open.",
        Sides.UPPER: "All of 1 - level above the upper limit; the lower limit is open.",
    },
    Bound: {
        Bound.ESTIMATE: "The estimate itself.",
        Bound.LOWER: "The lower limit of its interval.",
        Bound.UPPER: "The upper limit of its interval.",
    },
}

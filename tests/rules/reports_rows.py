"""What people reported of other tools' handling of rows and cohorts: what was given, and what is right here.

``plan`` and ``files`` change the minimal plan; ``right`` is each finding due, as (rule, file, line).
"""

from dataclasses import dataclass

from evalspec.rules.base import Example

Due = tuple[str, str, int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    id: str
    source: str
    problem: str
    given: Example
    right: tuple[Due, ...]


_NO_COHORTS = "cohorts:\nsummaries:\n  - {id: found, role: primary, metric: sensitivity, threshold: main, interval: {method: wilson, level: 0.95}}\n"
_WITH_UNITS = "data: {predictions: predictions.csv, outcomes: outcomes.csv, units: units.csv}\n"
_OF_TWO_MODELS = (
    "data: {predictions: {path: predictions.csv, layout: long}, outcomes: outcomes.csv}\n"
    "models: {m: {score: score, scale: probability, direction: higher-is-positive}}\n"
)

REPORTS = (
    Report(
        id="ids-leading-zeros",
        source="https://github.com/cwatson/brainGraph/issues/13",
        problem="ids that look like numbers lose leading zeros, and rows match the wrong subject",
        given=Example(plan=_NO_COHORTS, files={"predictions.csv": "subject_id,score\n0506,0.9\n506,0.2\n007,0.4\n"}),
        right=(("near-miss-ids", "predictions.csv", 3),),  # a warning: they stay three subjects
    ),
    Report(
        id="ids-empty-and-dropped",
        source="https://github.com/Gilead-BioStats/clindata/issues/24",
        problem="rows with empty ids and ids unknown to the master list were dropped during a merge",
        given=Example(
            plan=_WITH_UNITS,
            files={
                "predictions.csv": "subject_id,cohort,score\ns1,A,0.9\n,A,0.4\ns9,A,0.7\ns7,B,0.7\n",
                "units.csv": "subject_id,cohort\ns1,A\ns2,A\ns7,B\n",
            },
        ),
        right=(
            ("empty-id", "predictions.csv", 3),
            ("prediction-without-unit", "predictions.csv", 4),
            ("unit-without-prediction", "units.csv", 3),
        ),
    ),
    Report(
        id="rows-missing-score",
        source="https://github.com/tidymodels/yardstick/issues/40",
        problem="missing predictions are removed by default, so a model that fails on hard cases looks better",
        given=Example(plan=_NO_COHORTS, files={"predictions.csv": "subject_id,score\ns1,0.9\ns2,\ns3,\ns4,0.1\n"}),
        right=(("score-not-finite", "predictions.csv", 3),),
    ),
    Report(
        id="rows-missing-predictions-message",
        source="https://github.com/DIAGNijmegen/rse-grand-challenge-metrics/issues/295",
        problem="the submission lacked some cases; the error was a raw table dump",
        given=Example(
            plan=_WITH_UNITS,
            files={
                "predictions.csv": "subject_id,cohort,score\na,A,0.9\nb,B,0.4\n",
                "units.csv": "subject_id,cohort\na,A\nb,B\nc,A\nd,B\n",
            },
        ),
        right=(("unit-without-prediction", "units.csv", 4),),
    ),
    Report(
        id="rows-shuffled",
        source="https://github.com/danielegrattarola/spektral/issues/440",
        problem="predictions come out in shuffled order and are lined up with labels by position",
        given=Example(plan=_NO_COHORTS, files={"predictions.csv": "score\n0.9\n0.1\n0.8\n"}),
        right=(("column-missing", "predictions.csv", None),),  # a file without ids is refused
    ),
    Report(
        id="rows-duplicates-inflate",
        source="https://github.com/Este1le/hpo_nmt/issues/1",
        problem="repeating one good point in the submission raised the score to the maximum",
        given=Example(
            plan=_OF_TWO_MODELS,
            files={"predictions.csv": "subject_id,cohort,model,score\ns1,A,m,0.9\ns1,A,m,0.9\ns2,B,m,0.1\n"},
        ),
        right=(("duplicate-prediction", "predictions.csv", 3),),
    ),
    Report(
        id="cohort-missing-value",
        source="https://github.com/fairlearn/fairlearn/issues/1155",
        problem="a missing group label silently became a group called nan",
        given=Example(
            plan="cohorts: {column: cohort, members: [A, NA, None]}",
            files={"predictions.csv": "subject_id,cohort,score\ns1,A,0.9\ns2,NA,0.2\ns3,,0.4\ns4,None,0.1\n"},
        ),
        right=(("cohort-not-in-plan", "predictions.csv", 4),),
    ),
    Report(
        id="ids-padding-mismatch",
        source="https://github.com/bids-standard/legacy-validator/issues/1674",
        problem="the participant table says 1, the folders say 01; the validator passed the data set",
        given=Example(
            plan=_WITH_UNITS,
            files={
                "predictions.csv": "subject_id,cohort,score\nsub-01,A,0.9\nsub-02,A,0.2\nsub-10,B,0.7\n",
                "units.csv": "subject_id,cohort\nsub-1,A\nsub-2,A\nsub-10,B\n",
            },
        ),
        right=(("near-miss-ids", "predictions.csv", 2),),  # the root cause, once
    ),
    Report(
        id="cohort-id-scope",
        source="survival::rotterdam and survival::gbsg number their patients from 1",
        problem="a naive overlap check calls almost the whole test cohort leaked",
        given=Example(
            plan="units: {id: subject_id, id_scope: study}",
            files={"predictions.csv": "subject_id,cohort,score\n17,A,0.8\n18,A,0.2\n17,B,0.7\n18,B,0.3\n"},
        ),
        right=(("unit-in-two-cohorts", "predictions.csv", 4),),
    ),
    Report(
        id="cohort-id-scope-declared",
        source="survival::rotterdam and survival::gbsg number their patients from 1",
        problem="only inside a cohort: pass, the key is cohort and id",
        given=Example(
            plan="units: {id: subject_id, id_scope: cohort}",
            files={"predictions.csv": "subject_id,cohort,score\n17,A,0.8\n18,A,0.2\n17,B,0.7\n18,B,0.3\n"},
        ),
        right=(),
    ),
    Report(
        id="validator-all-findings-first-time",
        source="https://github.com/unionai-oss/pandera/issues/484",
        problem="fixing what was reported and running again shows new errors, ten to fifteen times",
        given=Example(
            files={"predictions.csv": "subject_id,cohort,score\ns1,A,high\ns1,A,0.3\n,B,1.7\ns4,Z,0.2\n"},
        ),
        right=(
            ("score-not-finite", "predictions.csv", 2),
            ("duplicate-prediction", "predictions.csv", 3),
            ("empty-id", "predictions.csv", 4),
            ("score-outside-scale", "predictions.csv", 4),
            ("cohort-not-in-plan", "predictions.csv", 5),
        ),
    ),
)

"""data: which files, and how their columns are called."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, Tag

from evalspec.plan.model.base import Label, Lax, Part, Positive, Text, each_key, either, says
from evalspec.terms import Arrives, Held, Layout


class Columns(Part):
    """How the columns that the plan language knows are called in this file."""

    unit: Label | None = says("The unit's column; else `units.id`.", "subject_id", default=None)
    cohort: Label | None = says("The cohort's column.", "cohort", default=None)
    fold: Label | None = says("The fold's column.", "fold", default=None)
    repeat: Label | None = says("The repeat's column.", "repeat", default=None)
    model: Label | None = says("The model's column.", "model", default=None)
    threshold: Label | None = says("The threshold's column, in a table of counts.", "threshold", default=None)
    label: Label | None = says("The label's column.", "label", default=None)
    role: Label | None = says("The column that says training or evaluation.", "role", default=None)
    value: Label | None = says("The threshold value's column.", "threshold", default=None)
    chosen_on: Label | None = says(
        "The column of cohorts that a value was chosen on.", "chosen_on_cohorts", default=None
    )
    date: Label | None = says("The column of a record's date.", "sampled_on", default=None)
    record: Label | None = says("The column of keyed digests of `units.match_on`.", "record", default=None)
    model_digest: Label | None = says(
        "The column of digests of the model that a value was chosen for.", "model_digest", default=None
    )
    score: Label | None = says("The score's column.", "score", default=None)
    outcome: Label | None = says("The outcome's column.", "outcome", default=None)
    tp: Label | None = says("The column of true positives, in a table of counts.", "tp", default=None)
    fn: Label | None = says("The column of false negatives, in a table of counts.", "fn", default=None)
    tn: Label | None = says("The column of true negatives, in a table of counts.", "tn", default=None)
    fp: Label | None = says("The column of false positives, in a table of counts.", "fp", default=None)

    def of(self, word: str, default: str | None = None) -> str:
        """The column for ``word``: as declared here, else ``default``, else the word itself."""
        return getattr(self, word) or default or word


class MaskedIds(Part):
    """How a manifest's ids are hidden from those who have no key."""

    method: Text = says("hmac-sha256; a digest without a key hides nothing.", "hmac-sha256")
    key_check: Text | None = says(
        "What `evalspec mask-ids` printed of the key: tells a wrong key from a list without overlap.",
        "4f0c2f6a1b9d8e73",
        default=None,
    )


class DataFile(Part):
    """A CSV or Parquet file beside the plan."""

    path: Text = says("The file, relative to the plan and inside its folder.", "predictions.csv")
    layout: Annotated[Layout, Lax] = says(
        "wide: one row a unit; long: one row a unit and model.", "wide", default=Layout.WIDE
    )
    arrives: Annotated[Arrives, Lax] = says(
        "Whether it is there when the plan is sealed.", "before-seal", default=Arrives.BEFORE_SEAL
    )
    columns: Columns = says(
        "Its columns, where they are not called by the words of the language.", {"fold": "fold"}, default=Columns()
    )
    roles: (
        Annotated[
            dict[Literal["training", "tuning", "evaluation"], Label],
            each_key(
                training=("The token of training rows.", "train"),
                tuning=("The token of rows that tuned a fit: they count as training.", "tune"),
                evaluation=("The token of evaluation rows.", "test"),
            ),
        ]
        | None
    ) = says(
        "A manifest's tokens: training and tuning are one side, evaluation is the other.",
        {"training": "train", "evaluation": "test"},
        default=None,
    )
    ids: MaskedIds | None = says(
        "How a manifest's ids are hidden: a keyed digest in place of each.",
        {"method": "hmac-sha256", "key_check": "4f0c2f6a1b9d8e73"},
        default=None,
    )
    held: Annotated[Held, Lax] = says(
        "Whether rows lie in one place or stay at their sites.", "together", default=Held.TOGETHER
    )
    score_steps: Positive | None = says("How coarse a site's score groups are.", 0.01, default=None)
    blinding: Literal["none"] | None = says("For published counts: nothing was blinded.", "none", default=None)
    why: Text | None = says("Why nothing was blinded.", "counts from a published table", default=None)


def _file(value: Any) -> Any:
    return DataFile(path=value) if isinstance(value, str) else value


if TYPE_CHECKING:
    File = DataFile
else:
    File = Annotated[
        Annotated[Text, Tag("path")] | Annotated[DataFile, Tag("file")],
        either(text="path", mapping="file"),
        AfterValidator(_file),
    ]


class Data(Part):
    """The files: predictions (blinded), outcomes (opened once, after the seal), and what surrounds them."""

    predictions: File | None = says("Scores or calls; no outcome in it.", "predictions.csv", default=None)
    outcomes: File | None = says("The outcomes: never read before the seal.", "outcomes.csv", default=None)
    training: File | None = says(
        "The manifest of training units or cohorts, a fold each.", "train_manifest.csv", default=None
    )
    units: File | None = says("One row a unit: cohort, cluster, subgroup columns.", "subjects.csv", default=None)
    counts: File | None = says(
        "A table of TP, FN, TN, FP in place of predictions and outcomes.", "counts.csv", default=None
    )


class ValuesFile(Part):
    """Threshold values, one a model and fold, after `where`."""

    path: Text = says("A CSV table, or a JSON array of flat records.", "thresholds.json")
    where: dict[Label, Label] = says("Which rows: compared as text.", {"rule": "max_youden"}, default={})
    columns: Columns = says(
        "Its columns, where they are not called by the words of the language.",
        {"value": "threshold"},
        default=Columns(),
    )
    arrives: Annotated[Arrives, Lax] = says(
        "Whether it is there when the plan is sealed.", "before-seal", default=Arrives.BEFORE_SEAL
    )


class Derivation(Part):
    """Training-side scores and labels from which a threshold was derived."""

    path: Text = says("The file, relative to the plan and inside its folder.", "inner_scores.csv")
    columns: Columns = says(
        "Its columns, where they are not called by the words of the language.",
        {"unit": "subject_id"},
        default=Columns(),
    )
    arrives: Annotated[Arrives, Lax] = says(
        "Whether it is there when the plan is sealed.", "before-seal", default=Arrives.BEFORE_SEAL
    )


def _values(value: Any) -> Any:
    return ValuesFile(path=value) if isinstance(value, str) else value


def _derivation(value: Any) -> Any:
    return Derivation(path=value) if isinstance(value, str) else value


if TYPE_CHECKING:
    Values = ValuesFile
    DerivationFile = Derivation
else:
    Values = Annotated[
        Annotated[Text, Tag("path")] | Annotated[ValuesFile, Tag("file")],
        either(text="path", mapping="file"),
        AfterValidator(_values),
    ]
    DerivationFile = Annotated[
        Annotated[Text, Tag("path")] | Annotated[Derivation, Tag("file")],
        either(text="path", mapping="file"),
        AfterValidator(_derivation),
    ]

"""What most people write: pandas reads and merges, scikit-learn is called for each cohort."""

import pandas as pd
from _numbers import arguments, from_counts, show
from sklearn.metrics import average_precision_score, confusion_matrix, roc_auc_score

given = arguments()
read = pd.read_parquet if given.predictions.endswith(".parquet") else pd.read_csv
table = read(given.predictions).merge(read(given.outcomes), on="subject_id", validate="one_to_one")
table["called"] = (table["score"] >= given.threshold).astype(int)


def numbers(part: pd.DataFrame) -> dict[str, float]:
    """The threshold metrics of some rows."""
    tn, fp, fn, tp = confusion_matrix(part["outcome"], part["called"], labels=[0, 1]).ravel().tolist()
    return from_counts(tp, fn, tn, fp)


each = {}
for cohort, part in table.groupby("cohort"):
    each[cohort] = numbers(part)
    if given.ranking:
        each[cohort]["auroc"] = float(roc_auc_score(part["outcome"], part["score"]))
        each[cohort]["average_precision"] = float(average_precision_score(part["outcome"], part["score"]))
show(each, numbers(table))

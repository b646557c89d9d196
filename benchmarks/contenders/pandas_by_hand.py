"""What a careful programmer writes without scikit-learn: sums by group, and AUROC from mean ranks. No AP."""

import pandas as pd
from _numbers import arguments, from_counts, show

given = arguments()
read = pd.read_parquet if given.predictions.endswith(".parquet") else pd.read_csv
table = read(given.predictions).merge(read(given.outcomes), on="subject_id", validate="one_to_one")
called, positive = table["score"] >= given.threshold, table["outcome"] == 1
cells = pd.DataFrame(
    {
        "cohort": table["cohort"], "tp": called & positive, "fn": ~called & positive, "tn": ~called & ~positive,
        "fp": called & ~positive,
    }
).groupby("cohort").sum()  # fmt: skip
each = {cohort: from_counts(**row) for cohort, row in cells.astype(int).to_dict("index").items()}
if given.ranking:
    ranks = table.groupby("cohort")["score"].rank()  # ties share the mean of their ranks
    of_positives = ranks[positive].groupby(table.loc[positive, "cohort"]).sum()
    p, n = cells["tp"] + cells["fn"], cells["tn"] + cells["fp"]
    for cohort, value in ((of_positives - p * (p + 1) / 2) / (p * n)).items():
        each[cohort]["auroc"] = float(value)
show(each, from_counts(**cells.sum().astype(int).to_dict()))

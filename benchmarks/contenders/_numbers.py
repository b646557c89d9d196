"""What every contender prints: one JSON object, ``{"each/COHORT/METRIC": …, "pooled/METRIC": …, "macro/METRIC": …}``."""

import argparse
import json
from statistics import fmean

THRESHOLD_METRICS = ("sensitivity", "specificity", "precision", "npv", "accuracy")


def arguments() -> argparse.Namespace:
    """``PREDICTIONS OUTCOMES --threshold T [--ranking]``; the format is the suffix."""
    parser = argparse.ArgumentParser()
    parser.add_argument("predictions")
    parser.add_argument("outcomes")
    parser.add_argument("--threshold", type=float, required=True)
    parser.add_argument("--ranking", action="store_true")
    return parser.parse_args()


def from_counts(tp: int, fn: int, tn: int, fp: int) -> dict[str, float]:
    """The five threshold metrics of one two-by-two table."""
    return {
        "sensitivity": tp / (tp + fn),
        "specificity": tn / (tn + fp),
        "precision": tp / (tp + fp),
        "npv": tn / (tn + fn),
        "accuracy": (tp + tn) / (tp + fn + tn + fp),
    }


def show(each: dict[str, dict[str, float]], pooled: dict[str, float]) -> None:
    """Print them all, with the mean over the cohorts of each threshold metric."""
    found = {f"each/{cohort}/{metric}": v for cohort, row in each.items() for metric, v in row.items()}
    found |= {f"pooled/{metric}": v for metric, v in pooled.items()}
    found |= {f"macro/{metric}": fmean(row[metric] for row in each.values()) for metric in THRESHOLD_METRICS}
    print(json.dumps(found))

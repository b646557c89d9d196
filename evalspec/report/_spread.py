"""How members of a number differ: the range, heterogeneity of a fit, and what a prediction interval is about."""

from collections.abc import Mapping, Sequence
from typing import Any

from evalspec.report._words import few, safe, shown

Row = Mapping[str, Any]


def spread(found: Row | None, parts: Sequence[Row], axes: str, places: int) -> str:
    """``cohorts range from 0.2 (A) to 0.9 (B)``; "" where there are not two to compare."""
    defined = [p for p in parts if p["undefined"] is None]
    if found is None or found["lowest"] is None or len(defined) < 2:
        return ""
    low, high = safe(few(found["lowest_in"])), safe(few(found["highest_in"]))
    return f"{axes} range from {shown(found['lowest'], places)} ({low}) to {shown(found['highest'], places)} ({high})"


def heterogeneity(fit: Row | None) -> str:
    """Q on its degrees of freedom, I² and tau² of a fit over cohorts; "" where there is no fit."""
    if fit is None:
        return ""
    parts = []
    if fit["q"] is not None:
        parts.append(f"Q {shown(fit['q'])} on {fit['k'] - 1} degree{'s' if fit['k'] != 2 else ''} of freedom")
    if fit["i2"] is not None:
        parts.append(f"I² {100 * fit['i2']:.1f} %")
    parts.append(f"tau² {shown(fit['tau2'])}" if fit["tau2"] is not None else "no variance between cohorts is assumed")
    return f"heterogeneity on the {fit['scale']} scale over {fit['k']} cohorts: {', '.join(parts)}"


def prediction(row: Row) -> str:
    """Whom an interval is about, where it is a cohort that is not among these; "" for any other interval."""
    method = row["interval"] or ""
    if row["lower"] is row["upper"] is None:
        return ""
    if method == "t-between":
        return "of the mean over cohorts like these, which are taken as a sample of them"
    if not method.startswith("prediction-"):
        return ""
    return "for the true value in a cohort like these that is not among them, not for the mean"


def shares_training(kind: str, cohorts: int) -> str:
    """What shared training data forbid in a leave-one-cohort-out design."""
    if kind != "leave-one-cohort-out" or cohorts < 2:
        return ""
    if cohorts == 2:
        return "each cohort is judged by a fit to the other one, so the two values are not independent"
    return "the fits of different folds share most of their training cohorts, so the values of the cohorts are not independent"


__all__ = ["heterogeneity", "prediction", "shares_training", "spread"]

"""What this package computes for the reference cases of probabilities."""

from typing import Any

from metrics.strategies import METRICS, groups_of

from evalspec.metrics._calibration import joint
from evalspec.records import Undefined, Value


def probability(inputs: dict[str, Any]) -> dict[str, float | None]:
    rows = [(p, label == 1) for p, label in zip(inputs["probs"], inputs["labels"], strict=True)]
    of = groups_of(rows)
    fit = joint(of)
    ece = {
        f"ece_equal_width_{closed}_closed": number(METRICS["ece"](of, bins=inputs["bins"], closed=closed))
        for closed in ("left", "right")
    }
    return {
        "brier": number(METRICS["brier"](of)),
        "log_loss": number(METRICS["log_loss"](of, clip="none")),
        "calibration_intercept_at_slope_1": number(METRICS["calibration_intercept"](of)),
        "calibration_intercept_joint": None if isinstance(fit, Undefined) else fit.intercept,
        "calibration_slope": number(METRICS["calibration_slope"](of)),
        **ece,
    }


def number(value: Value) -> float | None:
    return None if isinstance(value, Undefined) else float(value.exact)

"""What the examples of the rules about costs share."""

from evalspec.rules.stat._populations import SAID, UNCERTAIN


def calibrated(population: str) -> str:
    return f", calibrated_to: {population}"


def example(model: str, *, at: str = "screening", scale: str = "probability") -> str:
    """A threshold from costs, a model, and a summary at a population."""
    said = f"{SAID}, {UNCERTAIN}"
    return (
        f"models: {{m1: {{score: score, scale: {scale}, direction: higher-is-positive{model}}}}}\n"
        "thresholds: {main: {source: cost, positive_when: score >= threshold, why: the costs}}\n"
        "costs: {false_negative: 10, false_positive: 1, unit: EUR}\n"
        f"populations: {{screening: {{prevalence: 0.01, {said}}}, clinic: {{prevalence: 0.3, {said}}}}}\n"
        f"summaries: [{{id: s, role: primary, metric: expected_cost, threshold: main, cohorts: pooled, population: {at}}}]\n"
    )

"""Writes the table of counts beside each plan: two models whose rates are stipulated, as 1,000 positives and 1,000 negatives.

Run from anywhere: ``python specs/prevalence-and-cost/generate.py``. Nothing is drawn at random, so the files never differ.
"""

from fractions import Fraction
from pathlib import Path

HERE = Path(__file__).parent

RATES = {"A": (Fraction("0.960"), Fraction("0.880")), "B": (Fraction("0.800"), Fraction("0.985"))}
"""Sensitivity and specificity of each model."""

OF_EACH_CLASS = 1000
"""The fewest that give both rates as whole counts are 200; 1,000 of each is what the intervals take for the sample."""

MODELS = {"two-populations": "AB", "crossover": "AB", "cut-offs": "A", "uncertain": "AB"}
"""Those in each plan's table; the cut-offs follow from prevalence and costs alone, whatever the model."""


def line(model: str, sensitivity: Fraction, specificity: Fraction) -> str:
    tp, tn = sensitivity * OF_EACH_CLASS, specificity * OF_EACH_CLASS
    return ",".join(map(str, (model, tp, OF_EACH_CLASS - tp, tn, OF_EACH_CLASS - tn)))


if __name__ == "__main__":
    for name, models in MODELS.items():
        table = ["model,tp,fn,tn,fp", *(line(model, *RATES[model]) for model in models)]
        (HERE / name / "counts.csv").write_text("\n".join(table) + "\n")

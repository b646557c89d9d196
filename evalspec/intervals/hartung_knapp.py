"""Hartung and Knapp's interval of a random-effects mean: its variance from the spread of the cohorts themselves."""

from fractions import Fraction
from math import fsum, sqrt

from evalspec.intervals._meta import ONE, SIX, TWO, around
from evalspec.intervals._t import t_quantile
from evalspec.intervals.base import MetaInterval, WorkedCase
from evalspec.records import Limits, Meta, Undefined
from evalspec.terms import Quantity, Sides

ZERO_SPREAD = "every cohort at one value: the zero width is no precision"


def limits(meta: Meta, *, level: Fraction, sides: Sides) -> Limits | Undefined:
    """On the metric's own scale. Can be narrower than Wald's where the cohorts are closer than chance has them."""
    df = meta.k - 1
    if df == 0 or meta.tau2 is None:
        return Undefined("k - 1 = 0")
    w = [1 / (v + meta.tau2) for v in meta.variances]
    spread = fsum(a * (y - meta.mean) ** 2 for a, y in zip(w, meta.estimates, strict=True)) / (df * fsum(w))
    half = t_quantile(level, sides, df=df) * sqrt(spread)
    return around(meta, half, sides, "" if spread else ZERO_SPREAD)


INTERVAL = MetaInterval(
    id="hartung-knapp",
    title="Hartung-Knapp",
    also=("Hartung-Knapp-Sidik-Jonkman", "HKSJ", "Knapp-Hartung"),
    formula="m -+ t(k - 1) sqrt(sum of w (y - m)² / ((k - 1) sum of w)), w = 1 / (v + tau²); on logit brought back",
    undefined_when="k - 1 = 0",
    limits=limits,
    fits=(Quantity.RANDOM_EFFECTS,),
    worked=(
        WorkedCase({"meta": SIX}, "0.95", Limits(0.114106, 0.574393)),
        WorkedCase({"meta": TWO}, "0.95", Limits(0.005048, 0.999213)),
        WorkedCase({"meta": ONE}, "0.95", Undefined("k - 1 = 0")),
    ),
    elsewhere=("R metafor 3.8.1 (test='adhoc') and R meta (adhoc.hakn.ci='se'): never narrower than Wald's interval",),
    reference="Hartung & Knapp 2001, Stat Med 20:3875; IntHout, Ioannidis & Borm 2014, BMC Med Res Methodol 14:25",
)

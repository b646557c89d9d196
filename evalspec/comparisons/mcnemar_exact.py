"""McNemar's exact test that two ratios over the same units are equal."""

from fractions import Fraction

from evalspec.comparisons._mcnemar import exact_p
from evalspec.comparisons.base import PairedTest, Worked
from evalspec.records import Paired, Real

COMPARISON = PairedTest(
    id="mcnemar-exact",
    title="McNemar, exact",
    also=("exact binomial test of discordant pairs", "sign test of discordant pairs"),
    formula="min(1, 2 P(X <= min(b, c))), X binomial of b + c at 1/2; b, c: first only, second only",
    undefined_when="never: with no discordant pair p = 1",
    p_value=exact_p,
    worked=(
        Worked(Paired(both=1, first_only=1, second_only=7, neither=12), Real(Fraction(9, 128))),
        Worked(Paired(both=30, first_only=6, second_only=0, neither=12), Real(Fraction(1, 32))),
        Worked(Paired(both=30, first_only=5, second_only=5, neither=12), Real(1)),
        Worked(Paired(both=30, first_only=0, second_only=0, neither=12), Real(1)),
    ),
    elsewhere=(
        (
            "statsmodels' asymptotic test with its correction gives p = 0 for no discordant pair, and p < 1 where"
            " both kinds are equally many"
        ),
        "R's binom.test refuses where there is no discordant pair; here p = 1",
    ),
    reference="McNemar 1947, Psychometrika 12:153; Fagerland, Lydersen & Laake 2013, BMC Med Res Methodol 13:91",
)

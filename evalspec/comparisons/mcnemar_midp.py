"""McNemar's mid-p test that two ratios over the same units are equal."""

from fractions import Fraction

from evalspec.comparisons._mcnemar import midp_p
from evalspec.comparisons.base import PairedTest, Worked
from evalspec.records import Paired, Real

COMPARISON = PairedTest(
    id="mcnemar-midp",
    title="McNemar, mid-p",
    also=("mid-p McNemar test",),
    formula="2 P(X <= min(b, c)) - P(X = min(b, c)), 1 where b = c; X binomial of b + c at 1/2; b, c: first only, second only",
    undefined_when="never: with no discordant pair p = 1",
    p_value=midp_p,
    worked=(
        Worked(Paired(both=1, first_only=1, second_only=7, neither=12), Real(Fraction(5, 128))),
        Worked(Paired(both=30, first_only=6, second_only=0, neither=12), Real(Fraction(1, 64))),
        Worked(Paired(both=30, first_only=5, second_only=5, neither=12), Real(1)),
        Worked(Paired(both=30, first_only=0, second_only=0, neither=12), Real(1)),
    ),
    elsewhere=(
        (
            "statsmodels' asymptotic test with its correction gives p = 0 for no discordant pair; R's "
            "mcnemar.test gives NaN there"
        ),
    ),
    reference="Fagerland, Lydersen & Laake 2013, BMC Med Res Methodol 13:91",
)

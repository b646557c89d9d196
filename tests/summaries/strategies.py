"""What fits over cohorts are tried on."""

from hypothesis import strategies as st

from evalspec.records import Member, Ratio
from evalspec.summaries._meta import fit
from evalspec.summaries._scale import Point
from evalspec.summaries._tau2 import TAU2

ESTIMATORS = sorted(TAU2)
SCALES = ("identity", "logit")

estimates = st.floats(-4, 4).map(lambda x: round(x, 6))
variances = st.floats(1e-4, 4)


def points_of(least: int = 1, most: int = 8) -> st.SearchStrategy[dict[str, Point]]:
    """Estimates and variances as a fit takes them, by name."""
    return st.lists(st.builds(Point, estimates, variances), min_size=least, max_size=most).map(named)


def named(things: list) -> dict:
    return {chr(65 + i): thing for i, thing in enumerate(things)}


def fits_of(least: int) -> st.SearchStrategy:
    """Fits that were found, by any estimator on any scale."""
    drawn = st.tuples(points_of(least), st.sampled_from(SCALES), st.sampled_from(["dersimonian-laird", "paule-mandel"]))
    return drawn.map(lambda d: fit(d[0], scale=d[1], tau2=d[2]).meta)


fits = fits_of(1)

proportions = st.integers(2, 400).flatmap(lambda n: st.builds(Ratio, st.integers(0, n), st.just(n)))
inner = st.integers(2, 400).flatmap(lambda n: st.builds(Ratio, st.integers(1, n - 1), st.just(n)))


def cohorts_of(ratios: st.SearchStrategy[Ratio], least: int = 1) -> st.SearchStrategy[dict[str, Member]]:
    """Members with a ratio each, their variance left to the word."""
    return st.lists(ratios, min_size=least, max_size=7).map(
        lambda drawn: named([Member(value=r, size=r.denominator) for r in drawn])
    )

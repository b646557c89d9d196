"""Scores of a probability and its calibration, against R and scikit-learn on 200 random inputs."""

import pytest
from metrics.strategies import groups_of
from reference.of_random import METRICS, Compared, Convention, Given, check, complete


def groups(given: Given):
    return groups_of([(p, y == 1) for p, y in zip(given["p"], given["y"], strict=True)])


def value(name, **parameters):
    return lambda given: METRICS[name](groups(given), **parameters)


def variance(name, **parameters):
    return lambda given: METRICS[name].spread(groups(given), **parameters)


def error(name):
    """The root of the variance."""

    def root(given):
        found = METRICS[name].spread(groups(given))
        return found**0.5 if isinstance(found, float) else found

    return root


def needs(name):
    return (("metric", name),)


def certain(given: Given) -> bool:
    """Whether a probability is 0 or 1."""
    return bool({0, 1} & set(given["p"]))


def one_class(given: Given) -> bool:
    return len(set(given["y"])) == 1


def constant(given: Given) -> bool:
    return len(set(given["p"])) == 1


def separated(given: Given) -> bool:
    """Whether a cut parts the classes, a tie at the cut allowed, upside down too."""
    of = [[p for p, y in zip(given["p"], given["y"], strict=True) if y == c] for c in (0, 1)]
    return bool(of[0] and of[1]) and (max(of[0]) <= min(of[1]) or max(of[1]) <= min(of[0]))


def calibratable(given: Given) -> bool:
    """Whether val.prob has the three units without a certain probability that it needs."""
    return sum(0 < p < 1 for p in given["p"]) >= 3


def is_wrong(given: Given, _: int) -> bool:
    """Whether what came true had probability 0."""
    return any(p == 1 - y for p, y in zip(given["p"], given["y"], strict=True))


def no_slope(g: Given, _: int) -> bool:
    return not certain(g) and len(g["y"]) > 1 and (one_class(g) or constant(g) or separated(g))


NO_MAXIMUM = "one class, one probability or separated classes: no slope is best; R gives where it stopped"
QUANTITIES = (
    Compared(
        name="brier",
        here=value("brier"),
        needs=needs("brier"),
        conventions=(
            Convention(
                when=lambda g, _: (one_class(g) and not constant(g)) or (certain(g) and not calibratable(g)),
                said="error",
                why="val.prob stops, as it fits a calibration as well; the Brier score itself is defined",
                values=5,
            ),
        ),
    ),
    Compared(name="brier.mean", here=value("brier"), needs=needs("brier")),
    Compared(name="brier.variance_of_mean", here=variance("brier"), needs=needs("brier")),
    Compared(name="log_loss", here=value("log_loss"), needs=needs("log_loss")),
    Compared(name="log_loss.variance_of_mean", here=variance("log_loss"), needs=needs("log_loss")),
    Compared(
        name="log_loss.MLmetrics",
        here=value("log_loss"),
        needs=needs("log_loss"),
        conventions=(
            Convention(when=is_wrong, said="number", why="MLmetrics clips at 1e-15; infinite here", values=3),
        ),
    ),
    *(
        Compared(
            name=name,
            here=here("calibration_slope"),
            needs=needs("calibration_slope"),
            conventions=(Convention(when=no_slope, said="number", why=NO_MAXIMUM, values=31),),
        )
        for name, here in (("calibration_slope", value), ("calibration_slope.se", error))
    ),
    Compared(
        name="calibration_slope.rms",
        here=value("calibration_slope"),
        needs=needs("calibration_slope"),
        relative=2e-3,
        because="lrm.fit stops once -2 log likelihood changes by less than 0.025",
        conventions=(
            Convention(
                when=lambda g, _: certain(g) and calibratable(g),
                said="number",
                why="val.prob leaves probabilities of 0 and 1 out; here they make it undefined",
                values=18,
            ),
            Convention(
                when=lambda g, _: constant(g) or (separated(g) and not certain(g)),
                said="number",
                why="one probability: val.prob says 0; separated classes: where it stopped",
                values=30,
            ),
        ),
    ),
    *(
        Compared(
            name=name,
            here=here("calibration_intercept"),
            needs=needs("calibration_intercept"),
            conventions=(
                Convention(
                    when=lambda g, _: one_class(g),
                    said="number",
                    why="one class: the intercept is infinite; R gives where it stopped",
                    values=3,
                ),
            ),
        )
        for name, here in (("calibration_intercept", value), ("calibration_intercept.se", error))
    ),
    Compared(name="ece_right", here=value("ece", bins=10, closed="right"), needs=needs("ece")),
    Compared(name="ece_left", here=value("ece", bins=10, closed="left"), needs=needs("ece")),
)
OF_SKLEARN = (
    Compared(name="brier", here=value("brier"), needs=needs("brier")),
    Compared(
        name="log_loss",
        here=value("log_loss"),
        needs=needs("log_loss"),
        conventions=(
            Convention(when=is_wrong, said="number", why="scikit-learn clips at 2.2e-16; infinite here", values=3),
        ),
    ),
)
FILES = {"probability": QUANTITIES, "probability_sklearn": OF_SKLEARN}
NOT_OURS = {
    "calibration_intercept_joint": "fitted together with the slope: no metric of the language",
    "calibration_slope.converged": "what glm says of its own fit",
    "calibration_slope.separated": "what glm's fit looks like",
    "calibration_intercept.converged": "what glm says of its own fit",
}


@pytest.mark.parametrize("compared", QUANTITIES, ids=lambda c: c.name)
def test_a_score_of_a_probability_is_that_of_r(compared):
    assert check("probability", compared) == []


@pytest.mark.parametrize("compared", OF_SKLEARN, ids=lambda c: c.name)
def test_a_score_of_a_probability_is_that_of_scikit_learn(compared):
    assert check("probability_sklearn", compared) == []


def test_every_stored_score_is_compared():
    complete("probability", QUANTITIES, NOT_OURS)
    complete("probability_sklearn", OF_SKLEARN, {})

"""Laws that every ranking metric obeys, and each against a count over all pairs or all positives."""

from fractions import Fraction
from math import isclose

from hypothesis import assume, given
from hypothesis import strategies as st
from metrics.strategies import METRICS, each_ranking, groups_of, labelled_scores, parameters_of

from evalspec.records import Real, ScoreGroup, Undefined


def merged(groups: tuple[ScoreGroup, ...]) -> tuple[ScoreGroup, ...]:
    """Neighbouring groups without a positive as one group, at the score of the first."""
    out: list[ScoreGroup] = []
    for group in groups:
        if out and not group.n_positive and not out[-1].n_positive:
            out[-1] = ScoreGroup(out[-1].score, 0, out[-1].n_negative + group.n_negative)
        else:
            out.append(group)
    return tuple(out)


@each_ranking
@given(data=st.data(), rows=labelled_scores)
def test_merging_neighbouring_groups_without_a_positive_changes_no_digit(metric, data, rows):
    told = data.draw(parameters_of(metric))
    groups = groups_of(rows)
    assert metric(merged(groups), **told) == metric(groups, **told)


@each_ranking
@given(data=st.data(), rows=labelled_scores, a=st.integers(1, 9), b=st.integers(-9, 9))
def test_a_strictly_rising_map_of_the_scores_changes_nothing(metric, data, rows, a, b):
    told = data.draw(parameters_of(metric))
    mapped = [((a * score + b) ** 3, positive) for score, positive in rows]
    assert metric(groups_of(mapped), **told) == metric(groups_of(rows), **told)


@each_ranking
@given(rows=labelled_scores, data=st.data())
def test_the_order_of_the_rows_changes_no_digit(metric, rows, data):
    told = data.draw(parameters_of(metric))
    assert metric(groups_of(data.draw(st.permutations(rows))), **told) == metric(groups_of(rows), **told)


@each_ranking
@given(data=st.data(), rows=labelled_scores, k=st.integers(2, 1000))
def test_the_same_units_taken_k_times_give_the_same_value(metric, data, rows, k):
    told = data.draw(parameters_of(metric))
    groups = groups_of(rows)
    often = tuple(ScoreGroup(g.score, k * g.n_positive, k * g.n_negative) for g in groups)
    one, other = metric(groups, **told), metric(often, **told)
    if isinstance(one, Undefined):
        assert one == other
    else:
        assert isclose(one.exact, other.exact, rel_tol=1e-14)


@each_ranking
@given(data=st.data(), rows=labelled_scores)
def test_a_ranking_metric_lies_between_0_and_1_and_is_undefined_without_positives(metric, data, rows):
    told = data.draw(parameters_of(metric))
    value = metric(groups_of(rows), **told)
    if not any(positive for _, positive in rows):
        assert isinstance(value, Undefined)
    if isinstance(value, Real):
        assert 0 <= value.exact <= 1


@each_ranking
@given(data=st.data(), rows=labelled_scores, score=st.integers(-4, 4))
def test_raising_a_positive_to_the_top_never_makes_the_value_worse(metric, data, rows, score):
    told = data.draw(parameters_of(metric))
    before, after = metric(groups_of([*rows, (score, True)]), **told), metric(groups_of([*rows, (9, True)]), **told)
    if isinstance(before, Real):
        assert after.exact >= before.exact - Fraction(1, 10**12)
    else:
        assert after == before


@given(rows=labelled_scores)
def test_auroc_is_the_share_of_pairs_won_with_ties_half(rows):
    positives, negatives = [s for s, up in rows if up], [s for s, up in rows if not up]
    value = METRICS["auroc"](groups_of(rows))
    if not positives or not negatives:
        assert isinstance(value, Undefined)
        return
    won = sum(Fraction(p > n) + Fraction(p == n, 2) for p in positives for n in negatives)
    assert value == Real(won / (len(positives) * len(negatives)))


@given(rows=labelled_scores)
def test_auroc_of_the_reversed_order_is_one_minus_it(rows):
    value = METRICS["auroc"](groups_of(rows))
    assume(isinstance(value, Real))
    assert METRICS["auroc"](tuple(reversed(groups_of(rows)))).exact == 1 - value.exact
    assert METRICS["auroc"](groups_of([(-score, up) for score, up in rows])).exact == 1 - value.exact


@given(rows=labelled_scores)
def test_auroc_of_the_other_class_is_one_minus_it(rows):
    value = METRICS["auroc"](groups_of(rows))
    assume(isinstance(value, Real))
    assert METRICS["auroc"](groups_of([(score, not up) for score, up in rows])).exact == 1 - value.exact


@given(rows=labelled_scores)
def test_average_precision_is_the_mean_precision_at_the_positives(rows):
    positives = [score for score, up in rows if up]
    value = METRICS["average_precision"](groups_of(rows))
    if not positives:
        assert value == Undefined("actual positives = 0")
        return
    at = [[up for score, up in rows if score >= cut] for cut in positives]
    expected = sum(Fraction(sum(called), len(called)) for called in at) / len(positives)
    assert isclose(value.exact, expected, rel_tol=1e-15)

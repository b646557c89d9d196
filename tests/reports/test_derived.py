"""Reported cases about cut-offs that are derived from scores."""

from decimal import Decimal

from reports.study import report

from evalspec.cutoffs.choose import choose
from evalspec.plan.model.design import ThresholdRule
from evalspec.records import ScoreGroup
from evalspec.terms import PositiveWhen


def test_a_target_that_no_candidate_reaches_gives_no_number():
    given = report("undef-no-threshold-meets-target")["given"]
    assert given["spec"]["threshold"]["rule"].endswith("specificity >= 0.95")
    groups = [ScoreGroup(score, int(label == 1), int(label == 0)) for score, label in given["training"]]
    rule = ThresholdRule.model_validate({"specificity_at_least": Decimal("0.95")})
    found = choose(groups, rule, PositiveWhen.AT_LEAST, None)
    assert found.values == ()
    assert found.reason == "no candidate reaches the target specificity"

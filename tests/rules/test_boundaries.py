"""What two boundaries have in common, and which limits can be compared at all."""

from decimal import Decimal

import pytest

from evalspec.plan.model.study import Range
from evalspec.rules.plan._boundaries import common, held, limit


def inside(low: object = None, high: object = None) -> Range:
    given = {"from": low, "before": high}
    return Range.model_validate({word: value for word, value in given.items() if value is not None})


@pytest.mark.parametrize(
    ("one", "other", "value"),
    [
        ("Basel", "Basel", "Basel"),
        ("Basel", "basel", None),
        ("Basel", ("Bern", "Basel"), "Basel"),
        (("A", "B"), ("C", "D"), None),
        (inside(None, 50), inside(50), None),
        (inside(None, Decimal(50)), inside(Decimal("49.5")), "49.5"),
        (inside(None, 50), inside(None, 20), "19"),
        (inside(1), inside(2), "2"),
        (inside("2020-01-01"), inside(None, "2020-01-02"), "2020-01-01"),
        (inside("2020-01-02"), inside(None, "2020-01-02"), None),
        (inside("2020-01-01T00:00Z"), inside(None, "2020-01-01T00:30+01:00"), None),
        (inside("2020-01-01T00:00+01:00"), inside(None, "2020-01-01T00:00Z"), "2020-01-01T00:00:00+01:00"),
        (inside("2020-01-01"), inside(1), None),
        ("47", inside(1, 50), "47"),
        ("47 years", inside(1, 50), None),
        (("2019-05-05", "2021-05-05"), inside("2020-01-01"), "2021-05-05"),
        (inside(5, 5), "5", None),
    ],
)
def test_a_common_value_is_one_that_lies_in_both(one: object, other: object, value: str | None) -> None:
    assert common(held(one), held(other)) == value
    assert (common(held(other), held(one)) is None) == (value is None)


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        (Decimal("1.5"), "number"),
        (Decimal("0.123456789012345"), "number"),
        (Decimal("0.1234567890123456"), ""),
        (Decimal("1234567890123456789.123456789012345"), "number"),
        (Decimal("1234567890123456789.1234567890123456"), ""),
        (Decimal("99999999999999999999999"), "number"),
        (Decimal("-1e23"), ""),
        ("2020-02-29", "date"),
        ("2021-02-29", ""),
        ("2020-01-01T25:00Z", ""),
        ("2020-01-01T08:00", ""),
        ("2020-01-01T08:00+02:00", "instant"),
        ("2020-01-01 08:00:30.5Z", "instant"),
        ("10", ""),
        ("2020", ""),
        ("spring", ""),
    ],
)
def test_a_limit_is_a_number_a_date_or_an_instant_or_says_why_it_is_none(given: str | Decimal, kind: str) -> None:
    found, _, why = limit(given)
    assert (found, bool(why)) == (kind, not kind)

"""What became of the target of a threshold: the rate that was to be reached, as observed, and how fine it can be told."""

from collections.abc import Iterator

from evalspec.report._counted import Counted, Summed
from evalspec.report._places import AXES, Block, Place
from evalspec.report._words import folded, safe, shown, table
from evalspec.report.base import Record


def target(record: Record, block: Block, counted: Counted) -> Iterator[str]:
    """A table beside a decision whose threshold aims at a specificity or sensitivity; nothing for any other."""
    aim = aimed(record, block.threshold)
    if aim is None:
        return
    rate, least, source = aim
    sign = "N−" if rate == "specificity" else "N+"
    yield ""
    yield f"the threshold was to reach a {rate} of at least {least} ({source}); observed here:"
    yield ""
    leads = [i for i, _ in enumerate(AXES) if i == 0 or any(p[i] is not None for p in counted.cells)]
    head = [*(AXES[i] for i in leads), "target", rate, "as counted", "N+", "N−", f"step 1/{sign}"]
    body = [_line(_names(p, leads), counted.at(p), rate, least) for p in counted.cells]
    body, left_out = folded(body)
    more = [_line(_names(p, leads), counted.at(p), rate, least) for p in _together(counted)]
    yield from table(head, body + more, left=len(leads), rule_before=len(body) if more else None)
    yield from left_out


def aimed(record: Record, threshold: str | None) -> tuple[str, str, str] | None:
    """Rate, target as declared, and source of a threshold; None where it aims at no rate."""
    declared = record.plan.thresholds.get(threshold or "")
    if declared is None or declared.rule is None:
        return None
    for rate in ("specificity", "sensitivity"):
        least = getattr(declared.rule, f"{rate}_at_least")
        if least is not None:
            return rate, str(least), declared.source.value
    return None


def observed(found: Summed, rate: str) -> tuple[int, int] | None:
    """Numerator and denominator of the rate; None where nobody is called."""
    if found.fourfold is None:
        return None
    tp, fn, tn, fp = found.fourfold
    return (tn, tn + fp) if rate == "specificity" else (tp, tp + fn)


def as_observed(found: Summed, rate: str) -> str:
    """``0.8905 (366/411)``, or why there is none."""
    counts = observed(found, rate)
    if counts is None:
        return "nobody is called"
    if counts[1] == 0:
        return (
            f"undefined ({'actual negatives (TN + FP)' if rate == 'specificity' else 'actual positives (TP + FN)'} = 0)"
        )
    return f"{shown(counts[0] / counts[1])} ({counts[0]}/{counts[1]})"


def _together(counted: Counted) -> list[Place]:
    """All cohorts put together, of each class where there are classes."""
    if len({p[0] for p in counted.cells}) < 2:
        return []
    return list(dict.fromkeys(("pooled", *p[1:]) for p in counted.cells))


def _names(place: Place, leads: list[int]) -> list[str]:
    return [safe((place[i] or "=all").removeprefix("=")) for i in leads]


def _line(names: list[str], found: Summed | None, rate: str, least: str) -> list[str]:
    counts = observed(found, rate) if found else None
    if found is None or counts is None:
        return [*names, least, "", "", "", "", ""]
    k, n = counts
    value = [shown(k / n), f"{k}/{n}"] if n else ["undefined", f"{k}/{n}"]
    return [*names, least, *value, str(found.positives), str(found.negatives), shown(1 / n) if n else "–"]


__all__ = ["aimed", "as_observed", "target"]

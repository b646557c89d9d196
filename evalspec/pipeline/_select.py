"""Which rules a caller wants to see: by code, by the beginning of a code, or by name."""

from collections.abc import Iterable

from evalspec.pipeline._read import rules
from evalspec.plan.fields import near
from evalspec.records import Refusal


def chosen(words: Iterable[str]) -> frozenset[str]:
    """Codes of the rules that ``words`` pick: ``LEAK``, ``PLAN1``, ``PLAN105``, ``unknown-name``.

    Raises:
        Refusal: a word picks none (exit 2); it says what is near.
    """
    found: set[str] = set()
    for word in words:
        picked = {r.code for r in rules().values() if r.name == word or (word and r.code.startswith(word.upper()))}
        if not picked:
            families = sorted({code[:4] for code in rules()})
            known = [*families, *rules(), *(r.name for r in rules().values())]
            help = near(word.upper() if word.isupper() else word, known)
            some = (
                help if help.startswith("did you") else f"there are the families {', '.join(families)}; or name a rule"
            )
            raise Refusal(f"no rule is called `{word}`, and no code begins so", help=some)
        found |= picked
    return frozenset(found)

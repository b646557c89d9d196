"""What is known of a table before the engine reads a row: columns, number of records, kinds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from unicodedata import category, is_normalized

from evalspec.records import Place, Refusal
from evalspec.tables.files import OpenFile


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """``columns`` in file order; ``kinds`` the engine's type of each Parquet column.

    ``multiline``: some CSV record spans several lines, so that its line is not its number plus one.
    """

    columns: tuple[str, ...]
    n_rows: int
    format: str
    kinds: Mapping[str, str] = field(default_factory=dict)
    multiline: bool = False


def named_once(columns: tuple[str, ...], opened: OpenFile) -> None:
    """Raises Refusal unless each column has one exact, plain name of its own."""
    seen: dict[str, str] = {}
    for name in columns:
        rule, message, help = _fault(name, seen)
        if rule:
            place = Place(1) if opened.path.suffix.lower() == ".csv" else None
            raise Refusal(f"{message} in {opened.name}", file=opened.file, place=place, rule=rule, help=help)
        seen[name.lower()] = name


def _fault(name: str, seen: Mapping[str, str]) -> tuple[str, str, str]:
    if name != name.strip():
        return "header-not-exact", f"the column name `{name}` begins or ends with a space", f"call it `{name.strip()}`"
    if not name:
        return "header-not-exact", f"column {len(seen) + 1} has no name", "give every column a name"
    if any(category(c)[0] == "C" or category(c) in ("Zl", "Zp") for c in name):
        return "header-not-exact", f"the column name {name!a} holds an invisible character", "type the name anew"
    if not is_normalized("NFC", name):
        return (
            "not-nfc-table",
            f"the column name {name!a} is not in Unicode's composed form (NFC)",
            "type the name anew",
        )
    twin = seen.get(name.lower())
    if twin == name:
        return "duplicate-column", f"the column `{name}` stands twice", "remove or rename one of them"
    if twin is not None:
        return "duplicate-column", f"the columns `{twin}` and `{name}` differ in letter case only", "rename one of them"
    return "", "", ""

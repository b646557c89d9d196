"""How many units each cohort has in the files."""

from evalspec.records import Blinded


def sizes(blinded: Blinded) -> dict[str, int]:
    """Units by cohort: of ``data.units`` where that is declared, else of the predictions."""
    return dict(blinded.ask("SELECT cohort, count(DISTINCT unit) FROM unit WHERE trim(unit) <> '' GROUP BY cohort"))

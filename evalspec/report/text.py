"""The report for a terminal and for paper: what was promised, what came out, cohort by cohort, and the leakage statement."""

from evalspec.report._comparisons import comparisons
from evalspec.report._figures import figures
from evalspec.report._gates import gates
from evalspec.report._head import head
from evalspec.report._leakage import statement
from evalspec.report._notes import notes
from evalspec.report._numbers import Numbers
from evalspec.report._scores import of_scores, scores
from evalspec.report._tables import is_decision, tables
from evalspec.report.base import Format, Record
from evalspec.terms import Role, Takes


def write(record: Record) -> str:
    """The whole report, lines of at most about 100 columns but for wide tables."""
    rows = record.results["rows"]
    numbers = Numbers(record)
    others = [r for r in rows if r["role"] != Role.PRIMARY.value]
    alone = [r for r in others if not r["interval"] and not _in_a_table(r)]
    lines = [
        *head(record),
        *numbers.section("PRIMARY", [r for r in rows if r["role"] == Role.PRIMARY.value]),
        *tables(record),
        *scores(record),
        *numbers.section("OTHER NUMBERS WITH INTERVALS", [r for r in others if r["interval"]]),
        *numbers.section("OTHER NUMBERS", [r for r in alone if not _is_declared(r)]),
        *numbers.section("FROM DECLARATIONS ALONE", [r for r in alone if _is_declared(r)]),
        *comparisons(record),
        *figures(record),
        *gates(record),
        *notes(record),
        *statement(record),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _is_declared(row: dict[str, str]) -> bool:
    from evalspec.tally.needs import metrics

    takes: Takes = metrics()[row["metric"].split("(")[0]].takes
    return takes is Takes.NOTHING


def _in_a_table(row: dict[str, object]) -> bool:
    return is_decision(row) or of_scores(row) is not None


FORMAT = Format(id="text", title="Plain text", suffix=".txt", write=write)

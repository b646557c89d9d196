"""DuckDB, embedded: one join, one GROUP BY, integers out; out of core under a memory limit."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from evalspec.records import Integrity, Refusal, Tally
from evalspec.tables.engine import connect
from evalspec.tally import _units as units
from evalspec.tally import statements as sql
from evalspec.tally._calls import calls_of
from evalspec.tally._integrity import called_units, excluded, fits, integrity_of
from evalspec.tally._misfits import misfits
from evalspec.tally._missing import add_missing
from evalspec.tally._numbering import Numbering, number_groups
from evalspec.tally._passes import Found, Pass, confuse, count, of_classes
from evalspec.tally._rank_passes import rank
from evalspec.tally._sources import carried_words, keys_of, load
from evalspec.tally.base import Engine, Inputs
from evalspec.tally.needs import Decision, Needs
from evalspec.tally.results_of import result_names
from evalspec.tally.subgroups import all_subgroups


def tally(inputs: Inputs) -> tuple[Tally | None, Integrity]:
    """One pass over predictions and outcomes. The tally is None where the outcomes don't fit: see ``Integrity``.

    Raises:
        Refusal: a threshold value or a result is missing that the check should have found.
    """
    import duckdb

    con = connect(threads=inputs.threads, memory=inputs.memory, ordered=False)
    try:
        plan, needs = inputs.plan, inputs.needs
        load(con, inputs)
        add_missing(con, inputs)
        numbering = number_groups(con, plan)
        calls, by_group = calls_of(con, inputs, numbering.groups)
        carried = _join(con, inputs, numbering.relation)
        first = _first(needs, calls)
        counted = con.execute(sql.cells([] if of_classes(plan) else first, "j", by_group=by_group)).fetchall()
        integrity = integrity_of(con, inputs, numbering, counted)
        if not fits(plan, integrity):
            return None, replace(integrity, **misfits(inputs))
        found = Found()
        for at in _passes(con, inputs, numbering, calls, by_group, carried):
            _reduce(at, found, counted if at.relation == "j" else None)
        done = found.tally(excluded(plan, numbering.groups, counted))
        return done, replace(integrity, called=called_units(done.cells, done.confusions))
    except duckdb.Error as e:  # without its text: that may quote rows
        told = f"the engine stopped ({type(e).__name__})"
        raise Refusal(told, help="this is our fault, or the machine's, not your plan's", exit_code=70) from None
    finally:
        con.close()


def _first(needs: Needs, calls: dict[Decision, sql.Call]) -> list[sql.Call]:
    """The calls of the pass over everybody: counted together with how the outcomes fit."""
    everybody = needs.passes.get("")
    return [calls[d] for d in everybody.decisions] if everybody and needs.scenarios == ("",) else []


def _join(con: Any, inputs: Inputs, numbered: str) -> tuple[str, ...]:
    """``j``: kept as a table where its rows are read again, else read by one query. Returns the columns beside g and y."""
    plan, needs = inputs.plan, inputs.needs
    by_unit = ("u",) if needs.by_unit else ()
    carried = (*by_unit, *carried_words(inputs), *result_names(plan))
    again = needs.ranks_scores or needs.scenarios != ("",) or of_classes(plan)
    source = f"(SELECT *, unit AS u FROM {numbered})" if by_unit else numbered
    text = sql.joined(plan, carried, source, keys=keys_of(plan))
    con.execute(f"CREATE {'TABLE' if again else 'VIEW'} j AS {text}")
    return carried


def _passes(
    con: Any,
    inputs: Inputs,
    numbering: Numbering,
    calls: dict[Decision, sql.Call],
    by_group: bool,
    carried: Sequence[str],
) -> Iterator[Pass]:
    """A pass for each subgroup and scenario; the plain one, over everybody, reads ``j`` as it is."""
    plan, needs = inputs.plan, inputs.needs
    bits = {name: 1 << k for k, name in enumerate(all_subgroups(plan))}
    for subgroup, wanted in needs.passes.items():
        for scenario in needs.scenarios:
            relation = "j"
            if subgroup or scenario:
                where = f" WHERE (m & {bits[subgroup]}) != 0" if subgroup else ""
                relation = f"(SELECT g, {_status(scenario)} AS y, {', '.join(carried)} FROM j{where})"
            yield Pass(
                con=con, plan=plan, numbering=numbering, needs=wanted, calls=calls, by_group=by_group, relation=relation,
                subgroup=subgroup, scenario=scenario,
            )  # fmt: skip


def _status(scenario: str) -> str:
    if not scenario:
        return "y"
    assumed = sql.POSITIVE if scenario == "unknown-positive" else sql.NEGATIVE
    return f"CASE WHEN y IN ({sql.MISSING}, {sql.UNKNOWN}) THEN {assumed} ELSE y END"


def _reduce(at: Pass, found: Found, counted: Sequence[Any] | None) -> None:
    if of_classes(at.plan):
        confuse(at, found)
    else:
        count(at, found, counted)
    rank(at, found)
    units.label_sets(at, found)
    units.ranks(at, found)
    units.pairs(at, found)
    units.paired_scores(at, found)
    units.clusters(at, found)
    units.clustered(at, found)


ENGINE = Engine(id="duckdb", title="DuckDB, embedded", tally=tally)

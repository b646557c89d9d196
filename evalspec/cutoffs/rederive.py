"""Recomputes declared thresholds from their derivation data: training-side scores and labels.

Derivation data hold outcomes. So nothing of a fold is read but its ids, until it is proved that none of them is a unit
that the fold evaluates; only then its scores and labels are read. No row of them leaves this room: only the values
that the rule picks, and two counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalspec.cutoffs.choose import Cost, choose, settled
from evalspec.plan.model import Plan
from evalspec.plan.model.design import Costs, Threshold
from evalspec.records import Blinded, Place, Problem, Rederived, Refusal, ScoreGroup, Table
from evalspec.tables.engine import connect, literal, lock, quoted
from evalspec.tables.files import OpenFile, locate, outcome_at, refuse_outcome_twin
from evalspec.tables.loaded import laid_out, load
from evalspec.tables.names import derivations, tables, threshold_values
from evalspec.tables.thresholds import NUMBER
from evalspec.terms import Scope


@dataclass(slots=True, kw_only=True)
class Derived:
    """What came of all derivation data: values, files, and what is wrong with them."""

    rows: list[Rederived] = field(default_factory=list)
    tables: dict[str, Table] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def rederive(plan: Plan, folder: Path, blinded: Blinded, *, redirect: Mapping[str, Path] | None = None) -> Derived:
    """Recompute every threshold that has derivation data. Raises nothing of its own: faults become problems."""
    found = Derived()
    given = redirect or {}
    others = {**tables(plan), **threshold_values(plan)}
    twins = {outcome_at(given.get(n) or folder / d.path, plan, folder, redirect=given) for n, d in others.items()}
    for name, declared in derivations(plan).items():
        threshold = name.partition(".")[2]
        if f"the derivation of {threshold}" in twins:
            continue  # told of the table that is this file (outcome-visible): nothing of it is opened
        try:
            path = locate(folder, declared.path, name=name, redirect=(redirect or {}).get(name))
            refuse_outcome_twin(plan, folder, name, declared=declared.path, redirect=redirect)
            with OpenFile(path, name=name, file=declared.path) as opened:
                _Derivation(plan, threshold, blinded, opened).into(found)
        except Refusal as e:
            if e.rule == "missing-file" and declared.late:
                found.missing.append(name)
                continue
            found.problems.append(
                Problem(
                    rule=e.rule or "unreadable-file", message=e.message, file=e.file, place=e.place,
                    path=declared.place, help=e.help,
                )
            )  # fmt: skip
    return found


class _Derivation:
    """One file of derivation data."""

    def __init__(self, plan: Plan, threshold: str, blinded: Blinded, opened: OpenFile) -> None:
        self.plan, self.name, self.blinded, self.opened = plan, threshold, blinded, opened
        self.threshold: Threshold = plan.thresholds[threshold]
        assert self.threshold.derivation is not None
        self.said = self.threshold.derivation.columns
        self.con = connect()
        self.columns: tuple[str, ...] = ()

    def into(self, found: Derived) -> None:
        """Load the file and recompute each model and fold. Raises Refusal."""
        layout = laid_out(self.con, self.opened)
        self.columns = layout.columns
        for column in (self.unit, self.said.of("outcome", self.plan.outcome.column), *self._scores().values()):
            if column not in self.columns:
                there = ", ".join(f"`{c}`" for c in self.columns)
                raise self.opened.refusal(
                    f"{self.opened.name} has no column `{column}`", "column-missing", f"there are {there}"
                )
        found.tables[self.opened.name] = load(self.con, self.opened, layout, "derivation")
        lock(self.con)
        if self.threshold.rule is None or self.threshold.positive_when is None:
            return
        for fold in self._folds():
            found.rows += self._fold(fold)

    @property
    def unit(self) -> str:
        return self.said.of("unit", self.plan.units.id if self.plan.units else None)

    def _there(self, word: str, default: str | None = None) -> str | None:
        column = self.said.of(word, default if default in self.columns else None)
        return column if column in self.columns else None

    def _fold_column(self) -> str | None:
        """`design.fold` may be the cohort's column; beside a column `fold` that one says which cohort a row is of."""
        cohort = self.plan.cohorts.column if self.plan.cohorts else None
        own = self.plan.design.fold == cohort and "fold" in self.columns
        return self._there("fold", None if own else self.plan.design.fold)

    def _scores(self) -> dict[str, str]:
        """The column of each model's scores: in a long table one for all, else the model's own."""
        long = self._there("model") is not None or len(self.plan.models) == 1
        if long and (self.said.score or "score" in self.columns):
            return dict.fromkeys(self.plan.models, self.said.of("score"))
        return {name: m.score or self.said.of("score") for name, m in self.plan.models.items()}

    def _where(self, fold: str, model: str = "") -> str:
        parts = ["true"]
        by_fold, by_model = self._fold_column(), self._there("model")
        if by_fold and fold:
            parts.append(f"{quoted(by_fold)} = {literal(fold)}")
        if by_model and model:
            parts.append(f"{quoted(by_model)} = {literal(model)}")
        return " AND ".join(parts)

    def _folds(self) -> Sequence[str]:
        column = self._fold_column()
        if column is None:
            return [
                fold for (fold,) in self.blinded.ask("SELECT fold FROM prediction GROUP BY fold ORDER BY min(line)")
            ] or [""]
        return [
            f
            for (f,) in self.con.execute(
                f"SELECT {quoted(column)} FROM derivation GROUP BY 1 ORDER BY min(line)"
            ).fetchall()
        ]

    def _fold(self, fold: str) -> Iterator[Rederived]:
        unproved = self._unproved()
        units, line = (0, None) if unproved else self._held_out(fold)
        for model in self.plan.models:
            blank = Rederived(threshold=self.name, model=model, fold=fold, reason=unproved, held_out=units, line=line)
            yield blank if unproved or units else self._recomputed(fold, model)

    def _unproved(self) -> str:
        """Why it can't be proved that no held-out unit is in it; then no score and no label is read."""
        if "predictions" not in self.blinded.tables:
            return "data.predictions, to prove that no unit of them is in the derivation data"
        scoped = self.plan.units is not None and self.plan.units.id_scope is Scope.COHORT
        if scoped and self._there("cohort", self.plan.cohorts.column if self.plan.cohorts else None) is None:
            return "a column of cohorts in the derivation data: an id means one unit inside its cohort only"
        return ""

    def _held_out(self, fold: str) -> tuple[int, int | None]:
        """How many units of the derivation data this fold evaluates, and the first line of them. Reads ids alone."""
        scoped = self.plan.units is not None and self.plan.units.id_scope is Scope.COHORT
        cohort = self._there("cohort", self.plan.cohorts.column if self.plan.cohorts else None) if scoped else None
        key = f"{quoted(self.unit)}, {quoted(cohort) if cohort else literal('')}"
        there = self.con.execute(
            f"SELECT {key}, min(line) FROM derivation WHERE {self._where(fold)} GROUP BY ALL"
        ).fetchall()
        folded = self.blinded.ask("SELECT count(*) FROM prediction WHERE fold <> ''")[0][0] and fold
        where = f"WHERE fold = {literal(fold)}" if folded else ""
        shown = "unit, cohort" if scoped else "unit, ''"
        evaluated = set(self.blinded.ask(f"SELECT DISTINCT {shown} FROM prediction {where}"))
        lines = [line for unit, inside, line in there if (unit, inside) in evaluated]
        return len(lines), min(lines, default=None)

    def _recomputed(self, fold: str, model: str) -> Rederived:
        groups = self._groups(fold, model)
        rule, when = self.threshold.rule, self.threshold.positive_when
        assert rule is not None
        assert when is not None
        positives, negatives = sum(g.n_positive for g in groups), sum(g.n_negative for g in groups)
        if not groups:
            reason = f"the derivation data have no row of model {model}" + (f" in fold {fold}" if fold else "")
            return Rederived(threshold=self.name, model=model, fold=fold, reason=reason)
        choice = choose(groups, rule, when, cost_of(self.plan, self.threshold))
        ties = rule.ties or self.threshold.ties
        return Rederived(
            threshold=self.name, model=model, fold=fold, values=choice.values, chosen=settled(choice.values, ties, when),
            n_positive=positives, n_negative=negatives, unreachable=choice.extreme is not None, extreme=choice.extreme,
            reason=choice.reason,
        )  # fmt: skip

    def _groups(self, fold: str, model: str) -> list[ScoreGroup]:
        """Raises Refusal for a score that is no finite number, and for a label that the plan doesn't know."""
        score = quoted(self._scores()[model])
        label = quoted(self.said.of("outcome", self.plan.outcome.column))
        number = f"CASE WHEN regexp_full_match({score}, {literal(NUMBER)}) THEN TRY_CAST({score} AS DOUBLE) END"
        rows = (
            f"SELECT CASE WHEN isfinite({number}) THEN {number} + 0.0 END AS score, {label} AS label, line "
            f"FROM derivation WHERE {self._where(fold, model)}"
        )
        yes, no = self.plan.outcome.positive or "", self.plan.outcome.negative or ""
        self._refuse(
            f"SELECT min(line), count(*) FROM ({rows}) WHERE score IS NULL", "that is no finite number", "score"
        )
        known = f"({literal(yes)}, {literal(no)})"
        self._refuse(
            f"SELECT min(line), count(*) FROM ({rows}) WHERE label NOT IN {known}",
            "that is no token of the outcome",
            "label",
        )
        counted = f"count(*) FILTER (label = {literal(yes)}), count(*) FILTER (label = {literal(no)})"
        sql = f"SELECT score, {counted} FROM ({rows}) GROUP BY score ORDER BY score"
        return [ScoreGroup(s, p, n) for s, p, n in self.con.execute(sql).fetchall()]

    def _refuse(self, sql: str, fault: str, what: str) -> None:
        line, n = self.con.execute(sql).fetchone()
        if n:
            told = f"{self.opened.name} has a {what} {fault} in {n} of its rows"
            raise Refusal(told, file=self.opened.file, place=Place(line), rule="derivation-unreadable")


def cost_of(plan: Plan, threshold: Threshold) -> Cost | None:
    """The costs and the prevalence that ``min: expected_cost`` means; None where the plan doesn't say them."""
    rule = threshold.rule
    population = plan.populations.get(str((rule.population if rule else None) or threshold.population))
    costs: Any = plan.costs
    if isinstance(costs, dict):
        costs = (
            costs.get(threshold.costs) if threshold.costs else next(iter(costs.values())) if len(costs) == 1 else None
        )
    if population is None or not isinstance(costs, Costs):
        return None
    return Cost(costs.false_negative, costs.false_positive, population.prevalence)

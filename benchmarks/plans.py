"""The plan, in evalspec's language, and its seal."""

import subprocess
import sys
from pathlib import Path

from generate import THRESHOLD, names

VARIANTS = ("thr", "all")
"""Threshold metrics alone; ranking metrics too."""

EVALSPEC = [sys.executable, "-c", "from evalspec.cli.main import main; main()"]

_PLAN = """\
evalspec: 1
plan:
  id: benchmark-{variant}-{format}
  title: A classifier of a rare condition in 50 cohorts
  question: How long does it take to compute what was declared?
  target: these-cohorts
outcome:
  kind: binary
  column: outcome
  positive: "1"
  negative: "0"
  definition: drawn by chance
  reference_standard: the random numbers that drew it
units:
  id: subject_id
  id_scope: study
cohorts:
  column: cohort
  members: [{members}]
data:
  predictions: predictions.{format}
  outcomes: outcomes.{format}
design:
  kind: external
models:
  m1: {{score: score, scale: probability, direction: higher-is-positive}}
thresholds:
  main: {{source: prespecified, value: {threshold}, positive_when: score >= threshold, why: fixed before the data were drawn}}
summaries:
  - {{id: headline, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}}
  - {{id: each, role: secondary, metric: [{metrics}], threshold: main, cohorts: each}}
  - {{id: pooled, role: secondary, metric: [{metrics}], threshold: main, cohorts: pooled}}
  - {{id: macro, role: secondary, metric: [{metrics}], threshold: main, cohorts: macro, minimum_defined: 50}}
{ranking}handling: {{missing_prediction: refuse, missing_outcome: refuse}}
"""

_RANKING = """\
  - {id: ranking, role: secondary, metric: [auroc, average_precision], cohorts: each}
"""


def plan_of(folder: Path, variant: str, format: str) -> Path:
    """Where the plan lies."""
    return folder / f"plan-{variant}-{format}.yaml"


def write_and_seal(folder: Path, variant: str, format: str) -> Path:
    """The plan beside its data, sealed. Exits where ``evalspec seal`` refuses it."""
    path = plan_of(folder, variant, format)
    text = _PLAN.format(
        variant=variant, format=format, members=", ".join(names()), threshold=THRESHOLD,
        metrics="sensitivity, specificity, precision, npv, accuracy", ranking=_RANKING if variant == "all" else "",
    )  # fmt: skip
    path.write_text(text)
    done = subprocess.run([*EVALSPEC, "seal", str(path)], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"evalspec seal refused {path}: {done.stderr}")
    return path

"""Numbers that rest on arrays and fits have the same bytes whatever the threads of the libraries below and the hash seed."""

from project import evalspec, project

MORE = """  - {id: drawn, role: secondary, metric: auroc, cohorts: each,
     interval: {method: bootstrap, level: 0.95, replicates: 200, seed: 7, resample: units, strata: [outcome], limits: bca}}
  - {id: drawn-macro, role: secondary, metric: [sensitivity, precision], threshold: sp90, cohorts: macro, minimum_defined: 1,
     interval: {method: bootstrap, level: 0.95, replicates: 200, seed: 7, resample: units, strata: [cohort], limits: percentile}}
  - {id: fitted, role: secondary, metric: specificity, threshold: sp90, minimum_defined: 3,
     cohorts: {random-effects: {scale: logit, zero_cells: half-where-zero, tau2: reml}},
     interval: {method: hartung-knapp, level: 0.95}}
"""


def test_threads_and_hash_seed_change_no_byte_of_resampled_and_fitted_numbers(tmp_path):
    found = []
    for threads, seed in (("1", "1"), ("4", "2")):
        plan = project(tmp_path / threads, "indo-rct")
        text = plan.read_text()
        assert "\nhandling:" in text
        head, summaries = text.split("\nsummaries:\n")
        head = head.replace("\n  question:", "\n  target: these-cohorts\n  question:")
        plan.write_text(f"{head}\nsummaries:\n{MORE}{summaries}")
        env = {"PYTHONHASHSEED": seed, "OMP_NUM_THREADS": threads, "OPENBLAS_NUM_THREADS": threads}
        sealed = evalspec("seal", plan, env=env)
        assert sealed.returncode == 0, sealed.stdout + sealed.stderr
        done = evalspec("run", plan, "-o", tmp_path / f"out{threads}", env=env)
        assert done.returncode == 0, done.stderr
        found.append((tmp_path / f"out{threads}" / "results.json").read_bytes())
    assert b'"hartung-knapp"' in found[0]
    assert b'"bootstrap"' in found[0]
    assert found[0] == found[1]

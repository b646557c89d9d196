"""No evaluation at all: DuckDB scans and joins the same files, touches every column, and counts. The floor."""

import json

import duckdb
from _numbers import arguments


def relation(path: str, columns: dict[str, str]) -> str:
    """A typed read; nothing is sniffed."""
    if path.endswith(".parquet"):
        return f"read_parquet('{path}')"
    typed = ", ".join(f"'{name}': '{kind}'" for name, kind in columns.items())
    return f"read_csv('{path}', auto_detect=false, header=true, delim=',', columns={{{typed}}})"


given = arguments()
p = relation(given.predictions, {"subject_id": "BIGINT", "cohort": "VARCHAR", "score": "DOUBLE"})
o = relation(given.outcomes, {"subject_id": "BIGINT", "outcome": "BIGINT"})
con = duckdb.connect(config={"preserve_insertion_order": False})
text = f"SELECT count(*), count(*) FILTER (outcome = 1), max(score), max(cohort) FROM {p} JOIN {o} USING (subject_id)"
rows, positives, _, _ = con.execute(text).fetchone()
print(json.dumps({"rows": rows, "positives": positives}))

from pathlib import Path

import pytest


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    return tmp_path / "plan.ledger.jsonl"

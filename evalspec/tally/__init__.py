"""Subject-level rows to integers."""

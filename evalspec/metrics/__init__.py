"""Counts and score groups to values, one metric a file."""

"""Verdicts on declared requirements."""

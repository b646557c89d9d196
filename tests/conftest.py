"""Hypothesis runs the same examples every time."""

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None, max_examples=50)
settings.load_profile("repeatable")

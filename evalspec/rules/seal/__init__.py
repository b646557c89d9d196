"""The record, and what was done with it."""

"""The plan as text, as data, and as meaning."""

"""Declared figures: their exact points, one kind a file."""

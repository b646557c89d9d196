"""Engines that reduce rows to integers, one a file."""

"""Score groups or counts to the points of a figure, one kind a file."""

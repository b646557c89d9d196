"""Information flows from the evaluation side."""

"""The only place that rounds, one format a file."""

"""Two models against each other, one measure a file."""

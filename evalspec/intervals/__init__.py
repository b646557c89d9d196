"""Values to limits, one method a file."""

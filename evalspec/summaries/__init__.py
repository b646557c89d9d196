"""Values over an axis to one number, one word a file."""

"""What is objected to, one rule a file."""

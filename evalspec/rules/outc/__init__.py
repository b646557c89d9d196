"""Found at unblinding."""

"""The number would not mean what it says."""

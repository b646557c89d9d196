"""The decision rule can not decide what it says."""

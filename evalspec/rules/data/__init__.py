"""The blinded files don't fit the plan."""

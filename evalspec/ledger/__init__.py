"""The seal, the chain and what it proves."""

"""The plan contradicts itself."""

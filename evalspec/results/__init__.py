"""The declared rows and their companions."""

"""Reading files strictly, and their digests."""

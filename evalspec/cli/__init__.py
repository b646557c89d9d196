"""One file a command; the only room that prints or parses arguments."""

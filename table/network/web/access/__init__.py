"""Pages from other sites: which of them may read the spectators' stream, and the access tokens of local files."""

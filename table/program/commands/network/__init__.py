"""The command for those who watch from elsewhere."""

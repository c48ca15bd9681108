"""The games that the table plays, a folder for each, and the only access to them (`rule_set`)."""

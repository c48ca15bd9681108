"""The games that the table plays, a folder each, and the one door to them (`rule_set`)."""

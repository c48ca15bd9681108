"""What happened, in order, hash-chained, in SQLite. One match, one journal."""

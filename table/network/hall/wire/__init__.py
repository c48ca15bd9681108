"""The words between a table and its hall: topics, messages, the chain of a table's events, the way to the broker."""

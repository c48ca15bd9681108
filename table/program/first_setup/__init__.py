"""Make a table's configuration from the parts that are plugged in, with questions to a person."""

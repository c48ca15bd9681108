"""The campaign of a hall: real brokers that are killed, tables that speak through the shipping outbox."""

"""The campaign `hall`: real brokers that are killed, and tables that publish through the product's outbox."""

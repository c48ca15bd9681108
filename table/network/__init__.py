"""The programs with a network: web program, outbox, hall, and the carrier between two tables. They know no secret."""

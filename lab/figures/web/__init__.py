"""The figures of the programs beside a table: the web program with viewers, and the outbox without a network."""

"""The program with a network: it reads the table's published data, and serves it. It has no other data."""

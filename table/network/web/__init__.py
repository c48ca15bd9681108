"""The program with a network: it reads what the table tells everybody, and serves it. It knows nothing more."""

"""The program with a network: it reads what the table publishes, and serves it. It knows nothing else."""

"""The set-up: both forces, the first turn, and the deployment."""

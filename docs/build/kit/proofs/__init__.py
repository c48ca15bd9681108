"""Proofs of the kit (`make test-kit`): its parts can be printed, fit each other, and let one token pass and no two."""

"""Proofs that the kit's files are those that its measures make (`make test-kit-rebuilt`): this needs build123d."""

"""What `.ci/run` does beyond calling `make`: the second chance of a test that starts real programs."""

"""The figures of readers other than the RC522, one module for each."""

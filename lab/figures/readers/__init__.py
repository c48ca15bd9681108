"""The figures of readers that are no RC522, each in a module of its own."""

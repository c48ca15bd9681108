"""The turns of the Activation Phase."""

"""The steps of Legion, and what is asked and decided in each. Pure."""

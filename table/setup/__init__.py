"""All that follows from the configuration, made once."""

"""Speech: the text of the changes since the last one, and the voice."""

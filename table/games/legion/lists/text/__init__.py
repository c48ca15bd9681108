"""The lines of a list as text that say by themselves what they are, without a heading above them."""

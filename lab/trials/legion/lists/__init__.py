"""Random lists of Legion as list builders write them, and the outcome of reading them."""

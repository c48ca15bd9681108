"""A plain PC with two card readers: the real daemon with virtual readers, the shipped program, keys under Xvfb."""

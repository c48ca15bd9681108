"""Shares of the printed hopper's pockets, by 4800 waits in the kept pours. By `make docs`."""

FINDS = ((1, 0.75), (2, 0.73), (4, 0.73), (8, 0.72), (16, 0.77))
"""The share of pockets that come with a token, if at most so many tokens are in the bowl."""
JAMS = 0.048
"""The share of pockets at which the disc jams, or nothing comes for a whole turn."""
FREES = 0.90
"""The share of turns back that end this."""

"""Shares of the printed hopper's pockets, by 944 waits in the kept pours. By `make docs`."""

FINDS = ((1, 0.6), (2, 0.66), (4, 0.78), (8, 0.73), (16, 0.73))
"""The share of pockets that come with a token, if at most so many tokens are in the bowl."""
JAMS = 0.057
"""The share of pockets at which the disc jams, or nothing comes for a whole turn."""
FREES = 0.90
"""The share of turns back that end this."""

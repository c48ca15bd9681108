"""Shares of the printed hopper's pockets, by 2352 waits in the kept pours. By `make docs`."""

FINDS = ((1, 0.77), (2, 0.79), (4, 0.74), (8, 0.74), (16, 0.76))
"""The share of pockets that come with a token, if at most so many tokens are in the bowl."""
JAMS = 0.047
"""The share of pockets at which the disc jams, or nothing comes for a whole turn."""
FREES = 0.90
"""The share of turns back that end this."""

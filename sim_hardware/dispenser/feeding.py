"""Shares of the printed hopper's pockets, by 528 waits in the kept pours. By `make docs`."""

FINDS = ((1, 0.66), (2, 0.82), (4, 0.81), (8, 0.76), (16, 0.75))
"""The share of pockets that come with a token, if at most so many tokens are in the bowl."""
JAMS = 0.052
"""The share of pockets at which the disc jams, or nothing comes for a whole turn."""
FREES = 0.93
"""The share of turns back that end this."""

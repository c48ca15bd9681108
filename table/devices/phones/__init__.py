"""The phones that stand in for a seat's panel: their keys and frames, their socket, and their views."""

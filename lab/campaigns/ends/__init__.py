"""The campaigns `ends` and `kills`: the real program is ended or killed at any moment."""

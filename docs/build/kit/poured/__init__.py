"""Tokens poured into the printed hopper, as rigid bodies (MuJoCo), paid out by the firmware's own loop: `make pour`.

Disc, base and bowl are the files in `printed`. The chute is not simulated: a token that has left the floor reaches the
barrier after the time that `kit.py` calculates.
"""

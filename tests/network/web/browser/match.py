"""The frames of a match that bots play in virtual time, as spectators get them."""

from pathlib import Path
from tempfile import TemporaryDirectory

from lab.figures.feed_figures import MatchInFrames

SEED, ROUNDS = 1, 2


def frames_of_a_match() -> tuple[bytes, ...]:
    with TemporaryDirectory() as folder:
        watched = MatchInFrames(Path(folder), SEED)
        watched.play(ROUNDS)
    return tuple(watched.frames)

"""Damage to a script by its own language: acts where nobody does them, and words that belong to another act."""

import random

from lab.campaigns.hostile.byte_damage import ESCAPES
from table.emulation.scripts.parser import ALL

PLAYS_ON = "bots"
"""The verb that plays whole matches, which take as long as they take."""
EXAMPLES = tuple(form.example for word, form in ALL.items() if word != PLAYS_ON)
ODD_WORDS = (
    "0",
    "-1",
    "9" * 30,
    "1e9",
    '""',
    "all",
    "blue",
    "red",
    "nothing",
    "*",
    "0.5",
    "corps",
    "before",
    "no",
    "until",
)


def acts(file: bytes, rng: random.Random) -> bytes:
    """Return a script with other acts among its own, and one word of them that is another."""
    lines = file.decode("utf-8", "replace").splitlines()
    for _ in range(rng.randint(1, 4)):
        words = rng.choice(EXAMPLES).split(" ")
        if rng.random() < 0.5:
            other = rng.choice((*ODD_WORDS, *rng.choice(EXAMPLES).split(" "), ESCAPES.replace("\n", " ")))
            words[rng.randrange(len(words))] = other
        lines.insert(rng.randint(min(4, len(lines)), len(lines)), " ".join(words))
    return "\n".join(lines).encode("utf-8", "replace") + b"\n"

"""Make the arguments for a match, and a script."""

import random
from pathlib import Path

from table.config import Config
from table.devices.setup import Setup


def match() -> tuple[str, ...]:
    """Return the arguments that begin a match."""
    system, sides = Setup.of(Config()).games.demo
    return ("--system", system, *(word for seat, army in sides.items() for word in (f"--{seat}", army)))


def script(folder: Path, rng: random.Random) -> Path:
    """Write a script that plays for longer than anybody looks."""
    system, sides = Setup.of(Config()).games.demo
    head = [f"seed {rng.randrange(1000)}", f"system {system}", *(f"{seat} {army}" for seat, army in sides.items())]
    path = folder / "evening.script"
    path.write_text("\n".join((*head, "bots until over", "wait 60s")) + "\n")
    return path

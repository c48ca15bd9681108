"""Pour and pay, and print a line of JSON for each pour: `python -m poured --token 25x2.0 --seeds 1-20`."""

import argparse
import json
from dataclasses import asdict, replace

from poured.payout import paid
from poured.scene import Pour
from sim_hardware.dispenser.kit import fingerprint, measures, token

EARLIER_TIMINGS = {"feed_timeout_ms": 800, "reverse_ms": 650}
"""Those of firmware 0.1.0, which the disc never makes a whole turn with."""

asked = argparse.ArgumentParser(prog="poured", description="Pour tokens into the printed hopper, and pay them.")
asked.add_argument("--token", default="25x2.0")
asked.add_argument("--tokens", type=int, default=16)
asked.add_argument("--friction", type=float, default=0.3)
asked.add_argument("--tilt", type=float, default=0.0, help="degrees of the table, toward the exit")
asked.add_argument("--larger", type=float, default=0.0, help="-1 to 1: tokens at the ends of their tolerance")
asked.add_argument("--seeds", default="1-2", help="first and last seed")
asked.add_argument("--control", choices=("roof", "timings"), help="what the hopper had before")
given = asked.parse_args()
first, _, last = given.seeds.partition("-")
pour = Pour(given.tokens, given.friction, given.tilt, given.larger)
for seed in range(int(first), int(last or first) + 1):
    came = paid(
        measures(token(given.token)),
        replace(pour, seed=seed),
        given.control == "roof",
        EARLIER_TIMINGS if given.control == "timings" else None,
    )
    said = {
        "token": given.token,
        "measures": fingerprint(),
        "control": given.control,
        **asdict(replace(pour, seed=seed)),
    }
    print(json.dumps({**said, **asdict(came)}), flush=True)  # noqa: T201  # its lines are kept as a file

"""Pour and pay, and print a line of JSON for each pour: `python -m poured --token 25x2.0 --seeds 1-20`.

`--lacking 20` makes the next 20 pours of the campaign instead, and keeps them.
"""

import argparse
import json
from dataclasses import fields

from poured.plan import CONTROLS, Planned, keep, kept, lacking, poured
from poured.scene import Pour

NUMBERS = [each.name for each in fields(Pour) if each.name not in ("tokens", "seed")]

asked = argparse.ArgumentParser(prog="poured", description="Pour tokens into the printed hopper, and pay them.")
asked.add_argument("--token", default="25x2.0")
asked.add_argument("--tokens", type=int, default=16)
for each in NUMBERS:
    asked.add_argument(f"--{each}", type=float, default=getattr(Pour(), each), help="see poured/scene.py")
asked.add_argument("--seeds", default="1-2", help="first and last seed")
asked.add_argument("--control", choices=CONTROLS, help="what the hopper had before")
asked.add_argument("--lacking", type=int, help="make and keep so many pours that the campaign lacks")
given = asked.parse_args()
if given.lacking:
    wanted = lacking(kept())[: given.lacking]
else:
    first, _, last = given.seeds.partition("-")
    numbers = {name: getattr(given, name) for name in NUMBERS}
    seeds = range(int(first), int(last or first) + 1)
    wanted = [Planned(given.token, Pour(given.tokens, seed=seed, **numbers), given.control) for seed in seeds]
for one in wanted:
    row = poured(one)
    if given.lacking:
        keep(row)
    print(json.dumps(row), flush=True)  # noqa: T201  # its lines are read by others

"""The pours of tokens into the printed hopper that are kept, as they were written (`command-table campaign hopper`)."""

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

POURS = Path(__file__).parents[1] / "docs" / "build" / "kit" / "poured" / "pours.jsonl"
MIDDLE: Mapping[str, float] = MappingProxyType(
    {
        "friction": 0.3,
        "tilt": 0.0,
        "downhill": 0.0,
        "larger": 0.0,
        "bow": 0.0,
        "untrue": 0.0,
        "pocket": 0.0,
        "gap": 0.0,
        "floor": 0.0,
    }
)
"""A pour at the middle of all ranges, by the names of `poured/scene.py`."""
Row = dict[str, Any]
"""A pour and its outcome, as in the file."""


def edge(row: Row) -> str:
    """Return the settings that are not mid-range, or an empty text."""
    return ", ".join(f"{name} {row[name]:g}" for name, usual in MIDDLE.items() if row[name] != usual)


def kept() -> list[Row]:
    return [json.loads(line) for line in POURS.read_text("utf-8").splitlines()]

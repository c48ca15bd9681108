"""Every key that the code names has words, and no words are left over."""

import re
from pathlib import Path

from table.games.infinity.forces import Order
from table.games.infinity.parts import PARTS
from table.games.infinity.rules import TABLE
from table.games.infinity.uses import ALL, Window
from table.words import Words

ROOT = Path(__file__).parents[2] / "table"


def test_each_key_has_words() -> None:
    said = Words()
    named = {
        key
        for room in ("games/infinity", "catalog/infinity", "commands")
        for path in (ROOT / room).glob("*.py")
        for key in re.findall(r'text\(\s*"([a-z_.]+)"', path.read_text("utf-8"))
    }
    named |= {f"infinity.use.{use.id}" for use in ALL}
    named |= {f"infinity.ask.{use.id}" for use in ALL if "trooper" in use.parts}
    named |= {f"infinity.ask.{part}" for part in PARTS if part != "trooper"}
    named |= {f"infinity.refused.part.{part}" for part in PARTS}
    named |= {f"infinity.{kind}.window.{window}" for kind in ("ask", "refused") for window in Window}
    named |= {f"infinity.step.{step.id}" for step in TABLE if step.id != "end"}
    named |= {f"infinity.headline.{step.id}" for step in TABLE}
    named |= {f"infinity.phase.{step.phase}" for step in TABLE}
    named |= {f"infinity.arrive.{order}" for order in Order}
    assert len(named) > 120
    assert sorted(key for key in named if key not in said) == []

"""`docs/develop/schema.json` states what the frames are, and the frames are so."""

import json
from pathlib import Path
from typing import Any

import pytest

from lab.pages.frame_schema import DOCUMENT, PAGE, SERVED, schema
from table.rules.seats import BLUE
from table.view.streams.stream_frames import VERSION
from tests.network.watched import WatchedTable

DOCS = Path(__file__).parents[3] / "docs"
SCHEMA = json.loads(schema())


def test_the_file_has_the_frames_of_today() -> None:
    for written in (DOCS / DOCUMENT, SERVED / PAGE):
        assert written.read_text("utf-8") == schema(), "run `make docs`"
    assert SCHEMA["title"].endswith(f"version {VERSION}")
    assert [each["$ref"].rpartition("/")[2] for each in SCHEMA["oneOf"]] == [
        "FeedFrame",
        "OperationsFrame",
        "TableGone",
        "MatchResult",
        "HallFrame",
    ]


def test_what_a_docstring_states_of_a_field_stands_with_it() -> None:
    frame = SCHEMA["$defs"]["FeedFrame"]["properties"]
    assert frame["rev"]["description"].startswith("The number of the frame")
    assert frame["story"]["description"].startswith("The new lines")
    assert "description" not in SCHEMA["$defs"]["SpectatorRound"]["properties"]["round"]


def wrong(value: Any, kind: Any, at: str = "") -> list[str]:
    """Return where a value is not what the schema states: so much of JSON Schema as this one uses."""
    if "$ref" in kind:
        return wrong(value, SCHEMA["$defs"][kind["$ref"].rpartition("/")[2]], at)
    if "anyOf" in kind:
        return [] if any(not wrong(value, each, at) for each in kind["anyOf"]) else [at]
    if "enum" in kind:
        return [] if value in kind["enum"] else [at]
    if "type" not in kind:
        return []  # anything at all, such as the value of a change
    types = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}
    if type(value) is not types[kind["type"]]:
        return [at]
    if isinstance(value, list):
        return [each for n, item in enumerate(value) for each in wrong(item, kind["items"], f"{at}/{n}")]
    if not isinstance(value, dict):
        return []
    fields, others = kind.get("properties", {}), kind.get("additionalProperties")
    strange = [f"{at}/{name}" for name in value if name not in fields and others is None]
    missing = [f"{at}/{name}" for name in kind.get("required", ()) if name not in value]
    inner = ((name, item, fields.get(name, others)) for name, item in value.items())
    return (
        strange
        + missing
        + [each for name, item, of in inner if of is not None for each in wrong(item, of, f"{at}/{name}")]
    )


@pytest.mark.slow
def test_every_frame_of_a_round_is_as_the_schema_states(tmp_path: Path) -> None:
    table = WatchedTable(tmp_path).begun()
    table.wait(1.0)
    table.lays(BLUE, 4)
    table.wait(1.0)
    table.plays(blue=4, red=2)
    table.wait(1.0)
    lines = [table.feed.joined(table.now_s), *table.bytes.splitlines()]
    table.session.close()
    assert len(lines) > 3
    frame = SCHEMA["$defs"]["FeedFrame"]
    assert [each for line in lines for each in wrong(json.loads(line), frame)] == []
    assert wrong({**json.loads(lines[0]), "card": "x"}, frame) == ["/card"]
    assert wrong({**json.loads(lines[0]), "rev": "1"}, frame) == ["/rev"]

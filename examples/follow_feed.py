"""Follow a table's feed (docs/develop/api.md): `python3 examples/follow_feed.py STATE_FOLDER [LANGUAGE]`."""

import json
import socket
import sys
from collections.abc import Iterator
from typing import Any


def change(table: Any, op: str, path: str, value: Any = None) -> None:
    """Make one change in the table: an operation of JSON Patch."""
    *way, last = [key.replace("~1", "/").replace("~0", "~") for key in path.split("/")[1:]]
    for key in way:
        table = table[int(key) if isinstance(table, list) else key]
    if op == "remove":
        del table[int(last) if isinstance(table, list) else last]
    elif isinstance(table, list):
        table[int(last) : int(last) + (op == "replace")] = [value]
    else:
        table[last] = value


def follow(folder: str, language: str = "en") -> Iterator[str]:
    """Yield each line of the story, and what the table says that happens now."""
    table: Any = None
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as feed:
        feed.connect(f"{folder}/feed")
        for frame in map(json.loads, feed.makefile("rb")):
            table = frame.get("snapshot", table)
            for each in frame.get("changes", ()):
                change(table, **each)
            yield from (f"{line['number']}. {line['say'][language]}" for line in frame.get("story", ()))
            yield f"-- {table['play']['headline'][language] if table['play'] else 'no match yet'}"


if __name__ == "__main__":
    for line in follow(*sys.argv[1:]):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

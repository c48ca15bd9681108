"""Follow a table by HTTP (docs/develop/api.md): python3 -m examples.follow_web http://table.local:7500 [LANGUAGE]"""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from examples.follow_feed import change


def frames(address: str) -> Iterator[Any]:
    """Yield each frame; whenever the connection is lost come back with the mark of the last one."""
    mark = ""
    while True:
        events = Request(f"{address}/api/v1/events", headers={"Last-Event-ID": mark})
        with suppress(URLError, ConnectionError, HTTPException), urlopen(events) as lines:
            for key, _, value in (line.decode().strip().partition(": ") for line in lines):
                if key == "data":
                    yield json.loads(value)
                mark = value if key == "id" else mark
        time.sleep(1)


def follow(address: str, language: str = "en") -> Iterator[str]:
    """Yield each line of the story, and what the table says that happens now."""
    table: Any = None
    for frame in frames(address):
        table = None if "gone" in frame else frame.get("snapshot", table)
        for each in frame.get("changes", ()):
            change(table, **each)
        yield from (f"{line['number']}. {line['say'][language]}" for line in frame.get("story", ()))
        yield f"-- {table['play']['headline'][language] if table and table['play'] else 'no match yet'}"


if __name__ == "__main__":
    for line in follow(*sys.argv[1:]):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

"""The old files of one commit, unpacked as they are needed, and the facts that were written down beside them."""

import json
import lzma
import sqlite3
import tarfile
from collections.abc import Sequence
from contextlib import closing
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

OLD = Path(__file__).parent / "recorded"
RULE_SETS = (str(OLD / "rule_sets" / "file" / "skirmish.py"),)
"""The files of the rule sets that some of the matches were played by."""
GAMES = tuple(word for file in RULE_SETS for word in ("--game", file))
Plain = dict[str, Any]


@cache
def unpacked(name: str) -> bytes:
    return lzma.decompress((OLD / name).read_bytes())


@cache
def facts(name: str) -> Any:
    """What was so at that commit."""
    return json.loads(unpacked(name) if name.endswith(".xz") else (OLD / name).read_bytes())


def batches(journal: Path) -> int:
    """How many batches a journal has, while a table plays it."""
    with closing(sqlite3.connect(journal)) as file:
        (count,) = file.execute("SELECT COUNT(*) FROM batches").fetchone()
    return int(count)


def state(folder: Path) -> Path:
    """The state folder of an evening that ended with kill -9."""
    with tarfile.open(fileobj=BytesIO(unpacked("states/evening.tar.xz"))) as tar:
        for member in tar:
            place = folder / member.name
            place.parent.mkdir(parents=True, exist_ok=True)
            if (file := tar.extractfile(member)) is not None:
                place.write_bytes(file.read())
                place.chmod(member.mode)
    return folder


def configured(folder: Path, games: Sequence[str] = ()) -> Path:
    """A configuration of an emulated table with this state folder."""
    file = folder.with_suffix(".toml")
    file.write_text(f"games = {json.dumps(list(games))}\n[state]\nfolder = {json.dumps(str(folder))}\n", "utf-8")
    return file


def system(match_file: bytes) -> str:
    """The game of a match file."""
    return str(json.loads(match_file.split(b"\n")[0])["system"])


def otherwise(then: object, now: object, place: str = "") -> list[str]:
    """Each place at which something is not as it was. What was not there then may be there now."""
    if isinstance(then, dict) and isinstance(now, dict):
        gone = [f"{place}/{name} is gone" for name in then if name not in now]
        return gone + [
            each for name in then if name in now for each in otherwise(then[name], now[name], f"{place}/{name}")
        ]
    if isinstance(then, list) and isinstance(now, list | tuple) and len(then) == len(now):
        return [
            each
            for number, pair in enumerate(zip(then, now, strict=True))
            for each in otherwise(*pair, f"{place}/{number}")
        ]
    return [] if then == now else [f"{place} was {then!r} and is {now!r}"]

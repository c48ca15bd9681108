"""The old files of one commit, unpacked as they are needed, and the facts that were written down beside them."""

import json
import lzma
import re
import sqlite3
import tarfile
from contextlib import closing
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

OLD = Path(__file__).parent / "109bebd"
Plain = dict[str, Any]
REVISED = ("infinity", "legion_2024", "legion_classic", "tide_of_iron")
"""The games whose rules of that commit, revision 1, are not there any more: they were wrong (LA-03, IA-05, IB-01).

Chain, seals and chance of such a match are proved as they were; its rules are open, which is no failure (decision 8).
"""


@cache
def unpacked(name: str) -> bytes:
    return lzma.decompress((OLD / name).read_bytes())


@cache
def facts(name: str) -> Any:
    """What was so at that commit."""
    return json.loads(unpacked(name) if name.endswith(".xz") else (OLD / name).read_bytes())


def matches() -> list[str]:
    """The names of all matches."""
    return sorted(path.name.removesuffix(".json.xz") for path in (OLD / "matches").glob("*.json.xz"))


def rule_sets(match: str) -> list[str]:
    """The files of the rule sets that this match was played by."""
    return [str(OLD / file) for file in facts(f"matches/{match}.json.xz")["files"]]


def journal(match: str, folder: Path, batches: int | None = None) -> Path:
    """The match's journal in a state folder, as it was when it had so many batches."""
    place = folder / "matches" / f"{facts(f'matches/{match}.json.xz')['match']}.match"
    place.parent.mkdir(parents=True)
    place.write_bytes(unpacked(f"matches/{match}.match.xz"))
    if batches is not None:
        with closing(sqlite3.connect(place)) as file, file:
            file.execute("DELETE FROM batches WHERE n > ?", (batches,))
    return place


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


def configured(folder: Path, games: list[str] | None = None) -> Path:
    """A configuration of an emulated table with this state folder."""
    file = folder.with_suffix(".toml")
    file.write_text(f"games = {json.dumps(games or [])}\n[state]\nfolder = {json.dumps(str(folder))}\n", "utf-8")
    return file


def system(match_file: bytes) -> str:
    """The game of a match file."""
    return str(json.loads(match_file.split(b"\n")[0])["system"])


def checked(match_file: bytes, then: dict[str, str]) -> dict[str, str]:
    """What the checks of a match file come to now, of what they came to then."""
    return then | {"rules": "open"} if system(match_file) in REVISED else then


MEANT = (
    r"/asked/\w+ match\.number/standing was False and is True",  # TB-07: before the first roll or draw
    r"/waits(/\d)? was .*match\.number.* and is .*",
    r"/asked/\w+ (promote|token\.second)(/options/\d+)? is gone",  # TB-34, TB-51: troopers, and never before a lock
    r"/asked/\w+ card\.back is gone",  # LA-50: nobody chooses again today
    r"/asked/\w+ turn/options/pass is gone",  # LA-03: the own previous turn was a pass
    r"/asked/\w+ (park\.back|effect)/standing was False and is True",  # LA-10: a turn uses the token on the card
    r"/waits(/\d)? was .*park\.back.* and is .* turn'.*",
    r"/asked/\w+ effect is gone",  # LA-46: an effect on issuing orders belongs to its own player's orders
    r"/waits/\d was '\w+ effect' and is '\w+ orders'",
    r"/asked/\w+ orders/options/\d+ is gone",  # LA-37: a unit with an affiliation takes orders from its own
    r"/asked/\w+ read\.timing/most was \d and is \d",  # there are more times
    r"/asked/\w+ arrive/options/\d\.\w+ is gone",  # IA-04: a number for each, and then its group and order
    r"/asked/\w+ count\.(apart|irregular) is gone",  # IA-05, IA-06: asked is who is not affected by Retreat!
    r"/waits/\d was '\w+ count\.(apart|irregular)' and is '\w+ count\.steady'",
    r"/asked/\w+ match\.hand\.\S+/(hold|standing) was False and is True",  # TB-09: it waits beside play
    r"/asked/\w+ order/hold was False and is True",  # TB-118
    r"/asked/\w+ (roll|reroll)/hold was False and is True",  # TB-94: what chance decides is held
    r"/asked/\w+ use/hold was False and is True",  # TB-118: nor does one buy what a scenario adds
    r"/waits was \['(\w+) order', '\1 orders\.end'.* and is \['\1 order', '\1 order\.group', '\1 orders\.end'.*",
    r"/asked/\w+ use\.wip/start was None and is \d+",  # the dial begins at the usual WIP
    r"/asked/\w+ facts\.lieutenant/start was None and is 1",  # TB-104: and this one at a Lieutenant's usual order
    r"/asked/\w+ card is gone",  # IB-01: no strategy card is activated during set-up
    r"/asked/\w+ card/hold was False and is True",  # TI-33: no short press buys a card
    r"/waits was \['either match\.close'.*\] and is .*'either match\.winner'\]",  # TB-96: it may stay unanswered
    r"/options/\S+ was '' and is 'infinity\.trooper\.[\w.-]+'",  # TB-113: a trooper's own card chooses it
    r"/asked/\w+ use\.wip is gone",  # IN-36: it is asked who rolls, and then the WIP
    r"/waits(/\d)? was '\w+ use\.wip' and is '\w+ use\.who'",
    r"/waits was \['red use\.trooper'\] and is \['blue deploy', 'red use\.trooper'\]",  # TB-102: the other seat goes on
    r"/asked/\w+ use/options/coordinate is gone",  # IA-07: in the Orders Phase alone
)
"""What the rules since ask otherwise where a match of `REVISED` is folded. What is shown is the same, everywhere."""


def unmeant(differences: list[str]) -> list[str]:
    """Those that no rule since has brought about."""
    return [each for each in differences if not any(re.search(f"{meant}$", each) for meant in MEANT)]


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

"""Exports as they reach the table: packed, pasted, spelled anew. The same army is read, or it is said what is wrong."""

import gzip
import io
import json
import re
import zipfile
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from table.games.files.raw_list import MOST_BYTES
from table.games.infinity.lists.force_list import is_infinity, read_force
from table.games.legion.data.catalogue import load
from table.games.legion.lists.army_list import ListResult, judged, read_list
from table.program.cli import main

CATALOGUE = load()
FOLDER = Path(str(resources.files("table.games.legion.lists").joinpath("samples", "current")))
EXPORTS = tuple(path.read_text("utf-8") for path in sorted(FOLDER.glob("*.json")))
EMPIRE = EXPORTS[0]
"""It has an apostrophe."""


def read(source: bytes | str) -> ListResult:
    return read_list(source, CATALOGUE)


def same(result: ListResult, export: str) -> bool:
    """Units and cards as in the sound export. What a program leaves out beside them does not matter."""
    sound = read(export)
    assert sound.army is not None
    assert not judged(sound)
    if result.army is None or result.unmatched:
        return False
    return (result.army.units, set(result.army.hand)) == (sound.army.units, set(sound.army.hand))


def zipped(*names: str, content: str = EMPIRE) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in names:
            packed.writestr(name, content)
    return file.getvalue()


def changed(**fields: object) -> str:
    return json.dumps({**json.loads(EMPIRE), **fields})


def units(change: Callable[[dict[str, object]], object]) -> str:
    return changed(units=[change(unit) for unit in json.loads(EMPIRE)["units"]])


CARDS = json.loads(EMPIRE)["commandCards"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "source",
    [
        b"\xef\xbb\xbf" + EMPIRE.encode(),
        EMPIRE.replace("\n", "\r\n").encode() + b"\0",
        EMPIRE.encode("utf-16"),
        EMPIRE.encode("utf-16-le"),
        EMPIRE.encode("utf-16-be"),
        EMPIRE.replace("'", "’").encode("cp1252"),
        EMPIRE.replace("'", "’").encode(),
        zipped("Blizzard/list.json", "__MACOSX/._list.json", "readme.md"),
        gzip.compress(EMPIRE.encode()),
        f"[{EMPIRE}]",
        json.dumps(EMPIRE),
        f"Here it is:\n\n```json\n{EMPIRE}\n```\nSee https://example.org.",
        re.sub(r'(["\]}])(\s*[\]}])', r"\1,\2", EMPIRE),
        json.dumps({key.upper(): value for key, value in json.loads(EMPIRE).items()}),
        units(lambda unit: {"Unit-Name": unit["name"], "Upgrades": unit["upgrades"]}),
        units(lambda unit: {**unit, "name": f"1 x {str(unit['name']).upper()} (80 pts)"}),
        changed(commandCards=", ".join(CARDS)),
        changed(commandCards={str(n): card for n, card in enumerate(CARDS)}),
        changed(commandCards=[f"•• {card.lower()}  (2)" for card in CARDS]),
        changed(commandCards=[{"cardName": card, "pips": 1} for card in CARDS]),
        changed(commandCards={"1": CARDS[:2], "2": CARDS[2:]}),
        changed(commandCards=dict.fromkeys(CARDS, 1)),
        changed(units=[{"card": unit} for unit in json.loads(EMPIRE)["units"]]),
        EMPIRE.replace("'", "&#39;"),
        EMPIRE.replace('"', "&quot;"),
        EMPIRE.replace('"', "”"),
        json.dumps({"listName": "x", "faction": "EMPIRE", "commands": CARDS, "units": json.loads(EMPIRE)["units"]}),
    ],
)
def test_the_same_army_is_read(source: bytes | str) -> None:
    assert same(read(source), EMPIRE)


def test_a_count_before_a_name_is_so_many_units() -> None:
    result = read(changed(units=["3x Snowtroopers", {"name": "2 × AT-ST", "count": 1}, {"unit": "AT-ST", "qty": 2}]))
    assert result.army is not None
    assert [unit.name for unit in result.army.units] == ["Snowtroopers"] * 3 + ["AT-ST"] * 3


@pytest.mark.parametrize(
    "unit",
    [
        "Snowtroopers x3",
        "Snowtroopers (x3)",
        "Snowtroopers (56) ×3",
        "3xSnowtroopers",
        {"name": "Snowtroopers", "count": "3"},
        {"name": "Snowtroopers", "quantity": "x3"},
        {"name": "Snowtroopers", "qty": 3.0},
    ],
)
def test_a_count_is_read_wherever_it_stands(unit: object) -> None:
    result = read(changed(units=[unit]))
    assert result.army is not None
    assert [unit.name for unit in result.army.units] == ["Snowtroopers"] * 3


def test_a_count_that_is_no_number_is_reported_and_not_taken_for_one() -> None:
    (problem,) = read(changed(units=[{"name": "Snowtroopers", "count": "many"}])).problems
    assert dict(problem.args)["field"] == "units[1].count"


@pytest.mark.parametrize("key", ["title", "subtitle", "Sub-Title"])
def test_a_title_apart_from_its_name_reports_which_unit_it_is(key: str) -> None:
    given = [{"name": "Darth Vader", key: "The Emperor’s Apprentice"}, {"cardName": "Snowtroopers", key: ""}]
    result = read(changed(units=given))
    assert result.army is not None
    assert [unit.title for unit in result.army.units] == ["The Emperor's Apprentice", ""]
    assert all(match.exact for match in result.matched)


def test_a_title_that_reports_nothing_is_shown_to_be_looked_at() -> None:
    result = read(changed(units=[{"name": "Snowtroopers", "title": "Squad A"}]))
    (unit,) = (match for match in result.matched if match.kind == "unit")
    assert (unit.written, unit.found, unit.exact) == ("Snowtroopers Squad A", "Snowtroopers", False)


@pytest.mark.parametrize(
    ("source", "key"),
    [
        (zipped("a.json", "b.txt"), "list.packed.several"),
        (zipped("picture.png"), "list.packed.nothing"),
        (zipped("a.json")[:200], "list.packed.damaged"),
        (gzip.compress(EMPIRE.encode())[:5] + b"rubbish" * 20, "list.packed.damaged"),
        (zipped("a.json", content=" " * 50_000_000), "list.too_big"),
        (gzip.compress(b" " * 50_000_000), "list.too_big"),
        (f"[{EMPIRE}, {EMPIRE}]", "list.several"),
    ],
)
def test_what_cannot_be_unpacked_is_reported_in_bounded_time(source: bytes | str, key: str) -> None:
    assert [problem.key for problem in read(source).problems] == [key]


def test_a_packed_file_with_a_password_reports_it() -> None:
    locked = bytearray(zipped("a.json"))
    locked[6] |= 1  # the flag of the local header, APPNOTE 4.4.4
    locked[locked.index(b"PK\x01\x02") + 8] |= 1
    assert [problem.key for problem in read(bytes(locked)).problems] == ["list.packed.locked"]


MUTILATIONS: tuple[Callable[[bytes, int], bytes], ...] = (
    lambda data, at: data[:at],
    lambda data, at: data[at:],
    lambda data, at: data[:at] + data[at + 1 :],
    lambda data, at: data[:at] + bytes([data[at] ^ 0x20]) + data[at + 1 :],
    lambda data, at: data[:at] + b"\xff" + data[at:],
    lambda data, at: data[:at] + data[at : at + 40] * 3 + data[at + 40 :],
    lambda data, at: data.replace(b" ", b"\xc2\xa0", at % 9),
    lambda data, at: data.replace(b'"', b"'", at % 20),
)
PACKINGS: tuple[Callable[[bytes], bytes], ...] = (
    bytes, gzip.compress, lambda data: data.decode("utf-8", "replace").encode("utf-16"),
    lambda data: zipped("a.json", content=data.decode("utf-8", "replace")),
)  # fmt: skip


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(
    export=st.sampled_from(EXPORTS),
    cuts=st.lists(st.tuples(st.sampled_from(MUTILATIONS), st.integers(0, 3000)), min_size=1, max_size=4),
    pack=st.sampled_from(PACKINGS),
    late=st.booleans(),
)
def test_a_mutilated_export_is_read_or_its_faults_are_reported(
    export: str,
    cuts: list[tuple[Callable[[bytes, int], bytes], int]],
    pack: Callable[[bytes], bytes],
    late: bool,
) -> None:
    """Before it was packed, or after. Nothing raises, and no army that is not the sound one comes in silence."""
    data = pack(export.encode()) if late else export.encode()
    for mutilate, at in cuts:
        data = mutilate(data, at % len(data)) if data else data
    result = read(data if late else pack(data))
    assert result.army is not None or result.problems
    assert all(problem.key.startswith("list.") for problem in result.problems)
    if result.army is not None and not same(result, export):
        written = {match.written for match in result.matched}
        sound = read(export).matched
        gone = len(written) < len({match.written for match in sound})
        repeated = len(result.matched) > len(
            sound
        )  # an entry that stands there twice makes another list, and a sound one
        assert (
            gone
            or repeated
            or result.unmatched
            or judged(result)
            or result.warnings
            or any(not m.exact for m in result.matched)
        )


@settings(max_examples=40, deadline=None)
@given(
    data=st.binary(max_size=400),
    head=st.sampled_from([b"", b"PK\x03\x04", b"\x1f\x8b\x08", b"\xff\xfe", b"{", b'[{"units":']),
)
def test_no_bytes_whatever_raise(data: bytes, head: bytes) -> None:
    read(head + data)
    is_infinity(head + data)
    read_force(head + data)


def imported(command: str, path: Path) -> Result:
    return CliRunner().invoke(main, [command, str(path), "--lists", str(path.parent / "none")])


@pytest.mark.parametrize("command", ["import", "hand"])
def test_the_commands_take_a_packed_file(command: str, tmp_path: Path) -> None:
    path = tmp_path / "list.zip"
    path.write_bytes(zipped("list.json"))
    result = imported(command, path)
    assert result.exit_code == 0, result.output
    path.write_bytes(b"x" * (MOST_BYTES + 1))
    assert "larger than 256 KB" in imported(command, path).output

"""The campaign of hostile files in small: each reader is asked, what is sound is read, each planted defect is found."""

import random
import threading
from pathlib import Path

import pytest

from lab.campaigns.hostile import hostile_trial
from lab.campaigns.hostile.byte_damage import BYTES
from lab.campaigns.hostile.file_reader import Dialect, FileOutcome, FileReader, outcome
from lab.campaigns.hostile.grammar_damage import BY_GRAMMAR, rechained
from lab.campaigns.hostile.hostile_campaign import found_planted, planted, readers
from lab.campaigns.hostile.hostile_trial import ReaderHangs, in_place, measured, sound, tried, within
from lab.campaigns.hostile.planted import SOUND
from lab.campaigns.hostile.wrong_places import PLACES
from lab.match_files import match_file
from lab.systems import systems
from table.records.verify.file import read
from table.rules.text import text

WELL = FileReader("well", Dialect.JSON, (SOUND,), lambda _: FileOutcome(True), ".json")
FILES = (SOUND, b"", b'x = "y"\nz = 1\n' * 20, b"\xff")


@pytest.mark.slow
def test_every_game_and_every_other_kind_of_file_has_a_reader() -> None:
    there = {reader.name for reader in readers(1)}
    assert there >= {f"{of}.{system.game.system}" for system in systems() for of in ("lists", "stick")}
    assert there >= {
        "config", "script", "match", "backup", "journal", "history", "cards", "key", "enrolling", "notes", "marks",
        "words", "tags", "record", "synced", "bots", "tokens", "flash", "played",
        "hall.settings", "hall.pairings", "hall.clock", "hall.judge_calls", "hall.log", "hall.event", "hall.message",
        "hall.state", "hall.online", "outbox.store", "outbox.ask", "outbox.ack", "outbox.hall",
    }  # fmt: skip


@pytest.mark.campaign
def test_each_planted_defect_is_found_by_its_own_figure() -> None:
    defects = planted(3)
    assert len(defects) == 16
    assert found_planted(3, defects) == tuple(defect.reader.name for defect in defects)


def test_a_reader_with_which_nothing_is_wrong_has_no_finding() -> None:
    for one in (sound(WELL, 0), in_place(WELL, "pipe"), *(tried(WELL, 1, case) for case in range(12))):
        assert (one.error, one.read, one.unexplained, one.steers) == ("", True, False, False)


def test_a_case_is_made_again_by_its_number() -> None:
    seen: list[bytes] = []

    def look(path: Path) -> FileOutcome:
        seen.append(path.read_bytes())
        return FileOutcome(True)

    reader = FileReader("x", Dialect.JSON, (SOUND,), look, places=False)
    for _ in range(2):
        for case in range(10):
            assert tried(reader, 5, case).what.endswith(f"case {case} of seed 5")
    assert seen[:10] == seen[10:]
    assert len(set(seen)) > 5


@pytest.mark.slow
@pytest.mark.parametrize("name", BYTES)
def test_damage_to_bytes_is_different_each_time_and_never_fails(name: str) -> None:
    assert len({BYTES[name](file, random.Random(seed)) for seed in range(30) for file in FILES}) > 5


@pytest.mark.slow
@pytest.mark.parametrize("dialect", [Dialect.JSON, Dialect.TOML, Dialect.TEXT, Dialect.SCRIPT])
def test_damage_by_grammar_never_fails_whatever_it_is_given(dialect: Dialect) -> None:
    for name, damage in BY_GRAMMAR[dialect].items():
        assert len({damage(file, random.Random(seed)) for seed in range(40) for file in FILES}) > 20, name


@pytest.mark.slow
def test_a_match_file_that_was_changed_is_chained_again() -> None:
    file = match_file(next(systems()), 1, 4)
    changed = [rechained(file, random.Random(seed)) for seed in range(20)]
    assert file not in changed
    refused = [why for why in map(_why, changed) if why]
    assert len(refused) < len(changed)
    assert not any("follow from the line before" in why for why in refused), "the chain is never at fault"


def _why(file: bytes) -> str:
    """Return why it is no match file, or nothing: what was changed may be no batch any more."""
    try:
        read(file)
    except ValueError as error:
        return str(error)
    return ""


def test_what_hangs_is_ended_and_no_handler_of_the_product_takes_it_for_an_error() -> None:
    assert not issubclass(ReaderHangs, Exception)
    with pytest.raises(ReaderHangs):
        _hang()


def _hang() -> None:
    with within(0.01):
        threading.Event().wait()


def test_what_works_for_ever_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hostile_trial, "ENDLESS_S", 0.05)
    with pytest.raises(ReaderHangs):
        _work()


def _work() -> None:
    with within(0.02):
        while True:
            pass


def test_the_last_resort_is_known_by_what_it_reports() -> None:
    assert outcome(text("list.stumbled", error="KeyError")).unexplained
    assert not outcome(text("list.empty")).unexplained
    assert not outcome(text("list.empty")).read
    assert outcome().read


@pytest.mark.parametrize("name", PLACES)
def test_each_place_is_made(name: str, tmp_path: Path) -> None:
    path = tmp_path / "x"
    PLACES[name](path)
    assert path.is_symlink() or path.exists() or name == "nothing"


def test_an_exception_is_reported_with_its_place(tmp_path: Path) -> None:
    broken = FileReader("x", Dialect.TEXT, (b"",), lambda _: FileOutcome(bool(1 // 0)))
    assert measured(broken, tmp_path / "x", "x").error.startswith("ZeroDivisionError at test_campaign.py:")

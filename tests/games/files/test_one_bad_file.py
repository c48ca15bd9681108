"""One file at which a reader fails takes nothing else away: it is shown by its name, and cannot be chosen."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pytest_mock import MockerFixture

from table.games.files.offers import Offer
from table.games.files.usb import StickShelf
from table.games.legion.data.catalogue import load
from table.games.legion.lists.shelf import LegionShelf
from table.program.commands.check_config import _in_state
from table.rules.refusal import Refusal
from table.words import Words
from tests.setups import setup_in

READERS = {
    "legion_2024": ("lists/bad.txt", "table.games.legion.lists.stored.read_written"),
    "legion_classic": ("lists/bad.txt", "table.games.legion.lists.stored.read_written"),
    "infinity": ("lists/infinity/bad.toml", "table.games.infinity.lists.stored_forces.read_force"),
    "tide_of_iron": ("scenarios/bad.toml", "table.games.tide_of_iron.scenarios.stored_scenarios.load"),
}
"""Of each system: a file on its shelf, and what reads it."""
SECRET = "Ana leads them"


def failing(reader: Callable[..., Any], error: Exception) -> Callable[..., Any]:
    """Over the bad file alone; all others are read as ever."""

    def read(source: bytes | Path, *more: object) -> object:
        if SECRET in (source.read_text() if isinstance(source, Path) else source.decode()):
            raise error
        return reader(source, *more)

    return read


def own(offers: tuple[Offer, ...]) -> list[Offer]:
    return [offer for offer in offers if offer.id.startswith("own:")]


@pytest.mark.slow
@pytest.mark.parametrize(
    "error", [ValueError(SECRET), KeyError(SECRET), RecursionError(), MemoryError(), OSError(SECRET)]
)
@pytest.mark.parametrize("system", READERS)
@pytest.mark.rule("TB-15")
def test_a_file_at_which_a_reader_fails_is_offered_as_broken_by_its_name(
    system: str, error: Exception, tmp_path: Path, mocker: MockerFixture
) -> None:
    name, reader = READERS[system]
    (tmp_path / name).parent.mkdir(parents=True)
    (tmp_path / name).write_text(SECRET)
    module, _, function = reader.rpartition(".")
    real = getattr(__import__(module, fromlist=[function]), function)
    mocker.patch(reader, failing(real, error))
    shelf = setup_in(tmp_path).games.shelf
    offers = shelf.offers(system)
    (bad,) = own(offers)
    assert Words().say(bad.name) == (tmp_path / name).name
    (why,) = bad.wrong
    for language in ("en", "de", "es"):
        sentence = Words(language).say(why)
        assert type(error).__name__ in sentence
        assert SECRET not in sentence
    assert sum(not offer.wrong for offer in offers) >= 2, "the samples are there as ever"
    assert [problem.file for problem in _in_state(setup_in(tmp_path).games)] == [str(tmp_path / name)]


@pytest.mark.rule("TB-15")
def test_a_list_that_fails_only_when_it_is_chosen_is_refused(tmp_path: Path, mocker: MockerFixture) -> None:
    (tmp_path / "odd.txt").write_text("Odd\n100/1000\nAT-RT (55)\n")
    mocker.patch("table.games.legion.lists.shelf.judged", side_effect=IndexError(SECRET))
    refused = LegionShelf(load(), tmp_path).fetch("legion_2024", "own:odd.txt")
    assert isinstance(refused, tuple)
    assert [(refusal.rule, refusal.why.key) for refusal in refused] == [("TB-15", "list.stumbled")]


@pytest.mark.rule("TB-81")
def test_a_pipe_among_the_scenarios_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    os.mkfifo(tmp_path / "scenarios" / "pipe.toml")
    shelf = setup_in(tmp_path).games.shelf
    (pipe,) = own(shelf.offers("tide_of_iron"))
    assert [Words().say(why) for why in pipe.wrong] == ["pipe.toml: pipe.toml cannot be read as a file. Name a file."]
    refused = shelf.fetch("tide_of_iron", f"{tmp_path}/scenarios/pipe.toml/german")
    assert isinstance(refused, tuple)
    assert all(isinstance(refusal, Refusal) for refusal in refused)


@pytest.mark.parametrize("system", READERS)
def test_a_file_whose_name_is_no_text_has_an_id_that_can_be_shown_and_chosen(system: str, tmp_path: Path) -> None:
    """As file systems of other computers leave them on a stick."""
    name, _ = READERS[system]
    place = (tmp_path / name).with_name(os.fsdecode(b"bad\xff") + Path(name).suffix)
    place.parent.mkdir(parents=True)
    place.write_text(SECRET)
    shelf = setup_in(tmp_path).games.shelf
    (bad,) = own(shelf.offers(system))
    assert msgspec.json.encode(bad)
    fetched = shelf.fetch(system, bad.id)
    assert isinstance(fetched, tuple)
    assert not any(refusal.why.key in ("list.no_file", "config.file.missing") for refusal in fetched)


@pytest.mark.rule("TB-15")
def test_a_stick_that_may_not_be_looked_into_takes_no_list_away(tmp_path: Path, mocker: MockerFixture) -> None:
    """Another user has mounted it: `Path.is_dir` raises then."""
    known, theirs = load(), tmp_path / "ANAS"
    mocker.patch.object(Path, "is_dir", side_effect=PermissionError("not yours"))
    shelf = StickShelf(LegionShelf(known, None), lambda folder: LegionShelf(known, folder), lambda: (theirs,))
    assert shelf.offers("legion_2024") == LegionShelf(known, None).offers("legion_2024")

"""Cards that were enrolled once are known, and the club's key of old verifies the records on its tags."""

import os
import shutil
from pathlib import Path

import pytest

from tests.old import doors
from tests.old.kept import OLD, configured, facts

THEN = facts("cards/facts.json")
NEW_TAG = "0400000C0000000101480000"
"""The first three pages of a tag with the UID 04000000000001."""
TAGS = pytest.mark.parametrize("tag", THEN["tags"], ids=lambda tag: tag["card"])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The state folder with the card book and the key, which its owner alone can read."""
    folder = tmp_path / "state"
    folder.mkdir()
    for name in ("cards.json", "cards.key", "enrolling.json"):
        shutil.copy(OLD / "cards" / name, folder)
    os.chmod(folder / "cards.key", 0o600)
    return folder


def test_every_enrolled_card_is_known(folder: Path) -> None:
    assert doors.enrolled(folder) == THEN["enrolled"]


@TAGS
def test_a_tag_is_known_by_the_book_and_by_its_record_alone(tag: dict[str, str], folder: Path) -> None:
    """By its record alone a table knows what is in its catalogue: a reference card of one's own does not."""
    assert doors.card_laid(folder, tag["uid"], tag["memory"]) == tag["card"]
    (folder / "cards.json").write_text("{}")
    own = tag["card"].startswith(("reference:", "tide_of_iron."))
    assert doors.card_laid(folder, tag["uid"], tag["memory"]) == (None if own else tag["card"])


def test_a_record_that_was_copied_to_another_tag_is_worth_nothing(folder: Path) -> None:
    (folder / "cards.json").write_text("{}")
    original = THEN["tags"][0]["memory"]
    copy = NEW_TAG + original[len(NEW_TAG) :]
    assert doors.card_laid(folder, "04000000000001", copy) is None


def test_an_interrupted_enrolment_goes_on_where_it_was(folder: Path) -> None:
    (folder / "emulated").mkdir()
    for name in ("cards.json", "cards.key", "enrolling.json"):
        shutil.copy2(folder / name, folder / "emulated" / name)
    wanted = ("--card", "legion.card.assault", "--card", "legion.card.ambush", "--set", "second")
    went_on = doors.command("cards", "enrol", *wanted, "--write", "--config", configured(folder), "--emulated", 1)
    assert went_on.exit_code == 0, went_on.output
    assert "(2 of 2)" in went_on.output
    assert "(1 of 2)" not in went_on.output

"""The parts of an evening's figures that need no screen: taps, and the picture that Xvfb keeps."""

import struct
from pathlib import Path

import pytest

from lab.figures.evening.evening_figures import PhoneMatch, taps
from lab.figures.evening.seen_codes import BITS, COLOURS, FRAME_BUFFER, HEIGHT, LINE, WIDTH, screen_of
from lab.headless import HeadlessParts
from lab.presses.skilled import Played
from lab.trials.game_trials import game_trials
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Confirm, Number, Option, SealedCard, Value
from table.rules.seats import BLUE
from table.rules.text import text

ASK = text("match.not_asked", seat="blue")
OPTIONS = tuple(Option(each, ASK) for each in "abc")


@pytest.mark.parametrize(
    ("prompt", "value", "count"),
    [
        (SealedCard(key="k", seat=BLUE, ask=ASK, rule="r"), None, 1),
        (ChooseOne(key="k", seat=BLUE, ask=ASK, rule="r", options=OPTIONS), "a", 1),
        (ChooseOne(key="k", seat=BLUE, ask=ASK, rule="r", options=OPTIONS, standing=True), "a", 2),
        (ChooseSome(key="k", seat=BLUE, ask=ASK, rule="r", options=OPTIONS, least=0, most=3), ("a", "b"), 3),
        (
            ChooseSome(key="k", seat=BLUE, ask=ASK, rule="r", options=OPTIONS, least=0, most=3, proposed=("a",)),
            ("a",),
            1,
        ),
        (Number(key="k", seat=BLUE, ask=ASK, rule="r", least=0, most=9, start=4), 7, 4),
        (Confirm(key="k", seat=BLUE, ask=ASK, rule="r"), None, 1),
    ],
)
def test_each_answer_costs_the_taps_of_the_page(prompt: AnyPrompt, value: Value, count: int) -> None:
    assert taps(prompt, value) == count


def test_holding_the_chip_of_a_unit_reports_its_loss() -> None:
    lost = ChooseOne(key="k", seat=BLUE, ask=ASK, rule="r", options=OPTIONS, standing=True, often=7)
    assert taps(lost, "a", {"a"}) == 1


def picture(folder: Path, bits: int) -> None:
    """A screen of two pixels, red and blue, as Xvfb keeps it."""
    head = [0] * 25
    head[0], head[WIDTH], head[HEIGHT], head[BITS], head[LINE], head[COLOURS] = 100, 2, 1, bits, 8, 1
    pixels = bytes((0, 0, 255, 0)) + bytes((255, 0, 0, 0))
    (folder / FRAME_BUFFER).write_bytes(struct.pack(">25I", *head) + bytes(12) + pixels)


def test_the_picture_of_a_screen_is_read_with_its_colours(tmp_path: Path) -> None:
    picture(tmp_path, 32)
    assert screen_of(tmp_path) == (bytes((255, 0, 0, 0, 0, 255)), (2, 1))


def test_another_picture_is_refused(tmp_path: Path) -> None:
    picture(tmp_path, 24)
    with pytest.raises(ValueError, match="24 bits"):
        screen_of(tmp_path)


@pytest.mark.slow
def test_no_answer_on_a_phone_takes_more_taps_than_presses_at_a_panel(tmp_path: Path) -> None:
    parts, trial = HeadlessParts(tmp_path / "parts", phones_alone=True), game_trials("tide_of_iron").evening
    assert trial is not None
    match = PhoneMatch(parts, tmp_path / "match", Played(parts.games["tide_of_iron"], trial()), seed=1)
    match.play()
    assert match.answers > 30
    assert (match.dearer, match.taps.total() < match.presses.total()) == ([], True)

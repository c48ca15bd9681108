"""The documents say what the code does."""

import re
from pathlib import Path

import pytest

from firmware_bridge import lines, wire
from firmware_bridge.firmware import wiring
from firmware_bridge.firmware.app import SIZES
from firmware_bridge.firmware.settings import NAMES, Settings
from lab.pages import job_steps_page
from lab.pages.dispenser_page import pages
from lab.pages.generated_section import renewed
from sim_hardware.clock import Clock
from sim_hardware.dispenser import EmulatedDispenser, vocabulary
from sim_hardware.nfc import vocabulary as readers
from table.rules.match.job_steps import JobState
from table.words import Words

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize("name", pages())
def test_the_page_is_the_one_that_the_code_makes(name: str) -> None:
    assert (DOCS / name).read_text("utf-8") == pages()[name], "run `make docs`"


def test_the_steps_of_a_job_on_the_builders_page_are_those_of_the_table() -> None:
    page = (DOCS / job_steps_page.PAGE).read_text("utf-8")
    assert page == renewed(page, job_steps_page.section()), "run `make docs`"
    assert all(f"`{state}`" in page for state in JobState)


def test_every_fault_that_the_table_has_words_for_stands_on_the_page() -> None:
    page = pages()["build/faults.md"]
    assert [key for key in Words("en").sentences if key.startswith("fault.") and f"`{key[6:]}`" not in page] == []
    assert [word.word for word in readers.FAULTS if f"| `{word.word}` | reader |" not in page] == []


def test_every_question_that_the_firmware_takes_is_documented_with_its_words() -> None:
    assert {line.words.split()[0]: len(line.words.split()) for line in lines.TO_DISPENSER} == SIZES


def test_the_builders_page_has_the_pins_of_the_wiring_that_comes_with_it() -> None:
    page = (DOCS / "build" / "dispenser.md").read_text("utf-8")
    for number, hopper in enumerate(wiring.HOPPERS, 1):
        backward = "-" if hopper.backward < 0 else hopper.backward
        assert f"| {number} | {hopper.forward} | {backward} | {hopper.barrier} |\n" in page


@pytest.mark.parametrize("line", lines.TO_DISPENSER + lines.FROM_DISPENSER, ids=lambda line: line.words)
def test_an_example_has_the_words_that_it_is_one_of(line: lines.WireLine) -> None:
    assert len(line.example) == len(line.words.replace("[COUNTER]", "COUNTER").split())
    assert wire.decode(wire.encode(*line.example)[1:-1]) == [str(word) for word in line.example]


@pytest.mark.slow
@pytest.mark.parametrize("word", vocabulary.FAULTS, ids=lambda word: word.word)
def test_every_fault_can_be_caused_and_what_it_shows_has_advice(word: vocabulary.DispenserWord) -> None:
    dispenser = EmulatedDispenser(Clock(), (5,))
    if word.of == vocabulary.TABLE:
        with pytest.raises(ValueError, match="happens to the table"):
            dispenser.fault(word.word)
    else:
        dispenser.fault(word.word)
        if word.cure:
            dispenser.fault(word.cure)
    words = Words("en")
    assert [code for code in word.seen_as if f"fault.{code}" not in words and code not in words] == []


def test_a_word_that_is_none_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(ValueError, match="no such fault: jamm; there are jam, "):
        EmulatedDispenser(Clock(), (5,)).fault("jamm")


def test_the_builders_page_has_the_timings_that_come_with_the_firmware() -> None:
    page = (DOCS / "build" / "dispenser.md").read_text("utf-8")
    rows = re.findall(r"^\| (`\w+_(?:ms|us)`|`retries`)((?:, `\w+`)*) \| ([\d, ]+) \|", page, re.MULTILINE)
    reported = {
        name: int(value)
        for first, others, values in rows
        for name, value in zip(re.findall(r"\w+", first + others), values.split(", "), strict=True)
    }
    assert reported == dict(zip(NAMES, Settings().values(), strict=True))

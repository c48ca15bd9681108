"""The steps `readers` and `reach` at a reader that is no RC522: what it answers, sees and receives."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from lab.built.built_table import BuiltTable
from lab.built.human import EmulatedOperator
from lab.built.plants import EXPECTED, Plant
from sim_hardware.nfc import ReaderWorld
from table.config import Config
from table.config.schema import ReaderConfig
from table.devices.configured.device_settings import other_readers
from table.devices.hands_on.chips import chips
from table.devices.hands_on.dialogue import Dialogue
from table.devices.hands_on.steps import examined
from table.devices.hands_on.verdicts import HandsStep, HandsVerdict, Mistake
from table.emulation.connections import reader_places
from table.program.commands.doctor_command import command
from table.words import Words, languages

CONFIG = Config(readers={"blue": ReaderConfig(), "red": ReaderConfig(kind="pn532"), "third": ReaderConfig(kind="pcsc")})


class Others:
    """An emulated builder's table with two more readers."""

    def __init__(self) -> None:
        self.table = BuiltTable()
        self.world = ReaderWorld(self.table.clock, reader_places(CONFIG))

    def verdicts(self) -> list[HandsVerdict]:
        parts = replace(self.table.parts(), readers=lambda: (), other_readers=lambda: other_readers(CONFIG, self.world))
        return list(chips(parts, Dialogue(EmulatedOperator(self.table), self.table.time)))


def test_each_that_answers_is_well() -> None:
    assert [verdict.mistake for verdict in Others().verdicts()] == [None, None]


@pytest.mark.parametrize("language", languages())
def test_what_is_wrong_is_reported_in_the_words_of_its_fault(language: str) -> None:
    others = Others()
    next(iter(others.world.lines.values())).crossed = True
    others.world.daemon.running = False
    crossed, missing = others.verdicts()
    assert crossed.mistake is missing.mistake is Mistake.READER_FAULT
    assert "TX" in Words(language).say(crossed.words)
    assert "pcscd.socket" in Words(language).say(missing.words)


KINDS = {
    "pn532": Config(readers={"blue": ReaderConfig(kind="pn532"), "red": ReaderConfig(kind="pn532")}),
    "pcsc": Config(readers={"blue": ReaderConfig(kind="pcsc"), "red": ReaderConfig(kind="pcsc")}),
}
NAMED = (
    ("pn532", Plant.THICK_TOP),
    ("pn532", Plant.DEAD_ANTENNA),
    ("pn532", Plant.READERS_SWAPPED),
    ("pcsc", Plant.DEAD_ANTENNA),
    ("pcsc", Plant.READERS_SWAPPED),
)
"""The mistakes in the field that such a reader can be known by. What only takes its margin away it does not tell."""


def reached(kind: str, plant: Plant | None) -> list[HandsVerdict]:
    table = BuiltTable(plant, KINDS[kind])
    return list(examined(table.parts(), Dialogue(EmulatedOperator(table), table.time), (HandsStep.REACH,)))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_each_that_sees_its_own_card_is_well_and_reports_how_far_it_reads(kind: str) -> None:
    found = reached(kind, None)
    assert [verdict.mistake for verdict in found] == [None, None]
    assert [Words("en").say(verdict.words) for verdict in found] == [
        "the card is read; moved aside it was lost at 20 to 30 mm"
    ] * 2


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "plant"), NAMED)
def test_what_weakens_its_field_or_swaps_it_is_named(kind: str, plant: Plant) -> None:
    assert {(each.step, each.mistake) for each in reached(kind, plant) if each.mistake} == {EXPECTED[plant]}


def test_a_reader_that_does_not_answer_is_not_tried_for_its_reach() -> None:
    table = BuiltTable(None, KINDS["pn532"])
    for line in table.readers.world.lines.values():
        line.crossed = True
    (found,) = examined(table.parts(), Dialogue(EmulatedOperator(table), table.time), (HandsStep.REACH,))
    assert not found.tried
    assert "blue: reader.mute" in Words("en").say(found.words)


@pytest.mark.slow
def test_the_emulated_builder_has_them_too(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[readers.blue]\nkind = "pn532"\n[readers.red]\nkind = "pn532"\n')
    done = CliRunner().invoke(command, ["--config", str(file), "--hands", "reach", "--mistake", "thick-top"])
    assert done.exit_code == 1
    assert "the top is too thick" in done.output


@pytest.mark.parametrize(
    ("plant", "word"),
    [(Plant.LINES_CROSSED, "TX goes to RX"), (Plant.LEAD_OUT, "by-id"), (Plant.NO_DAEMON, "pcscd.socket")],
)
def test_a_mistake_of_theirs_is_planted_and_named_without_any_configuration(plant: Plant, word: str) -> None:
    table = BuiltTable(plant)
    found = list(examined(table.parts(), Dialogue(EmulatedOperator(table), table.time), (HandsStep.READERS,)))
    wrong = [verdict for verdict in found if verdict.mistake is not None]
    assert {(verdict.step, verdict.mistake) for verdict in wrong} == {EXPECTED[plant]}
    assert all(word in Words("en").say(verdict.words) for verdict in wrong)
    assert len(wrong) == (2 if plant is Plant.NO_DAEMON else 1), "one daemon serves both"


@pytest.mark.parametrize(
    ("plant", "kind"),
    [(Plant.LINES_CROSSED, "pcsc"), (Plant.LEAD_OUT, "pcsc"), (Plant.NO_DAEMON, "pn532")],
)
def test_a_mistake_of_another_kind_of_reader_is_refused(plant: Plant, kind: str) -> None:
    with pytest.raises(ValueError, match=f"{plant} is a mistake"):
        BuiltTable(plant, KINDS[kind])


def test_a_mistake_at_wires_that_such_a_reader_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="the blue reader is not an RC522"):
        BuiltTable(Plant.DATA_SWAPPED, KINDS["pn532"])

"""The step `readers` at a reader that is no RC522: it answers, or its fault says what was done wrong."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from sim_hardware.nfc import ReaderWorld
from table.config import Config
from table.config.schema import ReaderConfig
from table.devices.device_settings import other_readers
from table.devices.hands_on.asking import Asking
from table.devices.hands_on.chips import chips
from table.devices.hands_on.verdicts import HandsVerdict, Mistake
from table.emulation.builder.human import EmulatedHuman
from table.emulation.builder.world import BuiltTable
from table.emulation.connections import reader_places
from table.program.commands.doctor import command
from table.words import Words, languages

CONFIG = Config(readers={"blue": ReaderConfig(), "red": ReaderConfig(kind="pn532"), "third": ReaderConfig(kind="pcsc")})


class Others:
    """An emulated builder's table with two more readers."""

    def __init__(self) -> None:
        self.table = BuiltTable()
        self.world = ReaderWorld(self.table.clock, reader_places(CONFIG))

    def verdicts(self) -> list[HandsVerdict]:
        parts = replace(self.table.parts(), readers=lambda: (), other_readers=lambda: other_readers(CONFIG, self.world))
        return list(chips(parts, Asking(EmulatedHuman(self.table), self.table.time)))


def test_each_that_answers_is_well() -> None:
    assert [verdict.mistake for verdict in Others().verdicts()] == [None, None]


@pytest.mark.parametrize("language", languages())
def test_what_is_wrong_is_said_in_the_words_of_its_fault(language: str) -> None:
    others = Others()
    next(iter(others.world.lines.values())).crossed = True
    others.world.daemon.running = False
    crossed, missing = others.verdicts()
    assert crossed.mistake is missing.mistake is Mistake.READER_FAULT
    assert "TX" in Words(language).say(crossed.said)
    assert "pcscd.socket" in Words(language).say(missing.said)


def test_the_emulated_builder_says_that_he_has_no_such_readers(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[readers.blue]\nkind = "pn532"\n[readers.red]\nkind = "pn532"\n')
    done = CliRunner().invoke(command, ["--config", str(file), "--hands", "readers"])
    assert done.exit_code != 0
    assert "RC522 readers alone" in done.output

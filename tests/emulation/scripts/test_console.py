"""The console: the words of scripts, typed at a running table."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sim_hardware.dispenser import vocabulary
from sim_hardware.nfc import vocabulary as reader_words
from table.emulation.scripts.document import ALL, read_script
from table.emulation.scripts.participants import Participants, ScriptConsole
from table.emulation.scripts.replay import play, set_table
from tests.devices.test_live import Live
from tests.emulation.scripts.test_scripts import HEAD


class Typing:
    """A console, and what it said to the last line."""

    def __init__(self, console: ScriptConsole, stated: list[str]) -> None:
        self.console = console
        self._output = stated

    def types(self, line: str) -> str:
        self._output.clear()
        assert self.console.take(line)
        return "\n".join(self._output)


@pytest.fixture
def typing(tmp_path: Path) -> Iterator[Typing]:
    reported: list[str] = []
    with set_table(read_script(HEAD, "head"), tmp_path) as stage:
        yield Typing(ScriptConsole(stage, reported.append), reported)


def test_every_word_of_the_vocabularies_works_and_is_explained(typing: Typing) -> None:
    for word in vocabulary.FAULTS:
        of = "table" if word.of == vocabulary.TABLE else "dispenser"
        assert typing.types(f"{of} {word.word}") == "ok"
        assert word.what in typing.types(f"help {of}")
        if word.cure:
            assert typing.types(f"{of} {word.cure}") == "ok"
    for fault in reader_words.FAULTS:
        assert typing.types(f"reader red {fault.word}") == "ok"
        assert fault.what in typing.types("help reader")
    assert {typing.types(f"reader red {cure}") for cure in reader_words.CURES} == {"ok"}


def test_help_lists_every_word(typing: Typing) -> None:
    reported = typing.types("help")
    assert all(
        verb.usage in reported and verb.meaning.replace("[the faults](../build/faults.md)", "the faults") in reported
        for verb in ALL.values()
    )


def test_a_mistake_is_pointed_at_and_the_table_goes_on(typing: Typing) -> None:
    reported = typing.types("lay blue Ambsh").splitlines()
    assert reported[0] == "         ^"
    assert "Did you mean Ambush?" in reported[1]
    assert "ends with" in typing.types('lay blue "Ambush')
    assert typing.types("expect round 2 within 10ms") == "it is not so; there is: round 1"
    assert "lies on no reader" in typing.types("lift blue Ambush")
    assert typing.types("expect round 1") == "ok"
    assert "prompt blue select" in typing.types("look")
    assert typing.types("# a remark") == ""
    assert not typing.console.take("quit")


@pytest.mark.campaign
def test_at_a_running_table_a_script_plays_a_console_speaks_and_both_are_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    live = Live(tmp_path)
    script = read_script(HEAD + "answer blue 7\nanswer red 42\nlock blue Ambush\nexpect locked blue\n", "a.script")
    lines: list[str] = []
    typed = ["dispenser jam corps", "reader red disturb"]
    emptied = [
        "dispenser empty commander",
        "expect hopper commander 0",
        "load commander 3",
        "expect hopper commander 3",
    ]
    participants = Participants(script=script, typed=[*typed, *emptied, "quit"], record=lines.append)
    try:
        live.sit_down(participants)
        assert participants.wait(15.0)
    finally:
        participants.end()
        live.stop()
    assert not participants.failed
    assert capsys.readouterr().out.splitlines()[1:] == ["ok"] * 6
    acts = {line for line in lines if not line.startswith(("wait", "expect", "#"))}
    assert {"dispenser jam 2", "reader red disturb", "lay blue Ambush", "down blue confirm"} <= acts
    assert "expect locked blue" in lines
    play(read_script(HEAD + "\n".join(lines), "recorded"))

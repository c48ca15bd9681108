"""Whatever is typed, the answer is a sentence and an exit status, never a traceback: the table of what people tried."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from table.program.cli import main

ECHO = "Echo\n994/1000\nCorps:\n- Rebel Troopers\nCommands: Ambush\n"


class Place:
    """A folder with a configuration of its own, and whatever a case puts there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.state = folder / "state"
        self.config = self.file("table.toml", f'[state]\nfolder = "{self.state}"\n')

    def file(self, name: str, content: str = "") -> str:
        (self.folder / name).write_text(content, "utf-8")
        return str(self.folder / name)

    def sealed(self, name: str) -> str:
        """A place in which nothing can be made, for root neither: its folder is a file."""
        return f"{self.file('a-file')}/{name}"


class Tried(NamedTuple):
    name: str
    typed: Callable[[Place], list[str]]
    status: int
    printed: str


def of(place: Place, *typed: str) -> list[str]:
    return [*typed, "--config", place.config]


TABLE = (
    Tried("version", lambda _: ["--version"], 0, "version"),
    Tried("a command mistyped", lambda _: ["chek-config"], 2, "did you mean check-config"),
    Tried("a command of a command mistyped", lambda _: ["cards", "enroll"], 2, "Did you mean 'enrol'"),
    Tried("an option mistyped", lambda _: ["lists", "--jso"], 2, "Did you mean '--json'"),
    Tried("an argument left out", lambda _: ["backup"], 2, "Missing argument"),
    Tried("a language of nobody's", lambda at: ["check-config", "--language", "fr", at.config], 2, "de, en, es"),
    Tried("a configuration that is not there", lambda at: ["check-config", f"{at.folder}/no"], 1, "no such file"),
    Tried("a folder as configuration", lambda at: ["check-config", str(at.folder)], 1, "this is a folder"),
    Tried(
        "a text that is not closed",
        lambda at: ["check-config", at.file("x.toml", '[screen]\nlanguage = "en\n')], 1, "x.toml:2: a text begins",
    ),
    Tried("a key of nobody's", lambda at: ["check-config", at.file("x.toml", "nam = 1\n")], 1, "no such key"),
    Tried(
        "one panel alone",
        lambda at: ["check-config", at.file("x.toml", "[panels.blue]\n")], 1, "[panels] has no red",
    ),
    Tried("pictures into no folder", lambda at: ["demo", "--quiet", "--out", at.sealed("out")], 1, "not be written"),
    Tried("a game of nobody's", lambda _: ["demo", "--game", "chess"], 2, "does not play chess"),
    Tried("seven rounds", lambda _: ["demo", "--rounds", "7"], 2, "1<=x<=6"),
    Tried("a record into no folder", lambda at: ["run", "--record", at.sealed("x.script")], 1, "could not be written"),
    Tried("a code without a list", lambda _: ["run", "--join", "CT1"], 2, "--join goes with --far"),
    Tried(
        "two armies against another table", lambda _: ["run", "--far", "a", "--blue", "b", "--red", "c"], 2,
        "--far begins a match with another table",
    ),
    Tried("one army alone", lambda _: ["run", "--blue", "Echo line"], 2, "--blue and --red go together"),
    Tried(
        "an army of nobody's",
        lambda at: of(at, "run", "--blue", "Friday", "--red", "Echo line"), 2, 'There is no list "Friday"',
    ),
    Tried(
        "an army for a game of nobody's",
        lambda at: of(at, "run", "--system", "chess", "--blue", "a", "--red", "b"), 2, "does not play chess",
    ),
    Tried("no list", lambda _: ["import", ""], 1, '"" is not a file'),
    Tried("junk", lambda _: ["import", "junk"], 1, '"junk" is not a file'),
    Tried("an army code that is damaged", lambda _: ["import", "axZjb3JyZWdpZG9y"], 1, "a complete army code"),
    Tried("broken JSON", lambda _: ["import", '{"units":'], 1, "is not valid JSON"),
    Tried("a folder as list", lambda at: ["import", str(at.folder)], 1, "cannot be read as a file"),
    Tried("a short link", lambda _: ["import", "https://legionhq2.com/list/x"], 1, "copy the long link"),
    Tried("a text without a faction", lambda at: ["import", at.file("a.txt", ECHO)], 1, "names no faction"),
    Tried(
        "a list that cannot be played, to be saved",
        lambda at: ["import", at.file("a.txt", ECHO), "--save", "x", "--lists", str(at.folder)], 1, "Not saved",
    ),
    Tried("a hand of nobody's", lambda _: ["hand", "junk"], 1, '"junk" is not a file'),
    Tried("a match of nobody's", lambda at: of(at, "export", "nax6dmqf7x"), 1, "There is no match"),
    Tried("no match at all", lambda at: of(at, "export", "--last"), 1, "There is no match"),
    Tried("a history of nothing", lambda at: of(at, "history"), 0, "No match has been played"),
    Tried("an empty match file", lambda at: ["verify", at.file("m.jsonl")], 1, "not a match file"),
    Tried("a match file that is a word", lambda at: ["verify", at.file("m.jsonl", "hello\n")], 1, "not a match file"),
    Tried("a device as match file", lambda _: ["verify", "/dev/null"], 2, "is not a regular file"),
    Tried(
        "a second backup of one name",
        lambda at: of(at, "backup", at.file("b.tar.gz", "x")), 1, "b.tar.gz is there already: name another file.",
    ),
    Tried("a backup into no folder", lambda at: of(at, "backup", at.sealed("b.tar.gz")), 1, "b.tar.gz"),
    Tried("a backup that is none", lambda at: of(at, "restore", at.file("b.tar.gz", "x")), 1, "not a backup"),
    Tried("a judge at no table", lambda at: of(at, "judge", "call"), 1, "No table answers there"),
    Tried("a script that is not there", lambda _: ["play", "nowhere.script"], 2, "does not exist"),
    Tried("a script of other words", lambda at: ["play", at.file("x.script", "lok blue\n")], 2, "x.script:1"),
    Tried("rules into no folder", lambda at: ["rules", "--docs", at.sealed("docs")], 1, "could not be written"),
    Tried("a figure of nobody's", lambda _: ["bench", "--only", "nothing"], 2, "No figure starts with"),
    Tried("a campaign of nobody's", lambda _: ["campaign", "nothing"], 2, "is not one of"),
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("tried", TABLE, ids=lambda tried: tried.name)
def test_it_is_answered_with_a_sentence(tried: Tried, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    result = CliRunner().invoke(main, tried.typed(Place(tmp_path)), prog_name="command-table")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert (result.exit_code, tried.printed in result.output, "Traceback" in result.output) == (
        tried.status, True, False
    ), result.output  # fmt: skip


@pytest.mark.campaign
def test_the_doctor_leaves_no_state_folder_that_was_not_there(tmp_path: Path) -> None:
    place = Place(tmp_path)
    result = CliRunner().invoke(main, of(place, "doctor", "--json"), prog_name="command-table")
    assert any(str(place.state) in each["part"] for each in json.loads(result.stdout))
    assert not place.state.exists()

"""Nothing out of a file, its name or a device steers the terminal, turns its writing round or forges a line of ours.

Each command prints onto a pseudo-terminal that may have no colours: into a pipe, some of it would be left out.
"""

import io
import json
import os
import pty
import re
import socket
import sqlite3
import subprocess
import sys
import tarfile
import threading
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import examples
from table.devices.judge_socket import NAME, JudgeStatus
from table.program.cli import COMMANDS, main
from table.records.journal import chain_next, chain_start
from table.rules.cards import KnownCard
from table.rules.match.judge import CORRECTING
from table.rules.prompts import ChooseOne, Option
from table.rules.seats import BLUE
from table.rules.text import text
from table.view.published import Notice
from table.words.grid import Grid, print_grid
from table.words.legible import legible
from table.words.terminal import print_document, print_line
from tests.patience import PATIENCE_S
from tests.records.verify.played import skirmish
from tests.records.verify.test_verify import VERSION, forged, played

VERDICT = "Every check passed."
EVIL = f"Rogue\x1b[2J\x1b[H\x1b]0;mine\x07\x9b31m\u202e\u2066\n{VERDICT}\r\x1b[8m\x7f\u2028\x85\u200f!"
"""It clears the screen, names the window, turns the writing round, and writes a verdict on a line of its own."""
OBEYED = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Of Unicode's categories: controls, formats (they turn the writing round), half surrogates, ends of lines."""
GAME = Path(examples.__file__).with_name("skirmish.py")


@contextmanager
def listening(ours: int) -> Iterator[Callable[[], str]]:
    """At our side of a pseudo-terminal, until nobody holds the other one any more."""
    heard = bytearray()

    def listen() -> None:
        with suppress(OSError):  # so it ends on Linux
            while more := os.read(ours, 65536):
                heard.extend(more)

    listener = threading.Thread(target=listen)
    listener.start()
    try:
        yield lambda: bytes(heard).decode("utf-8")
    finally:
        listener.join()
        os.close(ours)


@contextmanager
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], str]]:
    """Standard output and error go to a pseudo-terminal. In the end one can ask what came out at its other side."""
    ours, theirs = pty.openpty()
    with (
        listening(ours) as heard,
        open(theirs, "w", encoding="utf-8", newline="") as stream,
        monkeypatch.context() as patch,
    ):
        for name, value in {"TERM": "dumb", "NO_COLOR": "1", "COLUMNS": "200"}.items():
            patch.setenv(name, value)
        patch.setattr("sys.stdout", stream)
        patch.setattr("sys.stderr", stream)
        assert os.isatty(stream.fileno())
        yield heard


def printed(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> str:
    """With the line feeds that were written: the terminal itself puts a carriage return before each."""
    with terminal(monkeypatch) as heard:
        act()
    return heard().replace("\r\n", "\n")


def called(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> str:
    def call() -> None:
        with pytest.raises(SystemExit):
            main([str(each) for each in arguments], prog_name="command-table")

    return printed(monkeypatch, call)


def steers(shown: str) -> list[str]:
    """What a terminal obeys in it, and lines that are none of ours."""
    obeyed = [letter for letter in shown if unicodedata.category(letter) in OBEYED and letter not in "\n\t"]
    return [*map(repr, obeyed), *(line for line in shown.split("\n") if line.strip().startswith(VERDICT))]


def toml(words: str) -> str:
    return json.dumps(words).replace("\x7f", "\\u007f")


class Place:
    """A table's folder, in which something lies that somebody else made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.state = folder / "state"
        self.lists = self.state / "lists"
        for room in (self.lists / "infinity", self.state / "scenarios"):
            room.mkdir(parents=True)

    def config(self, more: str = "") -> Path:
        return self.file("table.toml", f"[state]\nfolder = {toml(str(self.state))}\n{more}")

    def file(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def packed(self, *names: str) -> Path:
        with tarfile.open(self.folder / "backup.tar.gz", "w:gz") as tar:
            for name in names:
                tar.addfile(tarfile.TarInfo(name), io.BytesIO())
        return self.folder / "backup.tar.gz"


Arguments: TypeAlias = tuple[object, ...]
CASES: dict[str, Callable[[Place], Arguments]] = {}


def case(make: Callable[[Place], Arguments]) -> Callable[[Place], Arguments]:
    CASES[make.__name__.replace("_", " ")] = make
    return make


@case
def verify_an_event_with_a_field_of_theirs(place: Place) -> Arguments:
    head = b'{"type":"MatchOpened",'
    content = forged(
        played(), head, head + json.dumps(EVIL, ensure_ascii=False).replace("\x7f", "\\u007f").encode() + b":1,"
    )
    return "verify", place.file("match.jsonl", content)


@case
def verify_an_event_of_a_kind_of_theirs(place: Place) -> Arguments:
    kind = json.dumps(EVIL).encode()
    content = forged(played(), b'{"type":"RoundEnded"}', b'{"type":%s}' % kind)
    return "verify", place.file("match.jsonl", content), "--game", GAME


@case
def verify_a_version_of_theirs(place: Place) -> Arguments:
    version = forged(played(), VERSION, b'"version":' + json.dumps(EVIL).encode())
    content = forged(version, b'{"type":"RoundEnded"}', b'{"type":"RoundEnded","and":1}')
    return "verify", place.file("match.jsonl", content), "--rolls", "--game", GAME


@case
def verify_a_file_that_is_not_there(place: Place) -> Arguments:
    return "verify", place.folder / EVIL


@case
def verify_as_json(place: Place) -> Arguments:
    return *verify_a_version_of_theirs(place), "--json"


@case
def restore_a_file_that_no_backup_has(place: Place) -> Arguments:
    return "restore", place.packed(f"x/{EVIL}"), "--config", place.config()


@case
def restore_a_file_that_is_there_already(place: Place) -> Arguments:
    (place.lists / EVIL).touch()
    return "restore", place.packed(f"lists/{EVIL}"), "--config", place.config()


@case
def restore_what_is_no_archive(place: Place) -> Arguments:
    return "restore", place.file(EVIL, b"no archive"), "--config", place.config()


@case
def backup_over_another_file(place: Place) -> Arguments:
    return "backup", place.file(EVIL, b""), "--config", place.config()


@case
def backup_into_a_file_of_such_a_name(place: Place) -> Arguments:
    return "backup", place.folder / EVIL, "--config", place.config()


@case
def play_a_script_of_other_words(place: Place) -> Arguments:
    return "play", place.file("evil.script", f"# remark\nlock blue {EVIL}\nexpect {EVIL} x\n")


@case
def play_a_script_that_fails(place: Place) -> Arguments:
    return "play", "-v", place.file("evil.script", f'answer blue "{EVIL.splitlines()[0]}"\n')


@case
def play_a_script_with_a_list_of_theirs(place: Place) -> Arguments:
    army = json.dumps({"listname": EVIL, "units": [EVIL]})
    head = f"system legion_2024\nblue own:x.json\nred own:x.json\nlist x.json\n    {army}\n"
    return "play", place.file("evil.script", head)


@case
def play_a_script_with_a_configuration_of_theirs(place: Place) -> Arguments:
    return "play", place.file("evil.script", f"config\n    {toml(EVIL)} = {toml(EVIL)}\n")


@case
def play_a_script_of_such_a_name(place: Place) -> Arguments:
    return "play", place.file(EVIL, "wait 1s\n")


@case
def demo_a_script_of_other_words(place: Place) -> Arguments:
    return "demo", "--out", place.folder / "out", "--script", play_a_script_of_other_words(place)[1]


@case
def run_a_script_of_other_words(place: Place) -> Arguments:
    return "run", "--script", play_a_script_of_other_words(place)[1]


@case
def run_a_configuration_of_theirs(place: Place) -> Arguments:
    return "run", "--config", place.config(f"[screen]\nlanguage = {toml(EVIL)}\n")


@case
def check_config_with_keys_and_values_of_theirs(place: Place) -> Arguments:
    return "check-config", place.config(f"{toml(EVIL)} = 1\n[screen]\nlanguage = {toml(EVIL)}\n")


@case
def check_config_of_such_a_name(place: Place) -> Arguments:
    return "check-config", place.file(EVIL, "x = 1\n")


@case
def check_config_with_lists_of_theirs(place: Place) -> Arguments:
    (place.lists / f"{EVIL}.json").write_text("{")
    (place.lists / "infinity" / f"{EVIL}.toml").write_text(f"[[trooper]]\n{toml(EVIL)} = 1\nname = {toml(EVIL)}\n")
    (place.state / "scenarios" / f"{EVIL}.toml").write_text(f"{toml(EVIL)} = {toml(EVIL)}\n[sides]\n")
    return "check-config", place.config()


def imported(place: Place, content: str, command: str = "import") -> Arguments:
    return command, place.file("list.txt", content), "--lists", place.lists


@case
def import_tabletop_simulators_json(place: Place) -> Arguments:
    return imported(
        place, json.dumps({"listname": EVIL, "armyFaction": EVIL, "units": ["AT-ST", EVIL], "commandCards": [EVIL]})
    )


@case
def import_json_of_another_shape(place: Place) -> Arguments:
    return imported(place, json.dumps({"units": [{"name": EVIL, "count": EVIL}], EVIL: EVIL}))


@case
def import_a_text(place: Place) -> Arguments:
    return imported(place, f"{EVIL}\n994/1000\nCorps:\n- {EVIL}\n- AT-ST: {EVIL}\nCommands: {EVIL}\n")


@case
def import_a_link(place: Place) -> Arguments:
    return imported(place, f"https://{EVIL.splitlines()[0]}/list\n")


@case
def import_a_force(place: Place) -> Arguments:
    return imported(
        place, f"name = {toml(EVIL)}\n[[trooper]]\nname = {toml(EVIL)}\norder = {toml(EVIL)}\n{toml(EVIL)} = 1\n"
    )


@case
def import_a_scenario(place: Place) -> Arguments:
    return imported(
        place, f"name = {toml(EVIL)}\n{toml(EVIL)} = {toml(EVIL)}\n[sides.{toml(EVIL)}]\nnation = {toml(EVIL)}\n"
    )


@case
def import_a_file_that_is_not_there(place: Place) -> Arguments:
    return "import", place.folder / EVIL, "--lists", place.lists


@case
def import_among_lists_of_such_names(place: Place) -> Arguments:
    (place.lists / f"{EVIL}.json").write_text("{")
    return "import", "nothing of that name", "--lists", place.lists


@case
def import_under_such_a_name(place: Place) -> Arguments:
    _, file, *more = import_a_force(place)
    place.file("list.txt", "[[trooper]]\nname = 'Ana'\n")
    return "import", file, *more, "--save", EVIL


@case
def hand_of_a_list_of_theirs(place: Place) -> Arguments:
    return imported(place, str(json.dumps({"units": [EVIL, "AT-ST"], "commandCards": [EVIL]})), "hand")


@case
def cards_of_a_book_of_theirs(place: Place) -> Arguments:
    book = {"04aabbcc": KnownCard(f"strategy:{EVIL}", "strategy", 1), "04aabbcd": KnownCard(EVIL, "command")}
    (place.state / "cards.json").write_bytes(msgspec.json.encode(book))
    return "cards", "list", "--config", place.config()


@case
def cards_of_a_broken_book(place: Place) -> Arguments:
    (place.state / "cards.json").write_text(json.dumps({EVIL: {"id": EVIL, "kind": EVIL}}))
    place.state = place.state.rename(place.folder / EVIL)
    return "cards", "list", "--config", place.config()


@case
def cards_enrol_a_list_of_theirs(place: Place) -> Arguments:
    army = place.file("list.json", json.dumps({"units": [EVIL], "commandCards": [{"x": EVIL}]}))
    return "cards", "enrol", "--list", army, "--list", place.folder / EVIL, "--config", place.config()


@case
def cards_enrol_what_is_unknown(place: Place) -> Arguments:
    return "cards", "enrol", "--card", EVIL, "--config", place.config()


@case
def cards_forget_what_is_unknown(place: Place) -> Arguments:
    return "cards", "forget", EVIL, "--config", place.config()


@case
def cards_with_a_configuration_of_theirs(place: Place) -> Arguments:
    return "cards", "list", "--config", place.config(f"[screen]\nlanguage = {toml(EVIL)}\n")


@case
def export_a_match_that_is_not_there(place: Place) -> Arguments:
    return "export", EVIL, "--config", place.config()


@case
def export_a_match_into_a_folder_of_such_a_name(place: Place) -> Arguments:
    skirmish(place.state).session.close()
    return "export", "--last", "--out", place.folder / EVIL / "out", "--config", place.config()


@case
def export_a_match_of_theirs_onto_the_terminal(place: Place) -> Arguments:
    """JSON spells out what is below a blank, and leaves the rest of EVIL as it is."""
    table = skirmish(place.state)
    table.session.close()
    (journal,) = (place.state / "matches").glob("*.match")
    with closing(sqlite3.connect(journal)) as database, database:
        ((match,),) = database.execute("SELECT id FROM match").fetchall()
        link = chain_start(match)
        for number, body in database.execute("SELECT n, body FROM batches ORDER BY n").fetchall():
            theirs = bytes(body).replace(b'"version":"', '"version":"Rogue\x9b31m\u202e'.encode())
            link = chain_next(link, theirs)
            database.execute("UPDATE batches SET body = ?, chain = ? WHERE n = ?", (theirs, link, number))
    return "export", "--last", "--config", place.config()


@case
def history_of_a_match_that_is_not_there(place: Place) -> Arguments:
    return "history", EVIL, "--config", place.config()


@case
def report_into_a_folder_of_such_a_name(place: Place) -> Arguments:
    return "report", "--out", place.folder / EVIL / "out.zip", "--config", place.config()


@case
def report_into_a_file_of_such_a_name(place: Place) -> Arguments:
    return "report", "--out", place.folder / EVIL, "--config", place.config()


@case
def doctor_of_a_configuration_of_theirs(place: Place) -> Arguments:
    return "doctor", "--config", place.config(f"{toml(EVIL)} = 1\n")


@case
def doctor_of_a_folder_of_such_a_name(place: Place) -> Arguments:
    place.state = place.state.rename(place.folder / EVIL)
    return "doctor", "--config", place.config()


@case
def doctor_as_json(place: Place) -> Arguments:
    return *doctor_of_a_folder_of_such_a_name(place), "--json"


@case
def judge_where_nobody_is(place: Place) -> Arguments:
    place.state = place.folder / EVIL
    return "judge", "log", "--config", place.config()


@case
def phone_where_no_table_is(place: Place) -> Arguments:
    place.state = place.folder / EVIL
    return "phone", "setup", "--config", place.config()


@case
def web_at_an_address_that_is_none(place: Place) -> Arguments:
    return "web", "--config", place.file(EVIL, f"[web]\nlisten = {json.dumps(EVIL)}\n")


@case
def overlay_of_such_a_name(place: Place) -> Arguments:
    return "overlay", "revoke", EVIL, "--config", place.config()


@case
def overlays_of_such_names(place: Place) -> Arguments:
    place.file("overlays.json", json.dumps({"tokens": [{"name": EVIL, "hash": "0" * 64}]}))
    return "overlay", "list", "--config", place.config()


@case
def words_where_nobody_is(place: Place) -> Arguments:
    place.state = place.folder / EVIL
    return "words", "blue", EVIL, "--config", place.config()


@case
def setup_in_a_language_of_theirs(place: Place) -> Arguments:
    return "setup", "--config", place.folder / EVIL, "--language", EVIL


@case
def emulate_with_a_script_of_theirs(place: Place) -> Arguments:
    return "emulate", "--reader", f"0.0={EVIL}", "--script", place.file(EVIL, EVIL), "--", "python", "-c", "0"


@case
def emulate_a_program_that_is_not_there(place: Place) -> Arguments:
    return "emulate", "--", place.folder / EVIL


@case
def firmware_at_a_port_of_such_a_name(place: Place) -> Arguments:
    return "firmware", "version", place.file(EVIL, b"")


@case
def verify_a_file_whose_name_is_no_text(place: Place) -> Arguments:
    return "verify", place.folder / os.fsdecode(b"Rogue\xff\x1b[2J")


@case
def check_config_with_lists_whose_names_are_no_text(place: Place) -> Arguments:
    for room, ending in (
        (place.lists, ".json"),
        (place.lists / "infinity", ".toml"),
        (place.state / "scenarios", ".toml"),
    ):
        (room / (os.fsdecode(b"Rogue\xff\x1b[2J") + ending)).write_text("{")
    return "check-config", place.config()


@case
def lists_of_such_names(place: Place) -> Arguments:
    (place.lists / f"{EVIL}.json").write_text("{")
    (place.lists / "named.json").write_text(json.dumps({"listname": EVIL, "units": ["AT-ST"]}))
    return "lists", "--config", place.config()


@case
def backup_of_files_of_such_names(place: Place) -> Arguments:
    (place.lists / f"{EVIL}.json").write_text("{")
    return "backup", place.folder / "out.tar.gz", "--config", place.config()


@case
def hall_in_a_folder_of_such_a_name(place: Place) -> Arguments:
    return "hall", "--folder", place.folder / EVIL


@case
def evening_by_a_file_of_such_a_name(place: Place) -> Arguments:
    return "evening", "--config", place.folder / EVIL


@case
def start_with_such_a_word(_: Place) -> Arguments:
    return "start", EVIL


@case
def outbox_whose_password_has_such_a_name(place: Place) -> Arguments:
    config = place.file("table.toml", '[hall]\nbroker = "127.0.0.1"\ntable = "table-1"\n')
    return "outbox", "--config", config, "--password", place.folder / EVIL


@case
def far_by_a_file_of_such_a_name(place: Place) -> Arguments:
    return "far", "--config", place.folder / EVIL


def test_every_command_has_a_case(tmp_path: Path) -> None:
    """What the lab adds to the commands prints its own figures and pages alone."""
    tried = set[str]()
    for number, make in enumerate(CASES.values()):
        tried.add(str(make(Place(tmp_path / str(number)))[0]))
    assert tried == set(COMMANDS)


@pytest.mark.campaign
@pytest.mark.parametrize("name", CASES)
def test_what_is_printed_of_a_file_steers_nothing(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = called(monkeypatch, *CASES[name](Place(tmp_path)))
    assert "Rogue" in shown, "it was printed at all"
    assert steers(shown) == []


@pytest.mark.campaign
@pytest.mark.parametrize("command", ["doctor", "report"])
def test_what_a_command_without_a_log_warns_of_steers_nothing(command: str, tmp_path: Path) -> None:
    """The state folder's name is the configuration's."""
    config = tmp_path / "table.toml"
    config.write_text(f"[state]\nfolder = {json.dumps(f'/proc/{EVIL}')}\n".replace("\\u007f", ""), "utf-8")
    words = [sys.executable, "-m", "table", command, "--config", str(config)]
    result = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=False)
    assert "Rogue" in result.stderr, "it was printed at all"
    assert steers(result.stderr) == []


@pytest.mark.parametrize("order", [("log",), ("ask",), ("answer", "evil", "x")])
def test_what_a_table_reports_to_a_judge_steers_nothing(
    order: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names in the story of a match come from the players' lists."""
    place, wanted = Place(tmp_path), text("list.offer", name=EVIL)
    prompt = ChooseOne(key="evil", seat=None, ask=wanted, rule=min(CORRECTING), options=(Option(EVIL, wanted),))
    standing = JudgeStatus(
        True, judged=True, headline=wanted, prompts=(prompt,), story=(wanted,), notice=Notice(BLUE, wanted)
    )

    def answer(server: socket.socket) -> None:
        for _ in range(2 if order[0] == "answer" else 1):
            client, _ = server.accept()
            with client:
                client.recv(65536)
                client.sendall(msgspec.json.encode(standing) + b"\n")

    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(str(place.state / NAME))
        server.listen(2)
        server.settimeout(PATIENCE_S)
        table = threading.Thread(target=answer, args=(server,))
        table.start()
        shown = called(monkeypatch, "judge", *order, "--config", place.config())
        table.join()
    assert "Rogue" in shown
    assert steers(shown) == []


def test_lines_and_grids_and_documents_steer_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = Grid("a", "b")
    grid.add_row("b", EVIL, style="bold red")

    def act() -> None:
        print_line(EVIL)
        print_line("tab", EVIL, style="bold red")
        print_grid(grid)
        print_document(json.dumps([EVIL], indent=1, ensure_ascii=False))

    assert steers(printed(monkeypatch, act)) == []


@pytest.mark.slow
def test_where_there_are_colours_they_are_the_only_sequences(tmp_path: Path) -> None:
    """The program itself, at a terminal that has them: what its own styles are is in `rich`."""
    _, file, *more = verify_an_event_with_a_field_of_theirs(Place(tmp_path))
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "200"}
    environment.pop("NO_COLOR", None)
    order = [sys.executable, "-m", "table", "verify", str(file), *map(str, more)]
    with listening(ours) as heard:
        assert subprocess.run(order, stdout=theirs, stderr=theirs, env=environment, timeout=60).returncode == 1
        os.close(theirs)
    coloured = heard().replace("\r\n", "\n")
    shown = re.sub(r"\x1b\[(0|1;31|3[1-6])m", "", coloured)
    assert shown != coloured
    assert "Rogue" in shown
    assert steers(shown) == []


def test_what_steers_a_terminal_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = printed(monkeypatch, lambda: sys.stdout.write(EVIL))
    assert {repr("\x1b"), repr("\x9b"), repr("\u202e"), repr("\r"), repr("\x7f")} <= set(steers(shown))
    assert VERDICT in " ".join(steers(shown))


def test_what_is_written_in_another_language_stays_as_it_is() -> None:
    for words in ("Übergriff – „los“", "Año nuevo", "Кириллица", "שלום", "5\xa0mm"):
        assert legible(words) == words


@settings(deadline=None)
@given(st.text(st.characters(), max_size=40))
def test_whatever_the_words_they_show_and_can_be_written(words: str) -> None:
    """Also what a file's name has where it is no text: half a surrogate."""
    shown = legible(words)
    assert legible(shown) == shown
    assert len(f"a{shown}".splitlines()) == 1
    shown.encode()

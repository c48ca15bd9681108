"""Record a session at the bench as a script while it continues."""

import logging
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from hal.events import Button
from table.emulation import acts
from table.emulation.analyser.table_lines import new_lines
from table.emulation.scripts.stage import Stage, asked, in_words, keyed_cards, same
from table.emulation.scripts.verbs import TABLE_FAULTS
from table.games.files.list_file import read_file
from table.games.files.raw_list import MOST_BYTES, ListError, decoded
from table.records.folder import LISTS, SCENARIOS
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Roll
from table.rules.seats import SEATS, Seat
from table.session.input import LetGo, Marked, Pointed, ScreenInput, Touched
from table.view.published import Published
from table.words import Words
from table.words.brought_file import refuse_no_file
from table.words.lexer import quoted


def turning_points(now: Published) -> tuple[str, ...]:
    """Return the expectations at a recording's turning points: seals, cards, rolls, priority, rounds, the end."""
    return tuple(_turning_points(now))


def _turning_points(now: Published) -> Iterator[str]:
    yield from (f"locked {desk.seat}" for desk in now.desks if desk.locked)
    if (view := now.view) is None:
        return
    yield f"round {view.round}"
    for seat in view.seats:
        if seat.card is not None:
            yield f"card {seat.seat} {quoted(seat.card.name)}"
    if view.rolled is not None:
        yield f"rolled {quoted(view.rolled.face)}"
    if view.first is not None:
        yield f"priority {view.first}"
    if view.over:
        yield "over"


def states(now: Published) -> tuple[str, ...]:
    """Return everything that a bystander can see at the table."""
    return (*turning_points(now), *_around(now))


def _around(now: Published) -> Iterator[str]:
    for desk in now.desks:
        yield f"reader {desk.seat} {desk.reader}"
    yield f"dispenser {now.dispenser}"
    for note in now.faults:
        yield f"fault {note.code}"
    for prompt in now.prompts:
        if not prompt.standing:
            for seat in SEATS if prompt.seat is None else (prompt.seat,):
                yield f"prompt {seat} {prompt.key}"


def news(before: Published | None, now: Published, words: Words) -> tuple[str, ...]:
    """Return the lines that are new."""
    was = frozenset() if before is None else frozenset(states(before))
    return (*_messages(before, now, words), *(line for line in states(now) if line not in was))


def _messages(before: Published | None, now: Published, words: Words) -> Iterator[str]:
    old = () if before is None or before.view is None else before.view.story
    new = () if now.view is None else now.view.story
    yield from (f"said {quoted(words.say(line))}" for line in new_lines(old, new))
    if now.notice is not None and (before is None or before.notice != now.notice):
        yield f"notice {quoted(words.say(now.notice.words))} {now.notice.rule}".rstrip()
    for index, desk in enumerate(now.desks):
        if desk.note is not None and (before is None or before.desks[index].note != desk.note):
            yield f"notice {quoted(words.say(desk.note.words))} {desk.note.rule}"


def line_of(act: acts.Act, stage: Stage) -> str:
    match act:
        case acts.Lay():
            owner = act.reader if act.card.startswith(acts.TAG) else Seat(act.card.partition("/")[0])
            on = f" on {act.reader}" if owner is not act.reader else ""
            aside = f" aside {act.aside_mm:.6g}" if act.aside_mm else ""
            return f"lay {_card(stage, act.card, act.reader)}{on}{aside}"
        case acts.Lift():
            return f"lift {_card(stage, act.card, Seat.BLUE)}"
        case acts.Press():
            return f"down {act.seat} {act.button}"
        case acts.Release():
            return f"up {act.seat} {act.button}"
        case acts.ReaderFault():
            return f"reader {act.seat} {act.word}"
        case acts.AirNoise():
            return f"reader {act.seat} noise {act.share:.6f}"
        case acts.PowerTable():
            return "" if act.on else "table blackout"
        case _:
            return _at_dispenser(act)


def _at_dispenser(act: acts.Act) -> str:
    match act:
        case acts.DispenserFault() if act.word in TABLE_FAULTS:
            return f"table {act.word}"
        case acts.DispenserFault():
            return f"dispenser {act.word}" + ("" if act.word in (*acts.CABLE, *acts.PICO) else f" {act.hopper}")
        case acts.LineNoise():
            return f"dispenser noise {act.share:.6f}"
        case acts.Fill():
            return f"load {act.hopper} {act.tokens}"
        case acts.Take():
            return f"take {'all' if act.hopper is None else act.hopper}"
        case acts.PutBack():
            return "put-back all"
        case _:
            return ""


def _card(stage: Stage, key: str, seat: Seat) -> str:
    """Return a card as `blue Ambush`, with its number among cards of the same name."""
    if key.startswith(acts.TAG):
        return f"{seat} tag {key.removeprefix(acts.TAG)}"
    owner = Seat(key.partition("/")[0])
    cards = keyed_cards(stage, owner)
    name = next((name for each, name, _ in cards if each == key), key)
    copies = [each for each, other, _ in cards if same(other, name)]
    copy = f" copy {copies.index(key) + 1}" if len(copies) > 1 else ""
    return f"{owner} {quoted(name)}{copy}"


def lines_of(touch: ScreenInput, stage: Stage) -> Iterator[str]:
    """Return the lines of a touch.

    A touch for both seats is written for the first, except for a focus, because each seat has its own.
    """
    seat = touch.seat or SEATS[0]
    prompt = next(iter(asked(stage.now, seat, touch.prompt)), None)
    match touch:
        case Pointed():
            for each in SEATS if touch.seat is None else (seat,):
                yield f"point {each} {quoted(touch.prompt)} {touch.cursor}"
        case LetGo():
            if isinstance(prompt, ChooseOne) and touch.value in (ids := [option.id for option in prompt.options]):
                yield f"point {seat} {quoted(touch.prompt)} {ids.index(str(touch.value))}"
        case Marked():
            yield f"mark {seat} {quoted(touch.option)} to {quoted(touch.prompt)}"
        case Touched(value=None):
            yield f"{'roll' if isinstance(prompt, Roll) else 'confirm'} {seat} {quoted(touch.prompt)}"
        case Touched():
            yield f"answer {seat} {in_words(touch.value)} to {quoted(touch.prompt)}{_remark(touch, prompt, stage)}"


def _remark(touch: Touched, prompt: AnyPrompt | None, stage: Stage) -> str:
    """Return a remark that tells people the answer, since ids say little."""
    if not isinstance(prompt, ChooseOne | ChooseSome):
        return ""
    ids = touch.value if isinstance(touch.value, tuple) else (touch.value,)
    names = [stage.words.say(option.label) for option in prompt.options if option.id in ids]
    return f"  # {', '.join(names)}" if names else ""


LEAST_WAIT_S = 0.005
WRITTEN = "# So it ended."


class Recorder:
    """The recorder, for any thread. `write` takes each line as it comes, so that nothing recorded is lost."""

    def __init__(self, write: Callable[[str], None], stage: Stage, covered: Callable[[], bool] = lambda: False) -> None:
        """Make a recorder.

        `covered` is true while the screen takes the panels' presses, since a replay has no screen.
        """
        self._covered = covered
        self._taken: frozenset[tuple[Seat, Button]] = frozenset()
        """The buttons that went down while the screen was covered, and are still down."""
        self._write = write
        self._stage = stage
        self._guard = threading.Lock()
        self._last_s = stage.now_s
        self._expected: frozenset[str] = frozenset()

    def acted(self, act: acts.Act) -> None:
        with self._guard:
            line = line_of(act, self._stage)
            self._put(f"# the screen took it: {line}" if self._takes(act) else line)

    def _takes(self, act: acts.Act) -> bool:
        if not isinstance(act, acts.Press | acts.Release):
            return False
        button = (act.seat, act.button)
        taken = self._covered() if isinstance(act, acts.Press) else button in self._taken
        self._taken = self._taken | {button} if taken and isinstance(act, acts.Press) else self._taken - {button}
        return taken

    def touched(self, touch: ScreenInput) -> None:
        with self._guard:
            for line in lines_of(touch, self._stage):
                self._put(line)

    def published(self, now: Published) -> None:
        """Write an expectation for each new turning point."""
        with self._guard:
            points = turning_points(now)
            new = [point for point in points if point not in self._expected]
            self._expected = frozenset(points)
            for point in new:
                self._put(f"expect {point}")

    def finish(self) -> None:
        """End the recording with the final state as its last expectations."""
        with self._guard:
            self._put(WRITTEN)
            for state in states(self._stage.now):
                self._write(f"expect {state}")

    def _put(self, line: str) -> None:
        if not line:
            return
        now_s = self._stage.now_s
        if now_s - self._last_s >= LEAST_WAIT_S:
            self._write(f"wait {round((now_s - self._last_s) * 1000)}ms")
        self._last_s = now_s
        self._write(line)


def head(seed: int, config: str, system: str, sides: dict[str, str], files: dict[str, dict[str, str]]) -> str:
    """Return the head of a script. `files` are the players' own, by the head's word (`list`, `scenario`) and name."""
    lines = [f"seed {seed}"]
    lines += [f"config\n{_indented(config)}"] if config.strip() else []
    for word, contents in files.items():
        lines += [f"{word} {name}\n{_indented(content)}" for name, content in contents.items()]
    if sides:
        lines += [f"system {system}", *(f"{seat} {offer}" for seat, offer in sides.items())]
    return "\n".join(lines) + "\n\n"


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" if line.strip() else "" for line in text.strip("\n").splitlines())


log = logging.getLogger(__name__)

FOLDERS = {"list": LISTS, "scenario": SCENARIOS}
"""The folder of the players' own files, by the word that the head has for them."""
_OWN = re.compile(r'\bown:([^"/\s]+)')


class Recording:
    """Writes a recording.

    `state` is the recorded table's state folder, which holds only the players' own files at first.
    """

    def __init__(self, path: Path, state: Path, seed: int, config: str, system: str, sides: dict[Seat, str]) -> None:
        self._path = path
        self._state = state
        self._seed, self._config, self._system, self._sides = seed, config, system, sides
        self._lines: list[str] = []
        self._files: dict[str, dict[str, str]] = {}
        for offer in sides.values():
            self._take_in(offer)
        self._ended = False
        refuse_no_file(path)
        self._file = path.open("w", encoding="utf-8")
        try:
            self._write_all()
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None

    def write(self, line: str) -> None:
        """Write a line, on any thread that holds the recorder's lock.

        A full disk ends the recording, never the table.
        """
        if self._ended:
            return
        self._lines.append(line)
        try:
            if self._take_in(line):
                self._write_all()
            else:
                self._file.write(line + "\n")
                self._file.flush()
        except OSError as error:
            self._ended = True
            log.error("%s: the recording ends here, it cannot be written: %s", self._path, error.strerror or error)

    def close(self) -> None:
        with suppress(OSError):
            self._file.close()

    def _take_in(self, words: str) -> bool:
        """Add a list or scenario of the players that is chosen here to the head, once."""
        found = False
        for name in _OWN.findall(words):
            for word, room in FOLDERS.items():
                for file in sorted((self._state / room).rglob(f"{name}*")):
                    key = file.relative_to(self._state / room).as_posix()
                    if key not in self._files.setdefault(word, {}) and (words := _text_of(file)):
                        self._files[word][key] = words
                        found = True
        return found

    def _write_all(self) -> None:
        sides = {str(seat): offer for seat, offer in self._sides.items()}
        """The file is append-only, so nothing is lost if the recording is interrupted."""
        if self._lines:
            self._file.seek(0)
        self._file.write(head(self._seed, self._config, self._system, sides, self._files))
        self._file.writelines(line + "\n" for line in self._lines)
        self._file.flush()


def bring_along(source: Path, state: Path) -> None:
    """Copy the players' own lists and scenarios into the recorded table's state folder."""
    for room in FOLDERS.values():
        if (source / room).is_dir():
            shutil.copytree(source / room, state / room, ignore=_no_lists)


def _no_lists(folder: str, names: list[str]) -> set[str]:
    """Return the names that cannot be lists: pipes, dead links, files that are too large."""
    places = {name: Path(folder, name) for name in names}
    return {
        name
        for name, at in places.items()
        if not at.is_dir() and not (at.is_file() and at.stat().st_size <= MOST_BYTES)
    }


def _text_of(file: Path) -> str:
    """Return the text of a list as the table reads it, unpacked; empty if it cannot be read."""
    try:
        return decoded(read_file(file))
    except ListError:
        return ""

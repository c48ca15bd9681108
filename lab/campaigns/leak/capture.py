"""Capture all output of a table until a hidden card is revealed, with its time in milliseconds."""

import gc
import logging
import random
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec.structs import replace

from lab.campaigns.leak.outlets import Capture, listening
from lab.figure import NotMeasuredError
from lab.systems import all_trials
from lab.temporary_folder import temporary_folder
from sim_hardware.nfc.tags import TypeATag
from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.emulation.acts import hold_lasts_s
from table.emulation.hands.bot_match import BotMatch, begin
from table.emulation.virtual_table import VirtualTable
from table.rules import fairness
from table.rules.commands import Answer
from table.rules.match.payouts import TOKENS_BACK
from table.rules.seats import BLUE, RED, SEATS

ATTACKED = {each.game.system: each for each, trials in all_trials() if trials.hidden is not None}
"""The games with hidden cards."""
SYSTEM, CLASSIC = ATTACKED
"""The first refuses a card that may not be played, and the second replaces it at the reveal."""
BROUGHT = {system: dict(zip(SEATS, each.samples or (), strict=True)) for system, each in ATTACKED.items()}
SIDES = BROUGHT[SYSTEM]
HIDDEN = next(trials.hidden for _, trials in all_trials() if trials.hidden is not None)
OTHERS_CARD, SPENT = HIDDEN.common, HIDDEN.usual
LEIA = "1"
SEED = 4
COMMITMENT = "0" * 64

log = logging.getLogger(__name__)
LOCKING, OFF = "the lock is tried", "the card is off the reader"
"""Marks that a story logs, at which the capture can be cut."""

Commit = Callable[[bytes, str], str]
Story = Callable[[VirtualTable, str], None]


def constant(_salt: bytes, _card: str) -> str:
    """Return a commitment that ignores the card, so that every byte, of chain and files too, can be compared."""
    return COMMITMENT


def locked(table: VirtualTable, card: str) -> None:
    """Lock a card as blue, and lay one as red without locking it."""
    table.lay(BLUE, card)
    log.debug(LOCKING)
    table.hold(BLUE)
    if not table.now.desks[0].locked:
        raise NotMeasuredError("the card was not locked: there is nothing to compare")
    table.lay(RED, OTHERS_CARD)
    table.wait(1.0)


def broken(table: VirtualTable, card: str) -> None:
    """Lift the locked card, look at it, and lock it again."""
    locked(table, card)
    table.clear(BLUE)
    table.clear(RED)
    locked(table, card)


def voided(table: VirtualTable, card: str) -> None:
    """Cut power while the card is locked, and lock it again."""
    locked(table, card)
    table.cut_power()
    table.wait(3.0)
    table.clear(BLUE)
    table.clear(RED)
    locked(table, card)


def unused(table: VirtualTable, card: str) -> None:
    """Lay a card and take it away without locking it."""
    table.lay(BLUE, card)
    table.wait(0.3)
    table.clear(BLUE)


def covered(table: VirtualTable, card: str) -> None:
    """Cover the card with another, so that neither can be locked, and then lock it alone."""
    table.lay(BLUE, card)
    table.lay(BLUE, OTHERS_CARD)
    table.hold(BLUE)
    table.clear(BLUE)
    locked(table, card)


def fallen(table: VirtualTable, card: str) -> None:
    """Defeat a unit while the card is locked: the lock is withdrawn, whether or not the card is that unit's."""
    locked(table, card)
    table.session.step(Answer(BLUE, "defeat", LEIA))
    if table.now.desks[0].locked:
        raise NotMeasuredError("the lock was not taken back: there is nothing to compare")
    table.wait(1.0)
    table.clear(BLUE)
    table.clear(RED)
    locked(table, OTHERS_CARD)


def refused(table: VirtualTable, card: str) -> None:
    """Try to lock a card that may not be played, and lock another one."""
    table.lay(BLUE, card)
    log.debug(LOCKING)
    table.hold(BLUE)
    if table.now.desks[0].locked or table.now.desks[0].note is None:
        raise NotMeasuredError("the card was not refused: there is nothing to compare")
    _another(table)


def spared(table: VirtualTable, card: str) -> None:
    """Lay the card without trying to lock it, and lock another one."""
    table.lay(BLUE, card)
    log.debug(LOCKING)
    table.wait(hold_lasts_s(table.hold_s[BLUE]) + 0.1)  # as long as `VirtualTable.hold`
    _another(table)


def _another(table: VirtualTable) -> None:
    """Take the card off, and lock another one."""
    table.lay(RED, OTHERS_CARD)
    table.wait(1.0)
    table.clear(BLUE)
    table.clear(RED)
    table.wait(0.3)
    log.debug(OFF)
    locked(table, OTHERS_CARD)


def warned(table: VirtualTable, card: str) -> None:
    """Lock a card after a warning to its owner."""
    table.lay(BLUE, card)
    table.wait(0.3)
    if table.now.desks[0].note is None:
        raise NotMeasuredError("nobody was warned: there is nothing to compare")
    table.clear(BLUE)
    locked(table, card)


def refused_later(table: VirtualTable, card: str) -> None:
    """Try to lock a refused card in the second round: the first round's card may not be played either."""
    locked(table, SPENT)
    table.hold(RED)
    BotMatch(table, random.Random(SEED)).until(lambda now: now.view is not None and now.view.round > 1)
    table.session.step(Answer(BLUE, TOKENS_BACK))
    for seat in SEATS:
        table.clear(seat)
    refused(table, card)


STORIES: tuple[Story, ...] = (locked, broken, voided, unused, covered, fallen)
"""Stories with a card that may be played."""


def hidden(
    card: str,
    tag: TypeATag | None = None,
    seed: int = SEED,
    commit: Commit = constant,
    story: Story = locked,
    system: str = SYSTEM,
) -> bytes:
    """Return all output of the process until the card would be revealed.

    `tag` replaces the card's usual tag.
    """
    capture = Capture()
    with temporary_folder() as folder, listening(capture):
        config = replace(Config(), state=StateConfig(folder=str(folder)))
        retagged = None if tag is None else (BLUE, card, tag)
        table = VirtualTable(Setup.of(config), seed=seed, retagged=retagged, commit=commit)
        capture.attend(table)
        begin(table, system, BROUGHT[system])
        for seat, number in ((BLUE, 7), (RED, 42)):
            table.session.step(Answer(seat, "match.number", number))
        story(table, card)
        capture.join()
        batches = [] if table.session.play is None else list(table.session.play.journal.batches())
        table.close()
        gc.collect()  # a killed table's journal closes when it is collected, not at the power cut
        everything = (*capture.seen, *batches, repr(table.fallen).encode(), *_files(folder))
        return b"\n".join(everything).replace(str(folder).encode(), b"")


def apart_from_commitments(card: str, seed: int = SEED) -> bytes:
    """Return the same with the real commitments blanked, and without the files that contain them or their chain."""
    commitments: list[str] = []

    def shipped(salt: bytes, sealed: str) -> str:
        commitments.append(fairness.seal_commitment(salt, sealed))
        return commitments[-1]

    output = hidden(card, seed=seed, commit=shipped)
    for commitment in commitments:
        if commitment.encode() not in output:
            raise NotMeasuredError("the commitment is nowhere: there is nothing to blot out")
        output = output.replace(commitment.encode(), COMMITMENT.encode())
    return output[: output.index(FILE)]


FILE = b"\nfile "


def _files(folder: Path) -> Iterator[bytes]:
    """Yield names, modes, sizes and contents of all files but SQLite's shared-memory index, which has random salts."""
    for path in sorted(folder.rglob("*")):
        state = path.stat()
        yield f"file {path.relative_to(folder)} {state.st_size} {state.st_mode:o}".encode()
        yield path.read_bytes() if path.is_file() and not path.name.endswith("-shm") else b""


def until(mark: str, output: bytes) -> bytes:
    """Return the output before the first mark."""
    return output[: output.index(mark.encode())]


def since(mark: str, output: bytes) -> bytes:
    """Return the output after the last mark, and the files."""
    return output[output.rindex(mark.encode()) :]


def differing(one: bytes, other: bytes) -> int:
    """Return the number of bytes that differ."""
    if one == other:
        return 0
    return sum(a != b for a, b in zip(one, other, strict=False)) + abs(len(one) - len(other))

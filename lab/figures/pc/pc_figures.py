"""Measure an evening at a plain PC with two card readers.

It needs root and Debian's packages pcscd, vsmartcard-vpcd, xvfb and xdotool. Without them it yields no figures.
"""

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from lab.figure import Figure, NotMeasuredError, at_most, left_out, none_of
from lab.figures.pc import desktop
from lab.figures.pc.desktop import HEIGHT, WIDTH
from lab.figures.pc.pc_evening import ARMIES, GAME, HANDS, PcEvening
from lab.figures.pc.pc_players import CHANGE_S, PcPlayers, asked
from lab.figures.pc.plain_pc import PcProgram, PlainPc
from lab.temporary_folder import temporary_folder
from lab.trials.evening import Evening
from lab.trials.game_trials import game_trials
from sim_hardware.nfc.pcsc import real_daemon
from sim_hardware.nfc.pcsc.real_daemon import until
from table.devices.judge_socket import JudgeStatus
from table.devices.setup import games_with
from table.rules.prompts import AnyPrompt, SealedCard, Value
from table.rules.seats import BLUE, SEATS, Seat
from table.screen.painter import Painter
from table.screen.picture import Picture
from table.session.input import Touched
from table.session.lobby.choice import LobbyKey
from table.view.published import Published

OFFER = "the setup asks setup.offer"
MOST_ANSWERS = 40


@dataclass
class PcLobby:
    """Plays to the first reveal, on one thread."""

    pc: PlainPc
    seed: int
    acts: int = 0
    """The commands, cards, touches and presses from plugging in to the first reveal.

    The enrolment of the hands is not counted, nor that the table ends before it and is opened again after it.
    """
    edited: int = 0
    """The number of configuration files that changed after the setup."""

    def play(self) -> None:
        """Play. Raises NotMeasuredError if the cards are not revealed."""
        evening = game_trials(GAME).evening
        if evening is None:
            raise NotMeasuredError(f"{GAME} has no evening")
        self._set_up()
        before = self.pc.files()
        hands = {seat: self.pc.enrol(f"legion.card.{card}" for card in HANDS[seat]) for seat in SEATS}
        running = self.pc.begun("run")
        try:
            running.wait_until_ready()
            players = PcPlayers(self.pc, evening(), hands, random.Random(self.seed), acts=self.acts)
            self._to_reveal(players, evening())
            self.pc.desktop.quit()
            if status := running.status():
                raise NotMeasuredError(f"the table ended with status {status}: {running.log}")
        finally:
            running.kill()
            for seat in SEATS:
                self.pc.lift(seat)
        self.acts = players.acts
        self.edited = len(set(self.pc.files().items()) - set(before.items()))

    def _set_up(self) -> None:
        """Open the table where nothing is configured, and lay a card on blue's reader as the first picture asks."""
        running = self.pc.begun("run")
        try:
            running.wait(lambda: OFFER in running.log, "offers no setup")
            self.pc.lay(BLUE, self.pc.new_tag())
            running.wait_until_ready()
            self._wait_for_lobby(running)
            self.acts = 2
            self.pc.desktop.quit()
            running.status()
        finally:
            running.kill()
            self.pc.lift(BLUE)

    def _wait_for_lobby(self, running: PcProgram) -> None:
        running.wait(lambda: (now := self.pc.look()) is not None and bool(now.prompts), "asks for no game")

    def _to_reveal(self, players: PcPlayers, evening: Evening) -> None:
        for _ in range(MOST_ANSWERS):
            if players.rounds:
                return
            now = players.now()
            if now.match:
                players.answer()
            else:
                self._choose(players, now)
        raise NotMeasuredError(f"no cards are revealed after {MOST_ANSWERS} answers")

    def _choose(self, players: PcPlayers, now: JudgeStatus) -> None:
        """Touch the answer to the lobby's first question."""
        prompt = asked(now)[0]
        if isinstance(prompt, SealedCard):
            raise NotMeasuredError(f"the lobby asks for a card: {prompt}")
        players.acts += 1
        self.pc.desktop.click(*_place(now, prompt, _wanted(prompt)))
        if not until(lambda: (after := self.pc.look()) is not None and _asks(after) != _asks(now), CHANGE_S):
            raise NotMeasuredError(f"a touch of {prompt.key} changes nothing: {now}")


def _asks(status: JudgeStatus) -> object:
    return status.match, status.prompts


def _wanted(prompt: AnyPrompt) -> Value:
    """Return the players' choices in the lobby."""
    match prompt.key:
        case LobbyKey.SYSTEM:
            return GAME
        case LobbyKey.LIST:
            return ARMIES[prompt.seat or BLUE]
        case _:
            return None


def _place(now: JudgeStatus, prompt: AnyPrompt, value: Value) -> tuple[int, int]:
    """Return the middle of an answer on the screen, drawn as the window draws it."""
    blue, red = now.desks
    painter = Painter(games_with().words("en"))
    published = Published("", None, now.prompts, (blue, red), faults=now.faults, notice=now.notice)
    Picture(painter, (WIDTH, HEIGHT)).draw(published, 0.0)
    seats: tuple[Seat | None, ...] = (prompt.seat, None, *SEATS)
    for seat in seats:
        for touch in painter.touches:
            if isinstance(touch, Touched) and (touch.seat, touch.prompt, touch.value) == (seat, prompt.key, value):
                place = painter.place_of(touch)
                if place is not None:
                    return place.center
    raise NotMeasuredError(f"{prompt.key}: nothing on the screen answers {value}: {painter.touches}")


MOST_ACTS = 10


def measure(seed: int) -> Iterator[Figure]:
    if left_out("pc.*", missing()):
        return
    began_s = time.monotonic()
    with plain_pc() as pc:
        evening = PcEvening(pc, seed)
        evening.play()
    with plain_pc() as pc:
        lobby = PcLobby(pc, seed)
        lobby.play()
    note = f"{evening.acts} acts, {evening.repeated} presses repeated, daemon killed {evening.kills} times"
    note += f", {time.monotonic() - began_s:.0f} s" + "".join(f"; {each}" for each in evening.wrong)
    of_acts = "setup, run, cards and presses, from plugging in to the first reveal; without enrolment"
    yield at_most("pc.acts", [evening.acts_to_reveal], MOST_ACTS, "acts", note=of_acts)
    yield none_of("pc.files_edited", evening.edited, "files")
    of_acts = "run, its offered setup, touches in the lobby, cards and presses; without enrolment"
    of_acts = f"{of_acts}, for which the table ends and opens again"
    yield at_most("pc.acts_by_window", [lobby.acts], MOST_ACTS, "acts", note=of_acts)
    yield none_of("pc.files_edited_by_window", lobby.edited, "files")
    yield none_of("pc.match", len(evening.wrong) + (not evening.ended), "wrong", note=note)


def missing() -> str:
    """Return a sentence about a part that is missing on this machine; empty if none is."""
    return real_daemon.missing() or desktop.missing()


@contextmanager
def plain_pc() -> Iterator[PlainPc]:
    """Yield a PC with the daemon, two empty readers and a desktop."""
    with temporary_folder() as folder:
        daemon, display = real_daemon.RealDaemon(folder / "readers"), desktop.Desktop()
        daemon.start()
        try:
            display.start()
            yield PlainPc(folder, daemon, display)
        finally:
            display.stop()
            daemon.stop()

"""An evening at a plain PC: `setup`, two hands, and two rounds by keyboard. The daemon is killed twice."""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from lab.figure import NotMeasuredError
from lab.figures.pc.pc_players import PcPlayers, asked, desk_of
from lab.figures.pc.plain_pc import PATIENCE_S, PcProgram, PlainPc
from lab.presses.ways import Goal
from lab.trials.game_trials import game_trials
from sim_hardware.nfc.pcsc.real_daemon import until
from table.devices.judge_socket import JudgeStatus
from table.rules.match.ending import AGREE, END
from table.rules.match.events import EndWay
from table.rules.prompts import AnyPrompt, SealedCard
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.view.published import ReaderState

GAME = "legion_2024"
ARMIES = {BLUE: "sample:rebels_leia_luke", RED: "sample:empire_veers_vader"}
HANDS = {
    BLUE: ("ambush", "coordinated-bombardment", "push", "no-time-for-sorrows"),
    RED: ("ambush", "implacable", "push", "evasive-maneuvers"),
}
ROUNDS = 2
MOST_ANSWERS = 300
QUESTION = "Lay any card on Blue's reader."
OUTAGE_AFTER = 4
"""The number of answers in the first round until the daemon is killed."""


@dataclass
class PcEvening:
    """Plays the evening, on one thread."""

    pc: PlainPc
    seed: int
    acts_to_reveal: int = 0
    """The commands, cards and presses from plugging in to the first reveal, without the enrolment."""
    edited: int = 0
    """The number of configuration files that changed after the setup."""
    acts: int = 0
    repeated: int = 0
    """The number of presses that changed nothing within 3 s."""
    kills: int = 0
    ended: bool = False
    wrong: list[str] = field(default_factory=list)

    def play(self) -> None:
        """Play the evening. Raises NotMeasuredError if it does not come to its end."""
        evening = game_trials(GAME).evening
        if evening is None:
            raise NotMeasuredError(f"{GAME} has no evening")
        self._set_up()
        before = self.pc.files()
        hands = {seat: self.pc.enrol(f"legion.card.{card}" for card in HANDS[seat]) for seat in SEATS}
        players = PcPlayers(self.pc, evening(), hands, random.Random(self.seed), acts=3)  # setup, a card, and run
        running = self.pc.begun("run", "--blue", ARMIES[BLUE], "--red", ARMIES[RED])
        try:
            running.wait_until_ready()
            self._rounds(players, running)
            self._end(players)
            self.pc.desktop.quit()
            if status := running.status():
                self.wrong.append(f"the table ended with status {status}")
        except NotMeasuredError as error:
            raise NotMeasuredError(f"{error}\n{running.log}") from error
        finally:
            running.kill()
            for seat in SEATS:
                self.pc.lift(seat)
        self.acts, self.repeated = players.acts, players.repeated
        self.wrong += [line for line in running.log.splitlines() if " ERROR " in line or "Traceback" in line]
        self.edited = len(set(self.pc.files().items()) - set(before.items()))
        self._check(players)

    def _set_up(self) -> None:
        setting_up = self.pc.begun("setup")
        try:
            setting_up.wait(lambda: QUESTION in setting_up.log, "asks for no card")
            self.pc.lay(BLUE, self.pc.new_tag())
            if setting_up.status():
                raise NotMeasuredError(f"setup fails: {setting_up.log}")
        finally:
            setting_up.kill()
            self.pc.lift(BLUE)

    def _rounds(self, players: PcPlayers, running: PcProgram) -> None:
        """Play until the third round asks for cards."""
        since_reveal = 0
        for _ in range(MOST_ANSWERS):
            now = players.now()
            if players.rounds == ROUNDS and any(isinstance(prompt, SealedCard) for prompt in asked(now)):
                return
            if self.kills == 0 and since_reveal == OUTAGE_AFTER:
                self._outage(players, running, players.answer)
            elif self.kills == 1 and players.rounds == 1 and any(desk.locked for desk in now.desks):
                self._outage(players, running, self._readers_alone_gone)
            players.answer()
            since_reveal += players.rounds > 0
            if players.rounds and not self.acts_to_reveal:
                self.acts_to_reveal = players.acts
        raise NotMeasuredError(f"{ROUNDS} rounds are not over after {MOST_ANSWERS} answers")

    def _outage(self, players: PcPlayers, running: PcProgram, meanwhile: Callable[[], object]) -> None:
        """Kill the daemon, and start it again. The table reports both readers, and finds them again."""
        locked = [desk.locked for desk in players.now().desks]
        self.kills += 1
        self.pc.lose_daemon()
        self._wait_for_fault("reader.no_daemon")
        meanwhile()
        self.pc.find_daemon(running)
        self._wait(lambda status: not status.faults and _readers(status) <= {ReaderState.CARD, ReaderState.EMPTY})
        if self.kills > 1 and [desk.locked for desk in players.now().desks] != locked:
            self.wrong.append("a locked card was not locked any more after an outage")

    def _readers_alone_gone(self) -> None:
        """Have the daemon without its readers for a while, as if both were unplugged."""
        self.pc.daemon.start(plugged=False)
        self._wait_for_fault("reader.not_plugged")
        self.pc.lose_daemon()

    def _wait_for_fault(self, code: str) -> None:
        """Wait until both readers are reported with this fault."""
        self._wait(
            lambda status: (
                {fault.part for fault in status.faults if fault.code == code} == {str(seat) for seat in SEATS}
                and _readers(status) == {ReaderState.GONE}
            )
        )

    def _wait(self, holds: Callable[[JudgeStatus], bool]) -> None:
        if not until(lambda: (status := self.pc.look()) is not None and holds(status), PATIENCE_S):
            raise NotMeasuredError(f"the readers' faults are wrong: {self.pc.look()}")

    def _end(self, players: PcPlayers) -> None:
        """End the match by agreement, with the buttons."""
        now = players.now()
        players.give(BLUE, Goal(_prompt(now, END, BLUE), EndWay.DRAW))
        players.give(RED, Goal(_prompt(players.now(), AGREE, RED), "agree"))

    def _check(self, players: PcPlayers) -> None:
        """Compare the match file with the cards that were laid, and verify it."""
        exported = self.pc.folder / "match.jsonl"
        self.pc.command("export", "--last", "--out", str(exported))
        self.pc.command("verify", str(exported))
        content = exported.read_text("utf-8")
        self.ended = '"type":"MatchClosed"' in content
        opened: dict[str, list[str]] = {str(seat): [] for seat in SEATS}
        for line in content.splitlines():
            for event in json.loads(line).get("batch", {}).get("events", ()):
                if event.get("type") == "SealOpened":
                    opened[event["seat"]].append(event["card"])
        for seat in SEATS:
            if opened[seat] != players.played[seat]:
                self.wrong.append(f"{seat} played {players.played[seat]}, and the table turned {opened[seat]}")


def _readers(status: JudgeStatus) -> set[ReaderState]:
    return {desk_of(status, seat).reader for seat in SEATS}


def _prompt(status: JudgeStatus, key: str, seat: Seat) -> AnyPrompt:
    found = next((prompt for prompt in status.prompts if (prompt.key, prompt.seat) == (key, seat)), None)
    if found is None:
        raise NotMeasuredError(f"{seat} is not asked {key}: {status.prompts}")
    return found

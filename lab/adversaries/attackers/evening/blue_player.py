"""The honest player: blue compares words, plays by phone, and lets nobody else in."""

import json
import random
from collections.abc import Mapping
from typing import Any

from hal.events import Button, Pressed
from hal.sealed import Sealed
from lab.adversaries.attackers.evening.scene import MESSAGE, EveningRole
from lab.adversaries.attackers.search import BrokenPromiseError
from table.rules.commands import Answer
from table.rules.seats import BLUE, SEATS
from table.rules.text import text
from table.session.input import Touched
from table.session.phones.phone_ways import ACCEPT, INVITE, NO, WORDS, YES
from table.session.ports import CardChosen, InputOnView, PhoneActs
from table.view.published import PhoneState


class BluePlayer(EveningRole):
    """The acts of blue."""

    def asks_for_a_code(self, _: random.Random) -> None:
        table = self._scene.table
        if any(prompt.key == INVITE and prompt.seat is BLUE for prompt in table.now.prompts):
            table.session.step(Answer(BLUE, INVITE))
            self._scene.send_frames()

    def takes_the_seat_back(self, _: random.Random) -> None:
        """Press the panel: a phone that has the seat loses it."""
        before = self._phone_state()
        self._scene.table.session.step(Pressed(BLUE, Button.CONFIRM))
        if before is PhoneState.HELD and self._phone_state() is not None:
            raise BrokenPromiseError("a press of blue's panel has not taken the seat back")
        self._scene.send_frames()

    def _phone_state(self) -> PhoneState | None:
        phone = self._scene.table.now.desks[SEATS.index(BLUE)].phone
        return None if phone is None else phone.state

    def scans(self, _: random.Random) -> None:
        """Scan the code with blue's phone, in a network that delivers."""
        secret = self._scene.table.secret(BLUE)
        if secret is not None:
            self._scene.connect_blue(secret)

    def sits_down(self, rng: random.Random) -> None:
        """Get a phone for blue's seat, unless blue has one that answers."""
        blue = self._scene.blue
        if blue is None or blue.line is None or blue.line.grant is None:
            for act in (self.asks_for_a_code, self.scans, self.compares):
                act(rng)
            self._scene.deliver_a_second()

    def plays(self, rng: random.Random) -> None:
        """Lay a card and lock it, or answer what is asked."""
        self.sits_down(rng)
        self.answers(rng)
        self.lays(rng)
        self._scene.deliver_a_second()
        self.locks(rng)
        self._scene.deliver_a_second()

    def comes_back(self, _: random.Random) -> None:
        """Load the page of blue's phone again. It comes back by itself, as long as it has the seat."""
        scene = self._scene
        scene.send_frames()
        if scene.blue is not None and (secret := scene.blue.secret) is not None:
            grant = None if scene.blue.line is None else scene.blue.line.grant
            scene.blue.ends()
            blue = scene.connect_blue(secret, returns=True)
            if grant is not None and grant.accepted and blue.place is not BLUE:
                raise BrokenPromiseError("blue's phone had the seat, and has not come back")

    def compares(self, _: random.Random) -> None:
        """Accept blue's phone if it shows the words of the screen, and reject any other one."""
        scene, now = self._scene, self._scene.table.now
        asked = next((each for each in now.prompts if each.key == ACCEPT and each.seat is BLUE), None)
        if asked is None:
            return
        words = dict(asked.ask.args)
        shown = [words["first"], words["second"]]
        read = () if scene.blue is None or scene.blue.words is None else scene.blue.words
        mine = [text(f"phone.word.{number % WORDS:02}") for number in read]
        scene.lucky = shown == mine and any(guest.place is BLUE for guest in scene.guests)
        scene.table.session.step(Answer(BLUE, ACCEPT, YES if shown == mine else NO))
        scene.send_frames()

    def lays(self, rng: random.Random) -> None:
        if self._scene.table.hand and self._scene.blue is not None:
            card = rng.choice(self._scene.table.hand)
            self._sends({"card": card}, CardChosen(BLUE, 0, Sealed(card)))

    def takes_back(self, _: random.Random) -> None:
        self._sends({"card": None}, CardChosen(BLUE, 0, None))

    def locks(self, _: random.Random) -> None:
        sight = self._sight()
        for each in sight.get("asked", ()):
            if each["kind"] == "card":
                self._scene.table.locks()
                self._answers(sight, each["key"], None)

    def answers(self, rng: random.Random) -> None:
        """Answer a question on blue's phone, so that the match continues."""
        sight = self._sight()
        for each in sight.get("asked", ()):
            if each["kind"] == "one" and each["options"]:
                self._answers(sight, each["key"], rng.choice(each["options"])["id"])
                return

    def _answers(self, sight: Mapping[str, Any], key: str, value: Any) -> None:
        made = InputOnView(Touched(BLUE, key, value, hold=True), self._scene.table.now)
        message = {"answer": {"view": sight["view"], "key": key, "value": value}}
        self._sends(message, PhoneActs(BLUE, 0, made))

    def _sends(self, message: Any, meant: PhoneActs | CardChosen) -> None:
        blue = self._scene.blue
        if blue is None or blue.line is None or blue.words is None:
            return
        self._scene.table.expected.append(meant)
        blue.phone.queue(json.dumps(message).encode())

    def _sight(self) -> Mapping[str, Any]:
        blue = self._scene.blue
        received = () if blue is None else blue.phone.received
        found: Any = next((MESSAGE.decode(each) for each in reversed(received) if each.startswith(b'{"sight"')), {})
        sight: Mapping[str, Any] = found.get("sight", {})
        return sight

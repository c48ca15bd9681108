"""The attacker's own phones, and red's place at the table, which the attacker has as a player."""

import json
import random

from lab.adversaries.attackers.evening.scene import EveningRole, any_value
from table.devices.phones.wishes import SetupAct
from table.rules.commands import Answer
from table.rules.prompts import SealedCard
from table.rules.seats import BLUE, RED, SEATS
from table.session.input import Touched
from table.session.phones.phone_ways import ACCEPT, INVITE, YES
from table.session.ports import InputOnView
from table.view.published import HelperRole, PhonePlace

PLACES: tuple[PhonePlace, ...] = (*SEATS, *HelperRole)


class FurtherPhones(EveningRole):
    """The acts of the attacker's phones at any place."""

    def scans(self, rng: random.Random) -> None:
        """Scan a code that has to be seen with a phone of the attacker, first or again."""
        secrets = [secret for place in PLACES if (secret := self._scene.table.secret(place)) is not None]
        if secrets:
            self._scene.connect_guest(rng.choice(secrets))

    def comes_back(self, rng: random.Random) -> None:
        """Join with the secret of an earlier phone of the attacker."""
        secrets = [each.secret for each in self._scene.guests if each.secret is not None]
        if secrets:
            self._scene.connect_guest(rng.choice(secrets), returns=True)

    def answers(self, rng: random.Random) -> None:
        """Answer any question for any seat, in any view, from any phone of the attacker."""
        prompt = self._scene.any_prompt(rng)
        if prompt is None:
            return
        view = rng.choice((1, 2, rng.randrange(1, 40), self._scene.view_number(rng)))
        answer = {"view": view, "key": prompt.key, "value": any_value(prompt, rng)}
        if rng.random() < 0.5:
            answer["seat"] = rng.choice(SEATS)
        self._scene.guest_sends(rng, {"answer": answer}, rng.choice((RED, HelperRole.JUDGE)))

    def lays(self, rng: random.Random) -> None:
        cards = (*self._scene.table.hand, *self._scene.red_hand(), None)
        self._scene.guest_sends(rng, {"card": rng.choice(cards)}, RED)

    def locks(self, rng: random.Random) -> None:
        scene, seat = self._scene, rng.choice((*SEATS, None))
        keys = [each.key for each in scene.table.now.prompts if isinstance(each, SealedCard)] or ["none"]
        answer = {"view": scene.view_number(rng), "key": rng.choice(keys), "value": None}
        scene.guest_sends(rng, {"answer": answer | ({"seat": seat} if seat else {})}, RED)

    def calls_a_judge(self, rng: random.Random) -> None:
        self._scene.guest_sends(rng, {"call": True}, HelperRole.JUDGE)

    def wishes(self, rng: random.Random) -> None:
        match = rng.choice((*self._scene.table.matches, "none"))
        value = rng.choice((match, "en", "judge", "", "../" + match))
        act = rng.choice([each for each in SetupAct if each not in (SetupAct.DOCTOR, SetupAct.READ)])
        self._scene.guest_sends(rng, {"wish": {"act": act, "value": value}}, HelperRole.SETUP)

    def is_a_screen(self, rng: random.Random) -> None:
        self._scene.guest_sends(rng, {"act": {"kind": "key_down", "key": rng.choice("asd")}, "drew": 1}, RED)


class RedPlayer(EveningRole):
    """The acts of red, whom the attacker plays."""

    def joins(self, rng: random.Random) -> None:
        """Let a phone of the attacker in at red's seat, as any player does."""
        table = self._scene.table
        if any(prompt.key == INVITE and prompt.seat is RED for prompt in table.now.prompts):
            table.session.step(Answer(RED, INVITE))
            self._scene.send_frames()
            if (secret := table.secret(RED)) is not None:
                self._scene.connect_guest(secret)
            self.accepts(rng)

    def plays(self, rng: random.Random) -> None:
        """Lay a card of red's own hand and lock it, as any player does."""
        scene, hand = self._scene, self._scene.red_hand()
        red = next((each for each in scene.guests if each.place is RED), None)
        sealed = next((each.key for each in scene.table.now.prompts if isinstance(each, SealedCard)), None)
        if red is None or sealed is None or not hand:
            return
        red.phone.queue(json.dumps({"card": rng.choice(hand)}).encode())
        scene.deliver_a_second()
        answer = {"view": scene.view_number(rng, red), "key": sealed, "value": None}
        red.phone.queue(json.dumps({"answer": answer}).encode())
        scene.deliver_a_second()

    def accepts(self, _: random.Random) -> None:
        if any(prompt.key == ACCEPT and prompt.seat is RED for prompt in self._scene.table.now.prompts):
            self._scene.table.session.step(Answer(RED, ACCEPT, YES))
            self._scene.send_frames()

    def touches(self, rng: random.Random) -> None:
        """Touch an answer on red's half or on the common one, of the view of now or of an earlier one."""
        scene, prompt = self._scene, self._scene.any_prompt(rng)
        if prompt is None or prompt.seat is BLUE:
            return
        shown = rng.choice((scene.table.now, rng.choice(scene.old)))
        act = Touched(RED, prompt.key, any_value(prompt, rng), hold=True)
        scene.table.session.step(InputOnView(act, shown))
        scene.send_frames()

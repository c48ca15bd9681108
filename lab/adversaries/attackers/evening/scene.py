"""The scene that all roles of an evening share: the table, the phones with their frames on the way, and old views."""

import json
import random
from typing import Any

import msgspec

from lab.adversaries.attackers.evening.carried_phone import CarriedPhone
from lab.adversaries.attackers.evening.evening_table import EveningTable
from table.devices.phones.line import PhoneLine
from table.rules.prompts import AnyPrompt, ChooseOne, Confirm, SealedCard
from table.rules.seats import RED
from table.view.published import PhonePlace, Published

TIMES_S = (0.13, 0.13, 1.0, 11.0, 61.0)
MOST_GUESTS, MOST_BEFORE, MOST_VIEWS = 8, 4, 12
MESSAGE = msgspec.json.Decoder()


class EveningScene:
    """The table, blue's phone, and the attacker's phones. Frames move when a role lets them."""

    def __init__(self, table: EveningTable) -> None:
        self.table = table
        self.blue: CarriedPhone | None = None
        self.before: list[CarriedPhone] = []
        """Earlier connections of blue's phone."""
        self.guests: list[CarriedPhone] = []
        """The attacker's own phones."""
        self.held: list[PhoneLine] = []
        """Connections that the attacker opened without a phone."""
        self.old: list[Published] = [table.now]
        self.lucky = False
        """True once two words were equal by chance (1 in 4,096, as documented)."""

    # -- phones --------------------------------------------------------------------------------------------------------

    def carried(self) -> list[CarriedPhone]:
        """Return all phones that ever had a connection, as far as they are kept."""
        return [each for each in (self.blue, *self.before, *self.guests) if each is not None]

    def connect_blue(self, secret: bytes, *, returns: bool = False) -> CarriedPhone:
        """Let blue's phone greet the table with this secret, in a network that delivers."""
        if self.blue is not None:
            self.before = [*self.before, self.blue][-MOST_BEFORE:]
        self.blue = CarriedPhone(self.table, secret, returns=returns)
        self.blue.delivers()
        return self.blue

    def connect_guest(self, secret: bytes, *, returns: bool = False) -> CarriedPhone:
        """Let a phone of the attacker greet the table with this secret."""
        guest = CarriedPhone(self.table, secret, returns=returns)
        self.guests = [*self.guests, guest][-MOST_GUESTS:]
        guest.delivers()
        return guest

    def drop_all(self) -> None:
        """Forget every connection, as the table's restart does."""
        for each in self.carried():
            each.forget()
        self.held = []

    def guest_sends(self, rng: random.Random, message: Any, place: PhonePlace) -> None:
        """Send a message, mostly from the attacker's phone that has this place, else from any of them."""
        there = [each for each in self.guests if each.line is not None and each.words is not None]
        placed = [each for each in there if each.place is place]
        if there:
            guest = rng.choice(placed if placed and rng.random() < 0.8 else there)
            guest.phone.queue(json.dumps(message).encode())
            self.deliver_a_second()

    # -- frames --------------------------------------------------------------------------------------------------------

    def wait(self, seconds: float) -> None:
        self.table.now_s += seconds
        self.send_frames()

    def deliver_a_second(self) -> None:
        """Deliver blue's frames for a second, as an honest web program does."""
        for _frame in range(8):
            self.wait(0.13)
            if self.blue is not None:
                self.blue.delivers()

    def send_frames(self) -> None:
        """Send the frames that are due, and drop the connections that the table ends."""
        carried = self.carried()
        for line, frame in self.table.host.step():
            for each in carried:
                if each.line is line:
                    each.comes_down(frame)
        for line in self.table.host.over():
            for each in carried:
                if each.line is line:
                    each.ends()
            if line in self.held:
                self.held.remove(line)
                self.table.host.left(line)
        for guest in self.guests:
            guest.delivers()

    # -- what is to be seen --------------------------------------------------------------------------------------------

    def view_number(self, rng: random.Random, of: CarriedPhone | None = None) -> int:
        """Return the number of the last view of a phone of the attacker, or of any."""
        for guest in rng.sample(self.guests, len(self.guests)) if of is None else (of,):
            for each in reversed(guest.phone.received):
                if each.startswith(b'{"sight"'):
                    view: int = MESSAGE.decode(each)["sight"]["view"]
                    return view
        return 1

    def any_prompt(self, rng: random.Random) -> AnyPrompt | None:
        """Return a question of now or of an earlier view; None if there is none."""
        prompts = [each for view in (*self.old[:1], self.table.now) for each in view.prompts]
        return rng.choice(prompts) if prompts else None

    def red_hand(self) -> tuple[str, ...]:
        return tuple(option.id for option in self.table.session.hand(RED))


class EveningRole:
    """Somebody at the evening. Each act is a method that takes the random numbers of its details."""

    def __init__(self, scene: EveningScene) -> None:
        self._scene = scene


def any_value(prompt: AnyPrompt, rng: random.Random) -> Any:
    """Return a possible answer of a question, or now and then an impossible one."""
    if rng.random() < 0.1:
        return rng.choice(("nonsense", -1, 10**6, None, ["a", "b"]))
    if isinstance(prompt, ChooseOne) and prompt.options:
        return rng.choice(prompt.options).id
    if isinstance(prompt, SealedCard | Confirm):
        return None
    return prompt.sample(rng.randrange)

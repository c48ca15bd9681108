"""Attacks at a table with phones, by somebody who has every role but blue's at once.

The attacker plays red, carries all frames of blue's phone as a web program that was taken over, sees the codes on the
screen, has the owner's and the judge's phones and terminal, and any number of further phones. Blue is honest: blue
compares words, and plays by phone.
"""

import json
import random
from collections.abc import Callable, Hashable, Mapping
from typing import Any

import msgspec

from hal.events import Button, Pressed
from hal.sealed import Sealed
from lab.adversaries.attackers.carried_phone import CarriedPhone
from lab.adversaries.attackers.evening_table import EveningTable
from lab.adversaries.attackers.search import AttackAct, BrokenPromiseError
from table.devices.judge_socket import JudgeStatus
from table.devices.phones.wishes import SetupAct
from table.rules.commands import Answer
from table.rules.fairness import WORDS as NUMBERS
from table.rules.match.judge import GO_ON
from table.rules.prompts import AnyPrompt, ChooseOne, Confirm, SealedCard
from table.rules.seats import BLUE, RED, SEATS
from table.rules.text import text
from table.session.input import Touched
from table.session.phones.phone_ways import ACCEPT, INVITE, NO, WORDS, YES
from table.session.ports import CardChosen, HelperAct, InputOnView, PhoneActs
from table.view.published import HelperRole, PhonePlace, PhoneState, Published
from table.view.seat_frames import UP_BYTES

PLACES: tuple[PhonePlace, ...] = (*SEATS, *HelperRole)
TIMES_S = (0.13, 0.13, 1.0, 11.0, 61.0)
MOST_HELD = 8
MESSAGE = msgspec.json.Decoder()


class EveningAttack:
    """The attacker at such a table, and the honest blue player beside."""

    def __init__(self, make: Callable[[], EveningTable]) -> None:
        self.table = make()
        self.blue: CarriedPhone | None = None
        self._before: list[CarriedPhone] = []
        """Earlier connections of blue's phone."""
        self.guests: list[CarriedPhone] = []
        """The attacker's own phones."""
        self._held: list[Any] = []
        self._old: list[Published] = [self.table.now]
        self._lucky = False
        """True once two words were the same by chance: 1 in 4,096, as the page says."""
        for name in ("blue_asks_for_a_code", "blue_scans", "blue_compares", "red_joins", "owner_lets_in_phones"):
            self.does(AttackAct(name, 0))

    def does(self, act: AttackAct) -> None:
        """Do an act of the attacker or of blue. Raises BrokenPromiseError."""
        if self._lucky:
            return
        try:
            ACTS[act.name](self, act.rng)
            self._settles()
        except BrokenPromiseError:
            raise
        except Exception as error:
            raise BrokenPromiseError(f"the table's program fails: {type(error).__name__}: {error}") from error

    def close(self) -> None:
        self.table.close()

    @property
    def position(self) -> Hashable:
        """Return what can be told apart: the phones' places, locks, questions and the last refusals."""
        now = self.table.now
        states = tuple(None if phone is None else phone.state for phone in (desk.phone for desk in now.desks))
        states += tuple(None if way is None else way.state for way in map(self.table.session.helper, HelperRole))
        locks = tuple((desk.locked, desk.reader) for desk in now.desks)
        asked = frozenset(prompt.key for prompt in now.prompts)
        refused = tuple(sorted({_refusal(each) for guest in self.guests for each in guest.phone.received[-3:]}))
        return (states, locks, asked, now.judged, refused, self.table.turned, bool(self.table.chosen))

    # -- after each act ------------------------------------------------------------------------------------------------

    def _settles(self) -> None:
        """Let the session work, and look through all that came to the attacker."""
        self.table.session.tick(self.table.now_s)
        self.table.look()
        for guest in self.guests:
            for message in guest.phone.received[guest.read :]:
                self.table.inspect(message, "what the attacker's phone received")
                if isinstance(guest.place, HelperRole) and any(card.encode() in message for card in self.table.hand):
                    raise BrokenPromiseError("a helper's phone received a card of blue's hand")
            guest.read = len(guest.phone.received)
            self._is_no_blue(guest)
        self._old = [*self._old, self.table.now][-12:]

    def _is_no_blue(self, guest: CarriedPhone) -> None:
        line = guest.line
        grant = None if line is None else line.grant
        if grant is None or not grant.accepted or grant.place is not BLUE:
            return
        raise BrokenPromiseError("a phone of the attacker has blue's seat")

    # -- blue ----------------------------------------------------------------------------------------------------------

    def blue_asks_for_a_code(self, _: random.Random) -> None:
        if any(prompt.key == INVITE and prompt.seat is BLUE for prompt in self.table.now.prompts):
            self.table.session.step(Answer(BLUE, INVITE))
            self._frames()

    def blue_takes_the_seat_back(self, _: random.Random) -> None:
        """Press the panel: a phone that has the seat loses it."""
        before = self._blues_phone()
        self.table.session.step(Pressed(BLUE, Button.CONFIRM))
        if before is PhoneState.HELD and self._blues_phone() is not None:
            raise BrokenPromiseError("a press of blue's panel has not taken the seat back")
        self._frames()

    def _blues_phone(self) -> PhoneState | None:
        phone = self.table.now.desks[SEATS.index(BLUE)].phone
        return None if phone is None else phone.state

    def blue_scans(self, _: random.Random) -> None:
        """Scan the code with blue's phone, in a network that delivers."""
        secret = self.table.secret(BLUE)
        if secret is None:
            return
        if self.blue is not None:
            self._before = [*self._before, self.blue][-4:]
        self.blue = CarriedPhone(self.table, secret)
        self.blue.delivers()

    def blue_sits_down(self, rng: random.Random) -> None:
        """Get a phone for blue's seat, unless blue has one that answers."""
        if self.blue is None or self.blue.line is None or self.blue.line.grant is None:
            for act in (self.blue_asks_for_a_code, self.blue_scans, self.blue_compares, self.network_delivers):
                act(rng)

    def blue_plays(self, rng: random.Random) -> None:
        """Lay a card and lock it, or answer what is asked."""
        self.blue_sits_down(rng)
        for act in (self.blue_answers, self.blue_lays, self.network_delivers, self.blue_locks, self.network_delivers):
            act(rng)

    def blue_comes_back(self, _: random.Random) -> None:
        """Load the page of blue's phone again. It comes back by itself, as long as it has the seat."""
        self._frames()
        if self.blue is not None and (secret := self.blue.secret) is not None:
            grant = None if self.blue.line is None else self.blue.line.grant
            self.blue.ends()
            self._before = [*self._before, self.blue][-4:]
            self.blue = CarriedPhone(self.table, secret, returns=True)
            self.blue.delivers()
            if grant is not None and grant.accepted and self.blue.place is not BLUE:
                raise BrokenPromiseError("blue's phone had the seat, and has not come back")

    def blue_compares(self, _: random.Random) -> None:
        """Accept blue's phone if it shows the words of the screen, and reject any other one."""
        asked = next((each for each in self.table.now.prompts if each.key == ACCEPT and each.seat is BLUE), None)
        if asked is None:
            return
        words = dict(asked.ask.args)
        shown = [words["first"], words["second"]]
        read = () if self.blue is None or self.blue.words is None else self.blue.words
        mine = [text(f"phone.word.{number % WORDS:02}") for number in read]
        self._lucky = shown == mine and self._is_a_guest_of_blue()
        self.table.session.step(Answer(BLUE, ACCEPT, YES if shown == mine else NO))
        self._frames()

    def _is_a_guest_of_blue(self) -> bool:
        """True if a phone of the attacker waits for blue's seat."""
        return any(guest.place is BLUE for guest in self.guests)

    def blue_lays(self, rng: random.Random) -> None:
        if self.table.hand and self.blue is not None:
            card = rng.choice(self.table.hand)
            self._blue_sends({"card": card}, CardChosen(BLUE, 0, Sealed(card)))

    def blue_takes_back(self, _: random.Random) -> None:
        self._blue_sends({"card": None}, CardChosen(BLUE, 0, None))

    def blue_locks(self, _: random.Random) -> None:
        sight = self._sight()
        for each in sight.get("asked", ()):
            if each["kind"] == "card":
                self.table.locks()
                self._blue_answers(sight, each["key"], None)

    def blue_answers(self, rng: random.Random) -> None:
        """Answer a question on blue's phone, so that the match goes on."""
        sight = self._sight()
        for each in sight.get("asked", ()):
            if each["kind"] == "one" and each["options"]:
                self._blue_answers(sight, each["key"], rng.choice(each["options"])["id"])
                return

    def _blue_answers(self, sight: Mapping[str, Any], key: str, value: Any) -> None:
        made = InputOnView(Touched(BLUE, key, value, hold=True), self.table.now)
        message = {"answer": {"view": sight["view"], "key": key, "value": value}}
        self._blue_sends(message, PhoneActs(BLUE, 0, made))

    def _blue_sends(self, message: Any, meant: PhoneActs | CardChosen) -> None:
        if self.blue is None or self.blue.line is None or self.blue.words is None:
            return
        self.table.expected.append(meant)
        self.blue.phone.queue(json.dumps(message).encode())

    def _sight(self) -> Mapping[str, Any]:
        received = () if self.blue is None else self.blue.phone.received
        found: Any = next((MESSAGE.decode(each) for each in reversed(received) if each.startswith(b'{"sight"')), {})
        sight: Mapping[str, Any] = found.get("sight", {})
        return sight

    # -- time and the network ------------------------------------------------------------------------------------------

    def time_passes(self, rng: random.Random) -> None:
        self.table.now_s += rng.choice(TIMES_S)
        self._frames()

    def network_delivers(self, _: random.Random) -> None:
        """Deliver blue's frames for a second, as an honest web program does."""
        for _frame in range(8):
            self.table.now_s += 0.13
            self._frames()
            if self.blue is not None:
                self.blue.delivers()

    def _frames(self) -> None:
        """Send the frames that are due, and drop the connections that the table ends."""
        carried = self._carried()
        for line, frame in self.table.host.step():
            for each in carried:
                if each.line is line:
                    each.comes_down(frame)
        for line in self.table.host.over():
            for each in carried:
                if each.line is line:
                    each.ends()
            if line in self._held:
                self._held.remove(line)
                self.table.host.left(line)
        for guest in self.guests:
            guest.delivers()

    def _carried(self) -> list[CarriedPhone]:
        return [each for each in (self.blue, *self._before, *self.guests) if each is not None]

    # -- the web program -----------------------------------------------------------------------------------------------

    def web_drops(self, rng: random.Random) -> None:
        if self.blue is not None:
            way = self.blue.up if rng.random() < 0.5 else self.blue.down
            if way:
                way.popleft()

    def web_repeats(self, rng: random.Random) -> None:
        """Send a frame of blue's phone once more, on the same connection or on another one."""
        frames = [frame for each in (self.blue, *self._before) if each is not None for frame in each.sent]
        lines = [each for each in self._carried() if each.line is not None]
        if frames and lines:
            rng.choice(lines).to_table(rng.choice(frames))

    def web_repeats_all(self, _: random.Random) -> None:
        """Send all frames of blue's phone once more, on its own connection."""
        if self.blue is not None:
            for frame in list(self.blue.sent):
                self.blue.to_table(frame)

    def web_changes(self, rng: random.Random) -> None:
        if self.blue is not None and self.blue.up:
            frame = bytearray(self.blue.up.popleft())
            frame[rng.randrange(len(frame))] ^= 1 << rng.randrange(8)
            self.blue.to_table(bytes(frame))

    def web_disorders(self, _: random.Random) -> None:
        if self.blue is not None:
            self.blue.up.rotate(1)
            self.blue.down.rotate(1)

    def web_reflects(self, rng: random.Random) -> None:
        """Send a frame of the table back to it."""
        if self.blue is not None and self.blue.got:
            self.blue.to_table(rng.choice(self.blue.got)[:UP_BYTES].ljust(UP_BYTES, b"\0"))

    def web_plays_from_the_beginning(self, _: random.Random) -> None:
        """Open another connection, and send all that blue's phone has sent."""
        if self.blue is not None:
            other = CarriedPhone(self.table, b"\0" * 16)
            other.up.clear()
            for frame in self.blue.sent:
                other.to_table(frame)
            other.ends()

    def web_invents(self, rng: random.Random) -> None:
        if self.blue is not None:
            self.blue.to_table(rng.randbytes(rng.choice((UP_BYTES, UP_BYTES, 1, UP_BYTES - 1))))

    def web_cuts(self, _: random.Random) -> None:
        if self.blue is not None:
            self.blue.ends()

    def web_holds_connections(self, _: random.Random) -> None:
        while len(self._held) < MOST_HELD:
            self._held.append(self.table.host.joined())

    # -- further phones ------------------------------------------------------------------------------------------------

    def guest_scans(self, rng: random.Random) -> None:
        """Scan a code that is to be seen with a phone of the attacker, first or again."""
        secrets = [secret for place in PLACES if (secret := self.table.secret(place)) is not None]
        if secrets:
            self._joins(rng.choice(secrets))

    def guest_comes_back(self, rng: random.Random) -> None:
        """Join with the secret of an earlier phone of the attacker."""
        secrets = [each.secret for each in self.guests if each.secret is not None]
        if secrets:
            self._joins(rng.choice(secrets), returns=True)

    def _joins(self, secret: bytes, *, returns: bool = False) -> CarriedPhone:
        guest = CarriedPhone(self.table, secret, returns=returns)
        self.guests = [*self.guests, guest][-8:]
        guest.delivers()
        return guest

    def guest_answers(self, rng: random.Random) -> None:
        """Answer any question for any seat, in any view, from any phone of the attacker."""
        prompt = self._any_prompt(rng)
        answer = {"view": rng.choice((1, 2, rng.randrange(1, 40), self._view(rng))), "key": prompt.key}
        answer["value"] = _value(prompt, rng)
        if rng.random() < 0.5:
            answer["seat"] = rng.choice(SEATS)
        self._guest_sends(rng, {"answer": answer}, rng.choice((RED, HelperRole.JUDGE)))

    def guest_lays(self, rng: random.Random) -> None:
        self._guest_sends(rng, {"card": rng.choice((*self.table.hand, *self._red_hand(), None))}, RED)

    def guest_locks(self, rng: random.Random) -> None:
        keys = [each.key for each in self.table.now.prompts if isinstance(each, SealedCard)] or ["none"]
        seat = rng.choice((*SEATS, None))
        answer = {"view": self._view(rng), "key": rng.choice(keys), "value": None} | ({"seat": seat} if seat else {})
        self._guest_sends(rng, {"answer": answer}, RED)

    def guest_calls_a_judge(self, rng: random.Random) -> None:
        self._guest_sends(rng, {"call": True}, HelperRole.JUDGE)

    def guest_wishes(self, rng: random.Random) -> None:
        match = self.table.now.match
        value = rng.choice((match, "en", "judge", "", "../" + match))
        act = rng.choice([each for each in SetupAct if each not in (SetupAct.DOCTOR, SetupAct.READ)])
        self._guest_sends(rng, {"wish": {"act": act, "value": value}}, HelperRole.SETUP)

    def guest_is_a_screen(self, rng: random.Random) -> None:
        self._guest_sends(rng, {"act": {"kind": "key_down", "key": rng.choice("asd")}, "drew": 1}, RED)

    def _guest_sends(self, rng: random.Random, message: Any, place: PhonePlace) -> None:
        """Send a message, mostly from the attacker's phone that has this place, else from any of them."""
        there = [each for each in self.guests if each.line is not None and each.words is not None]
        placed = [each for each in there if each.place is place]
        if there:
            guest = rng.choice(placed if placed and rng.random() < 0.8 else there)
            guest.phone.queue(json.dumps(message).encode())
            self.network_delivers(rng)

    def _view(self, rng: random.Random, of: CarriedPhone | None = None) -> int:
        """Return the number of the last view of a phone of the attacker, or of any."""
        for guest in rng.sample(self.guests, len(self.guests)) if of is None else (of,):
            for each in reversed(guest.phone.received):
                if each.startswith(b'{"sight"'):
                    view: int = MESSAGE.decode(each)["sight"]["view"]
                    return view
        return 1

    def _red_hand(self) -> tuple[str, ...]:
        return tuple(option.id for option in self.table.session.hand(RED))

    def _any_prompt(self, rng: random.Random) -> AnyPrompt:
        prompts = [each for view in (*self._old[:1], self.table.now) for each in view.prompts]
        return rng.choice(prompts)

    # -- red's place at the table --------------------------------------------------------------------------------------

    def red_joins(self, _: random.Random) -> None:
        """Let a phone of the attacker in at red's seat, as any player does."""
        if any(prompt.key == INVITE and prompt.seat is RED for prompt in self.table.now.prompts):
            self.table.session.step(Answer(RED, INVITE))
            self._frames()
            if (secret := self.table.secret(RED)) is not None:
                self._joins(secret)
            self.red_accepts(_)

    def red_plays(self, rng: random.Random) -> None:
        """Lay a card of red's own hand and lock it, as any player does."""
        red = next((each for each in self.guests if each.place is RED), None)
        sealed = next((each.key for each in self.table.now.prompts if isinstance(each, SealedCard)), None)
        if red is None or sealed is None:
            return
        red.phone.queue(json.dumps({"card": rng.choice(self._red_hand())}).encode())
        self.network_delivers(rng)
        red.phone.queue(json.dumps({"answer": {"view": self._view(rng, red), "key": sealed, "value": None}}).encode())
        self.network_delivers(rng)

    def red_accepts(self, _: random.Random) -> None:
        if any(prompt.key == ACCEPT and prompt.seat is RED for prompt in self.table.now.prompts):
            self.table.session.step(Answer(RED, ACCEPT, YES))
            self._frames()

    def red_touches(self, rng: random.Random) -> None:
        """Touch an answer on red's half or on the common one, of the view of now or of an earlier one."""
        prompt = self._any_prompt(rng)
        if prompt.seat is BLUE:
            return
        shown = rng.choice((self.table.now, rng.choice(self._old)))
        act = Touched(RED, prompt.key, _value(prompt, rng), hold=True)
        self.table.session.step(InputOnView(act, shown))

    # -- the owner's and the judge's terminal --------------------------------------------------------------------------

    def owner_lets_in_phones(self, rng: random.Random) -> None:
        for role in HelperRole:
            self._owner_asks(role, HelperAct.INVITE, 0)
            self._frames()
            if (secret := self.table.secret(role)) is not None:
                self._joins(secret)
            way = self.table.session.helper(role)
            self._owner_asks(role, HelperAct.ACCEPT, 0 if way is None else way.guest)

    def owner_asks_about_a_phone(self, rng: random.Random) -> None:
        self._owner_asks(rng.choice([*HelperRole]), rng.choice([*HelperAct]), rng.randrange(12))

    def _owner_asks(self, role: HelperRole, act: HelperAct, guest: int) -> None:
        """Write to the socket, or send a helper's phone away, as the owner's terminal does."""
        line = msgspec.json.encode({"role": role, "act": act, "guest": guest})
        self.table.inspect(self.table.asks_judge(line), "the answer of the owner's terminal")
        self._frames()

    def owner_forges_a_request(self, rng: random.Random) -> None:
        """Ask for blue's seat in place of a helper's."""
        line = {"role": rng.choice([*SEATS, "screen", 1, None]), "act": rng.choice([*HelperAct, "x"]), "guest": 1}
        self.table.inspect(self.table.asks_judge(json.dumps(line).encode()), "the answer of the owner's terminal")
        self._frames()

    def judge_looks(self, _: random.Random) -> None:
        self.table.inspect(self.table.asks_judge(b'"look"'), "the answer of the judge's terminal")

    def judge_calls(self, _: random.Random) -> None:
        self.table.inspect(self.table.asks_judge(b'"call"'), "the answer of the judge's terminal")

    def judge_goes(self, _: random.Random) -> None:
        self.table.asks_judge(msgspec.json.encode(Answer(BLUE, GO_ON)))

    def judge_answers(self, rng: random.Random) -> None:
        """Answer any question for any seat at the judge's terminal. Without a judge, only words as a number count."""
        prompt, judged = self._any_prompt(rng), self.table.now.judged
        number = rng.random() < 0.1
        value = rng.choice((7, NUMBERS[rng.randrange(1000)])) if number else _value(prompt, rng)
        answer = Answer(rng.choice(SEATS), "match.number" if number else prompt.key, value)
        before = self._batches()
        status = msgspec.json.decode(self.table.asks_judge(msgspec.json.encode(answer)), type=JudgeStatus)
        words = answer.prompt == "match.number" and isinstance(answer.value, int) and answer.value in NUMBERS
        if not judged and not words and (status.done or self._batches() != before):
            raise BrokenPromiseError(f"the judge's terminal answered {answer.prompt} without a judge")
        self._frames()

    def _batches(self) -> int:
        play = self.table.session.play
        return 0 if play is None else play.journal.count


def _value(prompt: AnyPrompt, rng: random.Random) -> Any:
    """Return a possible answer of a question, or now and then an impossible one."""
    if rng.random() < 0.1:
        return rng.choice(("nonsense", -1, 10**6, None, ["a", "b"]))
    if isinstance(prompt, ChooseOne) and prompt.options:
        return rng.choice(prompt.options).id
    if isinstance(prompt, SealedCard | Confirm):
        return None
    return prompt.sample(rng.randrange)


def _refusal(message: bytes) -> bytes:
    return message[:60] if message.startswith((b'{"refused"', b'{"state"')) else b""


def _acts() -> Mapping[str, Callable[[EveningAttack, random.Random], None]]:
    public = {name: each for name, each in vars(EveningAttack).items() if callable(each) and not name.startswith("_")}
    return {name: each for name, each in public.items() if name not in ("does", "close")}


ACTS = _acts()
"""Every act, by its name."""
OFTEN = (
    "web_repeats_all",
    "blue_takes_the_seat_back",
    "blue_asks_for_a_code",
    "guest_scans",
    "blue_plays",
    "blue_plays",
    "blue_plays",
    "red_plays",
    "red_plays",
    "judge_goes",
    "judge_goes",
    "guest_wishes",
)
"""Acts that are drawn more often: without them the match would stand still."""
NAMES = (*ACTS, *OFTEN)

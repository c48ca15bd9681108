"""A whole table in virtual time with one seat on a phone, and all output of it."""

import base64
import gc
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from lab.campaigns.leak.capture import BROUGHT, OTHERS_CARD, SYSTEM, constant
from lab.campaigns.leak.outlets import SAYINGS, Capture, listening
from lab.campaigns.phone.trial_phone import ScriptedPhone
from lab.figure import NotMeasuredError
from lab.temporary_folder import temporary_folder
from sim_hardware.clock import MS
from table.config import Config
from table.config.schema import StateConfig
from table.devices.phones.line import PhoneLine
from table.devices.phones.phone_host import FRAME_S, PhoneHost
from table.devices.phones.phone_views import PhoneViews
from table.devices.setup import Setup
from table.emulation.hands.bot_match import begin
from table.emulation.virtual_table import VirtualTable, seeded_entropy
from table.rules.commands import Answer
from table.rules.seats import BLUE, RED
from table.session.phones.phone_ways import ACCEPT, INVITE, YES
from table.view.published import PhoneState

LOOK_NS = round(FRAME_S * 1e9) // 5


class PhoneStage:
    """A table in a match whose blue seat has a phone. It belongs to the caller's thread."""

    def __init__(self, folder: str, seed: int, capture: Capture | None = None) -> None:
        self._stage: list[VirtualTable] = []
        self._capture = capture
        self.host = PhoneHost(
            lambda message: self.table.session.step(message),
            PhoneViews(SAYINGS, lambda: self.table.session.play),
            lambda _: ("http://table/phone",),
            lambda: self._stage[0].clock.now_s if self._stage else 0.0,
            seeded_entropy(seed + 1000),
        )
        setup = Setup.of(replace(Config(), state=StateConfig(folder=folder)))
        self._stage.append(VirtualTable(setup, seed=seed, commit=constant, phones=self.host.request))
        self.table = self._stage[0]
        self.line: PhoneLine | None = None
        self.phone: ScriptedPhone | None = None
        self.wire: list[bytes] = []
        """Every frame, in both directions."""
        self._entropy = seeded_entropy(seed + 2000)
        if capture is not None:
            capture.attend(self.table)
        self.table.watch(self.host.publish)
        self._look()

    def begin(self) -> None:
        """Begin the match, and connect a phone to blue's seat."""
        begin(self.table, SYSTEM, BROUGHT[SYSTEM])
        for seat, number in ((BLUE, 7), (RED, 42)):
            self.table.session.step(Answer(seat, "match.number", number))
        self.table.session.step(Answer(BLUE, INVITE))
        self.table.wait(0.2)
        address = "" if (phone := self.table.now.desks[0].phone) is None else phone.address
        self.line = self.host.joined()
        self.phone = ScriptedPhone(base64.urlsafe_b64decode(address.partition("#")[2] + "=="), self._entropy)
        self._up(self.phone.hello())
        self.table.wait(0.5)
        self.table.session.step(Answer(BLUE, ACCEPT, YES))
        self.table.wait(1.0)
        held = self.table.now.desks[0].phone
        if held is None or held.state is not PhoneState.HELD:
            raise NotMeasuredError("no phone has the seat: there is nothing to compare")

    def send(self, **message: Any) -> None:
        """Send a message from the phone, and wait until it is received."""
        if self.phone is not None:
            self.phone.queue(json.dumps(message).encode())
        self.table.wait(1.0)

    def latest(self, part: str) -> Any:
        """Return the latest value of this part that the phone has received."""
        received = () if self.phone is None else self.phone.received
        return next((json.loads(each)[part] for each in reversed(received) if part in json.loads(each)), None)

    def locks(self) -> None:
        """Lock the chosen card from the phone."""
        sight = self.latest("sight")
        sealing = next(each["key"] for each in sight["asked"] if each["kind"] == "card")
        self.send(answer={"view": sight["view"], "key": sealing, "value": None})

    def _look(self) -> None:
        """Deliver the frames that are due."""
        for line, frame in self.host.step():
            if line is self.line:
                self._down(frame)
        self.table.clock.after(LOOK_NS, self._look)

    def _down(self, frame: bytes) -> None:
        self._note("down", frame)
        if self.phone is not None:
            for each in self.phone.receive(frame):
                self._up(each)

    def _up(self, frame: bytes) -> None:
        self._note("up", frame)
        if self.line is not None and (answer := self.host.take(self.line, frame)):
            self._down(answer)

    def _note(self, way: str, frame: bytes) -> None:
        self.wire.append(f"{self.table.clock.now_ns // MS} {way} {len(frame)} ".encode() + frame)
        if self._capture is not None:
            self._capture.note(f"{way} {len(frame)}")


class PhoneWorld(NamedTuple):
    """All output of a table whose seat chose a card on a phone."""

    seen: bytes
    """Everything that a bystander has: screen, lamps, feeds, log, journal, and the time and length of each frame."""
    wire: bytes
    """The frames themselves."""


@contextmanager
def staged(seed: int, capture: Capture | None = None) -> Iterator[PhoneStage]:
    """Make a table whose blue seat has a phone, and close it afterwards."""
    with temporary_folder() as folder:
        stage = PhoneStage(str(folder), seed, capture)
        stage.begin()
        yield stage
        stage.table.close()
        gc.collect()


def hidden_by_phone(card: str, seed: int) -> PhoneWorld:
    """Return all output of the table from blue's choice of this card on a phone to just before the reveal."""
    capture = Capture()
    with listening(capture), staged(seed, capture) as stage:
        stage.send(card=card)
        stage.locks()
        if not stage.table.now.desks[0].locked:
            raise NotMeasuredError("the card was not locked: there is nothing to compare")
        stage.table.lay(RED, OTHERS_CARD)
        stage.table.wait(1.0)
        capture.join()
        play = stage.table.session.play
        batches = [] if play is None else list(play.journal.batches())
        folder = str(Path(stage.table.config.state.path))
        seen = b"\n".join((*capture.seen, *batches)).replace(folder.encode(), b"")
        return PhoneWorld(seen, b"\n".join(stage.wire))

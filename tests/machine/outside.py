"""The world outside the machine: emulated readers, cards and panels at its wires, and who looks in."""

import selectors
import socket
import time
from collections.abc import Callable

import msgspec

from sim_hardware.clock import Clock, S
from sim_hardware.kernel.board import WiredBoard
from sim_hardware.nfc.world import ReaderWorld
from sim_hardware.panel import EmulatedPanels
from table.devices.judge_socket import JudgeStatus
from table.devices.setup import Setup
from table.emulation.cards import EmulatedCards
from table.emulation.connections import hopper_contents, panel_wires, reader_places
from tests.machine.dispenser import WiredDispenser
from tests.machine.qemu import Machine, MachineError

LOOKS = 20
AGAIN_S = 0.5
"""How often, and how soon, to look again where the table reports nothing."""
SILENCE_S = 300.0
"""The seconds of our own clock for which a machine on a busy host may say nothing."""
FINGER = "/run/machine-touch/finger"
"""The pipe by which the touch panel is reported where a finger lies (guest/usr/local/sbin/machine-touch)."""


class PowerCutError(Exception):
    """The moment has come at which the machine's power is to go."""


class Outside:
    """Everything that is wired to one machine. One thread calls everything; parts live while it waits here."""

    def __init__(self, machine: Machine, setup: Setup, dispenser: WiredDispenser | None = None) -> None:
        """`dispenser` was at another machine before; without it a new one is there, with its hoppers full."""
        self.setup, config = setup, setup.config
        self.cut_in_payout_s: float | None = None
        """The seconds from the beginning of the next payout to the cut, if it is to come in one."""
        self.cut_at_s: float | None = None
        """The time on our own clock at which waiting ends with PowerCutError, whatever continues."""
        self.decks = EmulatedCards(setup.games.cards)
        self.readers = ReaderWorld(Clock(), reader_places(config))
        self._wires, self._shell = machine.port("wires"), machine.port("shell")
        resets = {name: reader.reset_pin for name, reader in config.readers.items() if reader.reset_pin is not None}
        self.board = WiredBoard(self.readers, resets, self._wires.sendall)
        self.panels = EmulatedPanels(panel_wires(config), Clock(), self.board.pins)
        self.dispenser = WiredDispenser(hopper_contents(config)) if dispenser is None else dispenser
        self._cable = machine.port("dispenser")
        self.dispenser.plug_into(self._cable)
        self._control = machine.port("control")
        self._output, self._answered = bytearray(), bytearray()
        self.seen = JudgeStatus(False)
        """What the table published when it was looked at last."""
        self._asked = 0
        self._ready = selectors.DefaultSelector()
        self._ready.register(self._wires, selectors.EVENT_READ, self._read_wires)
        self._ready.register(self._shell, selectors.EVENT_READ, self._read_shell)
        self._ready.register(self._control, selectors.EVENT_READ, self._read_control)
        self._ready.register(self._cable, selectors.EVENT_READ, self._read_cable)

    def close(self) -> None:
        """Take every part off. The dispenser has its power from the machine."""
        self.dispenser.power(False)
        self._ready.close()
        for each in (self._wires, self._shell, self._control, self._cable):
            each.close()

    def now_s(self) -> float:
        """Return the seconds of the machine's clock. It stands while the machine reports nothing at its wires."""
        return self.board.now_ns / S

    def wait(self, seconds: float) -> None:
        """Let the parts live for so many seconds, and until the machine has said something since."""
        began_s, before_s = time.monotonic(), self.now_s()
        if not self.wait_for(lambda: time.monotonic() - began_s >= seconds and self.now_s() > before_s, SILENCE_S):
            raise MachineError(f"its clock stands at {before_s:g} s")

    def wait_for(self, so: Callable[[], bool], patience_s: float) -> bool:
        """Let the parts live until this is so; return False if it is not so within so many seconds of our own clock.

        Raises PowerCutError when its moment comes.
        """
        until_s = time.monotonic() + patience_s
        while not so():
            now_s = time.monotonic()
            self._look_for_cut(now_s)
            if now_s >= until_s:
                return False
            for key, _ in self._ready.select(min(until_s - now_s, self.dispenser.step())):
                key.data()
        return True

    def _look_for_cut(self, now_s: float) -> None:
        """Raise PowerCutError if its moment has come."""
        if self.cut_in_payout_s is not None and self.dispenser.parts.pico.is_paying:
            self.cut_at_s, self.cut_in_payout_s = now_s + self.cut_in_payout_s, None
        if self.cut_at_s is not None and now_s >= self.cut_at_s:
            raise PowerCutError

    def shell(self, command: str, patience_s: float = SILENCE_S) -> str:
        """Return what a command states in the machine, as root. Raises MachineError if it does not end in time."""
        self._asked += 1
        end = f"<said {self._asked}>".encode()
        self._shell.sendall(f"{command}\necho '{end.decode()}'\n".encode())
        if not self.wait_for(lambda: end in self._output, patience_s):
            raise MachineError(f"no answer within {patience_s:g} s to: {command}")
        stated, _, rest = bytes(self._output).partition(end)
        self._output = bytearray(rest.lstrip(b"\n"))
        return stated.decode("utf-8", "replace").strip()

    def look(self) -> JudgeStatus:
        """Return what the table publishes. Raises MachineError while it does not answer."""
        line = self._at_socket(b'"look"\n')
        try:
            self.seen = msgspec.json.decode(line, type=JudgeStatus)
        except msgspec.MsgspecError as error:
            raise MachineError(f"the table says: {line[:300]!r}") from error
        return self.seen

    def _at_socket(self, request: bytes) -> bytes:
        """Return the table's line. Who does not speak to it within a second is sent away, and here that is short."""
        for _ in range(LOOKS):
            self._control.sendall(request)
            if not self.wait_for(lambda: b"\n" in self._answered, SILENCE_S):
                raise MachineError("nobody listens at its socket")
            line, _, rest = bytes(self._answered).partition(b"\n")
            self._answered = bytearray(rest)
            if line:
                return line
            self.wait_for(lambda: False, AGAIN_S)
        raise MachineError("the table does not answer at its socket")

    def cable(self, plugged: bool) -> None:
        """Pull the dispenser's USB cable, or plug it in. The dispenser has its power from there."""
        self.dispenser.power(plugged)
        self.shell(f"/usr/local/sbin/machine-gadget {'plug' if plugged else 'unplug'}")

    def touch(self, x: int, y: int, lasts_s: float) -> None:
        """Put a finger onto this pixel of the display for so many seconds; nothing without a touch panel."""
        self._finger(f"down {x} {y}")
        self.wait(lasts_s)
        self._finger("up")

    def _finger(self, does: str) -> None:
        self.shell(f"[ ! -p {FINGER} ] || echo {does} >{FINGER}")

    def touch_panel(self, plugged: bool) -> None:
        """Pull the touch panel's cable, or plug it in; the picture stays."""
        self.shell(f"systemctl {'start' if plugged else 'stop'} machine-touch")

    def _read_wires(self) -> None:
        self.board.receive(_heard(self._wires))

    def _read_shell(self) -> None:
        self._output += _heard(self._shell)

    def _read_control(self) -> None:
        self._answered += _heard(self._control)

    def _read_cable(self) -> None:
        self.dispenser.receive(_heard(self._cable))


def _heard(line: socket.socket) -> bytes:
    """Return what has come. Raises MachineError once the machine is gone."""
    data = line.recv(65536)
    if not data:
        raise MachineError("QEMU has ended")
    return data


def waiting(outside: Outside, so: Callable[[JudgeStatus], bool], patience_s: float, what: str) -> JudgeStatus:
    """Return what is published as soon as this is so. Raises MachineError with `what` after seconds of its clock."""
    seen: list[JudgeStatus] = []
    until_s = outside.now_s() + patience_s
    while not (seen and so(seen[-1])):
        if outside.now_s() > until_s:
            raise MachineError(f"{what}: not within {patience_s:g} s; {seen[-1:]}")
        seen.append(outside.look())
    return seen[-1]

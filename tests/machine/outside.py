"""The world outside the machine: emulated readers, cards and panels at its wires, and who looks in."""

import selectors
import time
from collections.abc import Callable

import msgspec

from sim_hardware.clock import Clock, S
from sim_hardware.kernel.board import WiredBoard
from sim_hardware.nfc.world import ReaderWorld
from sim_hardware.panel import EmulatedPanels
from table.devices.judge_socket import JudgeStatus
from table.emulation.cards import EmulatedCards
from table.emulation.connections import panel_wires, reader_places
from table.setup.setup import Setup
from tests.machine.qemu import Machine, MachineError

LOOK = "echo '\"look\"' | socat -t 10 - UNIX-CONNECT:/var/lib/command-table/control"
LOOKS = 60
"""How often to look again. The table sends away who does not speak within a second, and here a second is short."""
TURN_S = 0.05
SILENCE_S = 300.0
"""The seconds of our own clock for which a machine on a busy host may say nothing."""


class Outside:
    """Everything that is wired to one machine. One thread calls everything; parts live while it waits here."""

    def __init__(self, machine: Machine, setup: Setup) -> None:
        config = setup.config
        self.decks = EmulatedCards(setup.cards)
        self.readers = ReaderWorld(Clock(), reader_places(config))
        self._wires, self._shell = machine.port("wires"), machine.port("shell")
        resets = {name: reader.reset_pin for name, reader in config.readers.items() if reader.reset_pin is not None}
        self.board = WiredBoard(self.readers, resets, self._wires.sendall)
        self.panels = EmulatedPanels(panel_wires(config), Clock(), self.board.pins)
        self._said = bytearray()
        self._asked = 0
        self._ready = selectors.DefaultSelector()
        self._ready.register(self._wires, selectors.EVENT_READ, self._hear_wires)
        self._ready.register(self._shell, selectors.EVENT_READ, self._hear_shell)

    def close(self) -> None:
        """Take every part off."""
        self._ready.close()
        for each in (self._wires, self._shell):
            each.close()

    def now_s(self) -> float:
        """Return the seconds of the machine's clock. It stands while the machine says nothing at its wires."""
        return self.board.now_ns / S

    def wait(self, seconds: float) -> None:
        """Let the parts live for so many seconds of the machine's clock."""
        until_s = self.now_s() + seconds
        if not self.wait_for(lambda: self.now_s() >= until_s, SILENCE_S + 60 * seconds):
            raise MachineError(f"its clock stands at {self.now_s():g} s")

    def wait_for(self, so: Callable[[], bool], patience_s: float) -> bool:
        """Let the parts live until this is so; return False if it is not so within so many seconds of our own clock."""
        until_s = time.monotonic() + patience_s
        while not so():
            left_s = until_s - time.monotonic()
            if left_s <= 0:
                return False
            for key, _ in self._ready.select(min(left_s, TURN_S)):
                key.data()
        return True

    def shell(self, command: str, patience_s: float = SILENCE_S) -> str:
        """Return what a command says in the machine, as root. Raises MachineError if it does not end in time."""
        self._asked += 1
        end = f"<said {self._asked}>".encode()
        self._shell.sendall(f"{command}\necho '{end.decode()}'\n".encode())
        if not self.wait_for(lambda: end in self._said, patience_s):
            raise MachineError(f"no answer within {patience_s:g} s to: {command}")
        said, _, rest = bytes(self._said).partition(end)
        self._said = bytearray(rest.lstrip(b"\n"))
        return said.decode("utf-8", "replace").strip()

    def look(self) -> JudgeStatus:
        """Return what the table publishes. Raises MachineError while it does not answer."""
        said = self.shell(LOOK)
        for _ in range(LOOKS):
            if said:
                break
            said = self.shell(LOOK)
        try:
            return msgspec.json.decode(said, type=JudgeStatus)
        except msgspec.MsgspecError as error:
            raise MachineError(f"the table says: {said[:300]}") from error

    def cable(self, plugged: bool) -> None:
        """Pull the dispenser's USB cable, or plug it in. The dispenser has its power from there."""
        self.shell(f"/usr/local/sbin/machine-gadget {'plug' if plugged else 'unplug'}")

    def _hear_wires(self) -> None:
        self.board.hear(self._wires.recv(65536))

    def _hear_shell(self) -> None:
        self._said += self._shell.recv(65536)


def waiting(outside: Outside, so: Callable[[JudgeStatus], bool], patience_s: float, what: str) -> JudgeStatus:
    """Return what is published as soon as this is so. Raises MachineError with `what` after seconds of its clock."""
    seen: list[JudgeStatus] = []
    until_s = outside.now_s() + patience_s
    while not (seen and so(seen[-1])):
        if outside.now_s() > until_s:
            raise MachineError(f"{what}: not within {patience_s:g} s; {seen[-1:]}")
        seen.append(outside.look())
    return seen[-1]

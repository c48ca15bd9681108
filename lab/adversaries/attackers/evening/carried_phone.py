"""A phone whose frames pass through the web program, which an attacker may have taken over."""

from collections import deque

from lab.adversaries.attackers.evening.evening_table import EveningTable
from lab.campaigns.phone.trial_phone import ScriptedPhone
from table.devices.phones.line import PhoneLine
from table.rules.errors import InputError
from table.view.published import PhonePlace

MOST_KEPT = 64
"""The most frames of a phone that are kept to be sent again."""


class CarriedPhone:
    """A phone and its connection, with the frames on their way. Nothing moves by itself."""

    def __init__(self, table: EveningTable, secret: bytes, *, returns: bool = False) -> None:
        """`returns`: it comes back with the secret of an earlier connection, which it keeps."""
        self._kept = secret if returns else None
        self._table = table
        self.phone = ScriptedPhone(secret, table.entropy)
        self.line: PhoneLine | None = table.host.joined()
        self.up = deque[bytes]()
        self.down = deque[bytes]()
        self.sent: list[bytes] = []
        """The frames that the phone has sent."""
        self.got: list[bytes] = []
        """The frames that the table has sent."""
        self.read = 0
        """The number of the phone's messages that were looked at."""
        self._sends(self.phone.hello())

    @property
    def words(self) -> tuple[int, int] | None:
        return None if self.phone.keys is None else self.phone.keys.words

    @property
    def place(self) -> PhonePlace | None:
        """Return the place that this phone has, or waits for."""
        grant = None if self.line is None else self.line.grant
        return None if grant is None else grant.place

    @property
    def secret(self) -> bytes | None:
        """Return the secret with which the phone comes back."""
        if self._kept is not None:
            return self._kept
        return None if self.phone.keys is None else self.phone.keys.next_secret

    def _sends(self, frame: bytes) -> None:
        self.sent = [*self.sent, frame][-MOST_KEPT:]
        self.up.append(frame)

    def comes_down(self, frame: bytes) -> None:
        """Take a frame of the table on its way."""
        self.got = [*self.got, frame][-MOST_KEPT:]
        self.down.append(frame)

    def to_table(self, frame: bytes) -> None:
        """Send a frame to the table on this connection, whoever made it. The table closes it at an invalid one."""
        if self.line is None:
            return
        try:
            answer = self._table.host.take(self.line, frame)
        except InputError:
            self.ends()
            return
        if answer:
            self.comes_down(answer)

    def to_phone(self, frame: bytes) -> None:
        """Give the phone a frame. A phone that gets an invalid one gives up, as its page does."""
        try:
            for each in self.phone.receive(frame):
                self._sends(each)
        except (InputError, ValueError):
            self.ends()

    def delivers(self, most: int = 40) -> None:
        """Deliver what is on its way, in both directions."""
        for _ in range(most):
            if self.up:
                self.to_table(self.up.popleft())
            elif self.down:
                self.to_phone(self.down.popleft())
            else:
                return

    def forget(self) -> None:
        """Forget the connection, since the table's program that had it has ended."""
        self.up.clear()
        self.down.clear()
        self.line = None

    def ends(self) -> None:
        """Close the connection at both ends."""
        line = self.line
        self.forget()
        if line is not None:
            self._table.host.left(line)

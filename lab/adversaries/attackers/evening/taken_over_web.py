"""The web program, taken over: it carries blue's frames, and does with them whatever it likes."""

import random

from lab.adversaries.attackers.evening.carried_phone import CarriedPhone
from lab.adversaries.attackers.evening.scene import TIMES_S, EveningRole
from table.view.seat_frames import UP_BYTES

MOST_HELD = 8


class TakenOverWeb(EveningRole):
    """The acts of the web program, honest and hostile ones, and the time between them."""

    def waits(self, rng: random.Random) -> None:
        self._scene.wait(rng.choice(TIMES_S))

    def delivers(self, _: random.Random) -> None:
        self._scene.deliver_a_second()

    def drops(self, rng: random.Random) -> None:
        if self._scene.blue is not None:
            way = self._scene.blue.up if rng.random() < 0.5 else self._scene.blue.down
            if way:
                way.popleft()

    def repeats(self, rng: random.Random) -> None:
        """Send a frame of blue's phone once more, on the same connection or on another one."""
        scene = self._scene
        frames = [frame for each in (scene.blue, *scene.before) if each is not None for frame in each.sent]
        lines = [each for each in scene.carried() if each.line is not None]
        if frames and lines:
            rng.choice(lines).to_table(rng.choice(frames))

    def repeats_all(self, _: random.Random) -> None:
        """Send all frames of blue's phone once more, on its own connection."""
        blue = self._scene.blue
        if blue is not None:
            for frame in list(blue.sent):
                blue.to_table(frame)

    def changes(self, rng: random.Random) -> None:
        blue = self._scene.blue
        if blue is not None and blue.up:
            frame = bytearray(blue.up.popleft())
            frame[rng.randrange(len(frame))] ^= 1 << rng.randrange(8)
            blue.to_table(bytes(frame))

    def disorders(self, _: random.Random) -> None:
        if self._scene.blue is not None:
            self._scene.blue.up.rotate(1)
            self._scene.blue.down.rotate(1)

    def reflects(self, rng: random.Random) -> None:
        """Send a frame of the table back to it."""
        blue = self._scene.blue
        if blue is not None and blue.got:
            blue.to_table(rng.choice(blue.got)[:UP_BYTES].ljust(UP_BYTES, b"\0"))

    def plays_from_the_beginning(self, _: random.Random) -> None:
        """Open another connection, and send all that blue's phone has sent."""
        blue = self._scene.blue
        if blue is not None:
            other = CarriedPhone(self._scene.table, b"\0" * 16)
            other.up.clear()
            for frame in blue.sent:
                other.to_table(frame)
            other.ends()

    def invents(self, rng: random.Random) -> None:
        if self._scene.blue is not None:
            self._scene.blue.to_table(rng.randbytes(rng.choice((UP_BYTES, UP_BYTES, 1, UP_BYTES - 1))))

    def cuts(self, _: random.Random) -> None:
        if self._scene.blue is not None:
            self._scene.blue.ends()

    def holds_connections(self, _: random.Random) -> None:
        while len(self._scene.held) < MOST_HELD:
            self._scene.held.append(self._scene.table.host.joined())

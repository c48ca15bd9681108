"""The hoppers: their pins (GP numbers), the meaning of each sensor's level, brake and timings.

`docs/build/dispenser.md` explains them. Copy this file, change it to your dispenser and give it to
`command-table firmware install --wiring FILE`. On the Pico it is `/hoppers.py`, and every later installation keeps it.
"""

LOW = "low"
HIGH = "high"


class Hopper:
    def __init__(
        self,
        forward: int,
        backward: int = -1,
        barrier: int = -1,
        level: int = -1,
        stall: int = -1,
        servo: bool = False,
        barrier_dark: str = HIGH,
        level_filled: str = HIGH,
        stalled: str = HIGH,
        brake: bool = True,
        **timings: int,
    ) -> None:
        self.forward = forward
        """The motor driver's input for feeding, a coin hopper's supply switch, or a servo's signal."""
        self.backward = backward
        """The motor driver's input for reversing; -1 if this motor does not turn backward."""
        self.barrier = barrier
        """The light barrier's signal."""
        self.level = level
        """The level sensor's signal; -1 if there is no sensor."""
        self.stall = stall
        """The pin that signals a stalled motor, or -1 without one."""
        self.servo = servo
        """True for a continuous-rotation servo, which 1.5 ms stops."""
        self.barrier_dark = barrier_dark
        """The barrier's level while a token is in it.

        `high` suits a bare slotted phototransistor with a pull-up and the modules with an LM393, and a wire that came
        off is noticed; `low` suits most coin hoppers and barriers with a logic output that falls.
        """
        self.level_filled = level_filled
        """The level sensor's level while there are tokens."""
        self.stalled = stalled
        """The stall signal's level while the motor is stalled."""
        self.brake = brake
        """True if the motor driver brakes with both inputs high, as DRV8833 and TB6612 do."""
        self.timings = timings
        """Timings other than those of `settings.py`, such as `feed_timeout_ms=5000`."""


HOPPERS = [
    Hopper(forward=2, backward=3, barrier=4, feed_timeout_ms=2750, reverse_ms=750),
    Hopper(forward=5, backward=6, barrier=7, feed_timeout_ms=2750, reverse_ms=750),
    Hopper(forward=8, backward=9, barrier=10, feed_timeout_ms=2750, reverse_ms=750),
    Hopper(forward=11, backward=12, barrier=13, feed_timeout_ms=2750, reverse_ms=750),
    Hopper(forward=14, backward=15, barrier=16, feed_timeout_ms=2750, reverse_ms=750),
    Hopper(forward=17, backward=18, barrier=19, feed_timeout_ms=2750, reverse_ms=750),
    Hopper(forward=20, backward=21, barrier=22, feed_timeout_ms=2750, reverse_ms=750),
    Hopper(forward=26, backward=27, barrier=28, feed_timeout_ms=2750, reverse_ms=750),
    Hopper(forward=0, barrier=1, feed_timeout_ms=2750, reverse_ms=750),
]

"""Which of the Pico's pins (GP numbers) leads where. Change it to your dispenser; see `docs/build/dispenser.md`."""


class Hopper:
    def __init__(
        self,
        forward: int,
        backward: int = -1,
        barrier: int = -1,
        level: int = -1,
        stall: int = -1,
        servo: bool = False,
    ) -> None:
        self.forward = forward
        """The motor driver's input for feeding; a coin hopper's supply switch; a servo's signal."""
        self.backward = backward
        """-1: this motor does not turn backward."""
        self.barrier = barrier
        """Low while a token is in it."""
        self.level = level
        """High while there are tokens; -1: no sensor."""
        self.stall = stall
        """High while the motor is stalled; -1: no signal."""
        self.servo = servo
        """A continuous-rotation servo: 1.5 ms stops it."""


HOPPERS = [
    Hopper(forward=2, backward=3, barrier=4),
    Hopper(forward=5, backward=6, barrier=7),
    Hopper(forward=8, backward=9, barrier=10),
    Hopper(forward=11, backward=12, barrier=13),
    Hopper(forward=14, backward=15, barrier=16),
    Hopper(forward=17, backward=18, barrier=19),
    Hopper(forward=20, backward=21, barrier=22),
    Hopper(forward=26, backward=27, barrier=28),
    Hopper(forward=0, barrier=1),
]

"""The mechanics of one hopper: a disc with pockets under a heap of tokens, a chute, and a light barrier across it."""

from collections.abc import Callable
from functools import partial
from random import Random

from sim_hardware.clock import MS, US, Clock, Timer
from sim_hardware.dispenser.mechanics import PRINTED, HopperMechanics

DOUBLE_GAP_NS = 9 * MS
TOUCHING_US = 2000
"""The least light between two tokens. With less of it they look like one that bounces.

The firmware's clock counts whole microseconds, so all light here is measured in them.
"""


class EmulatedHopper:
    """An emulated hopper.

    The barrier calls `edge`, and each token in the tray calls `fallen`. Faults are attributes.
    """

    def __init__(
        self,
        clock: Clock,
        tokens: int,
        chance: Random,
        edge: Callable[[bool], None],
        fallen: Callable[[], None],
        mechanics: HopperMechanics = PRINTED,
    ) -> None:
        self.mechanics = mechanics
        self._clock = clock
        self._chance = chance
        self._edge = edge
        self._fallen = fallen
        self.tokens = tokens
        self.pocket_ns = mechanics.pocket_ns
        """The nanoseconds from one pocket to the next."""
        self.direction = 0
        self.dark = False
        self._phase_ns = mechanics.pocket_ns // 2
        """The nanoseconds that the disc must turn for the next pocket to reach the chute."""
        self._next_pocket = 1
        """The place of that pocket on the disc, from 0."""
        self._moved_at_ns = 0
        self._pocket: Timer | None = None
        self._in_chute = 0
        self._clears_after = 0
        self.jammed = False
        self.slip = 0.0
        """The share of pockets that pass empty although there are tokens."""
        self.scarce = False
        """True if only pocket 0 gets tokens, like the last ones in a bowl."""
        self.doubles = 0
        """The number of next pockets that hold two tokens."""
        self.bouncing = False
        self.twins = 0
        """The number of next pockets with two tokens that pass the barrier side by side, in one dark spell."""
        self.passing: Callable[[str], None] = _unseen
        """Called with `before` and `after` at each token's passing."""
        self.merged = 0
        """The tokens that passed in another's dark spell. No barrier can count them."""
        self.hidden = 0
        """The tokens that passed with an object in the barrier, or so soon after another token that both look like one.
        """
        self.started_ns = self.through_ns = 0
        """The time when the disc last began to feed, and when the last token was through."""
        self._light_us = -TOUCHING_US
        """The time when the last token's end, or a bounce of it, left light in the barrier."""
        self.late_ns = 0
        """The nanoseconds for which the next token hangs in the chute."""
        self.stuck_dark = False
        self.stuck_since_ns = 0
        self.motor_dead = False
        """True if nothing turns the motor: no supply, no ground, a blown fuse."""
        self.motor_swapped = False
        """True if the motor turns in the opposite direction."""
        self.barrier_swapped = False
        """True if the barrier reports dark in light, because its polarity differs from its setting."""
        self.level_swapped = False
        self.has_level_sensor = True
        self.has_stall_sensor = False

    def jam(self, reversals: int | None = None) -> None:
        """Make the disc stick. It is freed after this many reversals; None: never."""
        self.jammed = True
        self._clears_after = -1 if reversals is None else reversals

    def clear(self) -> None:
        """Remove every jam, as a person would."""
        self.jammed = self.bouncing = self.scarce = False
        self.slip = 0.0
        if self.stuck_dark:
            self.block(False)

    def miswire(self, motor_dead: bool = False, motor_swapped: bool = False, barrier_swapped: bool = False) -> None:
        """Rewire motor and barrier, as a builder does. A turning disc stops."""
        before = self.reads_dark
        self.drive(0)
        self.motor_dead, self.motor_swapped, self.barrier_swapped = motor_dead, motor_swapped, barrier_swapped
        if before != self.reads_dark:
            self._edge(self.reads_dark)

    @property
    def reads_dark(self) -> bool:
        """True if the barrier's signal means dark to the firmware."""
        return self.dark != self.barrier_swapped

    @property
    def reads_filled(self) -> bool | None:
        """Return the level that the firmware reads from the sensor's signal; None without a sensor."""
        return (self.tokens > 0) != self.level_swapped if self.has_level_sensor else None

    def block(self, dark: bool) -> None:
        """Put an object into the barrier, or remove it."""
        if dark and not self.stuck_dark:
            self.stuck_since_ns = self._clock.now_ns
            self.hidden += self.through_ns > 0 and self._clock.now_us - self.through_ns // US < TOUCHING_US
        self.stuck_dark = dark
        self._show()

    def drive(self, direction: int) -> None:
        """Change the motor's voltage. The brake stops the disc within the play of a pocket."""
        direction = 0 if self.motor_dead else -direction if self.motor_swapped else direction
        turned_ns = self._clock.now_ns - self._moved_at_ns
        if self._pocket is not None:
            self._pocket.cancel()
            self._pocket = None
            self._phase_ns = max(0, self._phase_ns - turned_ns)
        elif self.direction < 0:
            self._turn_back(turned_ns)
        if direction < 0 <= self.direction and self.jammed and self._clears_after > 0:
            self._clears_after -= 1
            self.jammed = self._clears_after > 0
        self.direction = direction
        self._moved_at_ns = self._clock.now_ns
        if direction > 0:
            self.started_ns = self._clock.now_ns
            self._pocket = self._clock.after(self._phase_ns, self._pocket_at_chute)

    def _turn_back(self, turned_ns: int) -> None:
        """Return the pockets by which the disc was reversed to the heap."""
        back, self._phase_ns = divmod(self._phase_ns + turned_ns, self.pocket_ns)
        self._next_pocket = (self._next_pocket - back) % self.mechanics.pockets

    def _pocket_at_chute(self) -> None:
        self._phase_ns = self.pocket_ns + self._chance.randrange(-self.mechanics.jitter_ns, self.mechanics.jitter_ns)
        self._moved_at_ns = self._clock.now_ns
        self._pocket = self._clock.after(self._phase_ns, self._pocket_at_chute)
        if self.jammed:
            return
        pocket = self._next_pocket
        self._next_pocket = (pocket + 1) % self.mechanics.pockets
        if not self.tokens or (pocket != 0 if self.scarce else self._passes_empty()):
            return
        self._drop(0)
        if (self.doubles or self.mechanics.holds_two) and self.tokens:
            self.doubles = max(0, self.doubles - 1)
            self._drop(self.mechanics.dark_ns + DOUBLE_GAP_NS)
        elif self.twins and self.tokens:
            self.twins -= 1
            self._drop(0)

    def _passes_empty(self) -> bool:
        """True if this pocket found no token, or if the disc sticks at it until it has turned back often enough."""
        found = self._chance.random()
        if found < self.mechanics.jams:
            self.jam(self._reversals_needed())
            return True
        return found >= self.mechanics.found(self.tokens) * (1.0 - self.slip)

    def _reversals_needed(self) -> int:
        needed = 1
        while self._chance.random() >= self.mechanics.frees:
            needed += 1
        return needed

    def throw(self, after_ns: int) -> None:
        """Drop an additional token, which had hung somewhere, after this time, independently of the disc."""
        self._drop(after_ns)

    def _drop(self, after_ns: int) -> None:
        self.tokens -= 1
        late_ns, self.late_ns = self.late_ns, 0
        at_ns = self._clock.now_ns + self.mechanics.fall_ns + after_ns + late_ns
        self._clock.at(at_ns, lambda: self._in_barrier(1))
        self._clock.at(at_ns + self.mechanics.dark_ns, self._through)

    def _through(self) -> None:
        self.passing("before")
        self.hidden += self.stuck_dark
        self._fallen()
        self.through_ns = self._clock.now_ns
        self._light_us = self._clock.now_us
        self._in_barrier(-1)
        self.passing("after")

    def _in_barrier(self, change: int) -> None:
        if change > 0 and (self._in_chute > 0 or self._clock.now_us - self._light_us < TOUCHING_US):
            self.merged += 1
        self._in_chute += change
        self._show()
        if self.bouncing:
            for flip in range(1, 5):
                self._clock.after(flip * 300 * US, partial(self._flicker, flip % 2 == 1))

    def _flicker(self, away: bool) -> None:
        """Invert the light for a moment, or back."""
        self._set(self._is_covered() != away)
        if not self.dark:
            self._light_us = self._clock.now_us

    def _show(self) -> None:
        self._set(self._is_covered())

    def _is_covered(self) -> bool:
        return self.stuck_dark or self._in_chute > 0

    def _set(self, dark: bool) -> None:
        if dark != self.dark:
            self.dark = dark
            self._edge(self.reads_dark)


def _unseen(_when: str) -> None:
    pass

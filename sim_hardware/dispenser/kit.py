"""The measures of the printed hopper (`kit.toml`), and the times that follow from them.

Lengths are millimetres, angles degrees, times nanoseconds. The printed parts are built from the same measures.
"""

import hashlib
import json
import math
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct, to_builtins

FILE = Path(__file__).with_name("kit.toml")
GRAVITY_MM_S2 = 9810.0
USUAL = "25x2.0"
"""The token of the emulated dispenser."""
LOADED_SPEED = 0.8
"""The share of its rated speed that a motor keeps under load; assumed."""
STEP_MS = 50
"""The firmware's timings are rounded up to this."""


class Token(Struct, frozen=True):
    """A token as a disc of cardboard, with the tolerance of both measures."""

    name: str
    diameter: float
    thickness: float
    diameter_tolerance: float
    thickness_tolerance: float

    @property
    def widest(self) -> float:
        return self.diameter + self.diameter_tolerance

    @property
    def narrowest(self) -> float:
        return self.diameter - self.diameter_tolerance

    @property
    def thickest(self) -> float:
        return self.thickness + self.thickness_tolerance

    @property
    def thinnest(self) -> float:
        return self.thickness - self.thickness_tolerance


class DiscMeasures(Struct, frozen=True):
    pockets: int
    pocket_play: float
    pocket_slot: float
    pocket_angle: float
    web: float
    rim: float
    lift: float
    play: float
    hub_play: float
    hub_top: float
    hub_angle: float


class BowlMeasures(Struct, frozen=True):
    gap_play: float
    wall_play: float
    floor: float
    wall: float
    flange: float
    height: float
    rim: float


class ChuteMeasures(Struct, frozen=True):
    angle: float
    wall: float
    hole_play: float
    dwell: float
    beam_after: float
    end_after: float
    friction: float


class MotorMeasures(Struct, frozen=True):
    turns_per_minute: float
    shaft: float
    shaft_length: float
    flat: float
    shaft_play: float
    boss: float
    half_width: float
    holes: tuple[tuple[float, float], ...]
    plate: float
    head: float
    head_depth: float


class BarrierMeasures(Struct, frozen=True):
    slot: float
    wide: float
    long: float
    deep: float
    beam_depth: float
    ears: float
    ear_hole: float


class LegMeasures(Struct, frozen=True):
    side: float
    height: float
    foot: float


class ScrewMeasures(Struct, frozen=True):
    free: float
    cut: float
    countersunk: float


class HopperMeasures(Struct, frozen=True):
    """A hopper for one token. Everything that is not in the file is computed here."""

    token: Token
    disc: DiscMeasures
    bowl: BowlMeasures
    chute: ChuteMeasures
    motor: MotorMeasures
    barrier: BarrierMeasures
    leg: LegMeasures
    screw: ScrewMeasures

    # The disc, its pockets, and the gap above them.

    @property
    def pocket(self) -> float:
        """Return a pocket's width, from the disc's middle outward."""
        return self.token.widest + self.disc.pocket_play

    @property
    def pocket_ramp(self) -> float:
        """Return how much longer a pocket is at its top than at its bottom, at each end."""
        return self.disc_thickness / math.tan(math.radians(self.disc.pocket_angle))

    @property
    def pitch_radius(self) -> float:
        """Return the radius of the pockets' middles: webs between them, and motor and chute beneath, need room."""
        webs = (self.pocket + self.disc.pocket_slot + 2 * self.pocket_ramp + self.disc.web) / (
            2 * math.sin(math.pi / self.disc.pockets)
        )
        beneath = self.motor.half_width + self.ramp_wall_across + self.chute.hole_play + self.hole / 2
        return max(webs, beneath)

    @property
    def disc_radius(self) -> float:
        return self.pitch_radius + self.pocket / 2 + self.disc.rim

    @property
    def disc_thickness(self) -> float:
        return self.token.thickness

    @property
    def pit_radius(self) -> float:
        """Return the radius of the room in which the disc turns."""
        return self.disc_radius + self.disc.play

    @property
    def hub_radius(self) -> float:
        """Return the radius of the hub's foot. The lane around it is only slightly wider than a token."""
        return self.pitch_radius - self.token.diameter / 2 - self.disc.hub_play

    @property
    def hub_height(self) -> float:
        return (self.hub_radius - self.disc.hub_top) * math.tan(math.radians(self.disc.hub_angle))

    @property
    def bowl_radius(self) -> float:
        """Return the radius of the bowl's inside: a token that the wall stops falls into a pocket all the same."""
        return self.pitch_radius + self.pocket / 2 + self.bowl.wall_play

    @property
    def gap(self) -> float:
        """Return the height of the roof above the floor, which is also the height of the chute's narrow part."""
        return self.token.thickest + self.bowl.gap_play

    @property
    def holds_two(self) -> bool:
        """True if two of the thinnest tokens fit under the roof, so that a pocket may pay two."""
        return self.gap >= 2 * self.token.thinnest

    # The chute: `s` goes down its ramp, `n` away from it, from the ramp's upper end.

    @property
    def hole(self) -> float:
        """Return the width of the hole in the floor and of the chute beneath."""
        return self.pocket + self.chute.hole_play

    @property
    def ramp_wall_across(self) -> float:
        """Return the horizontal thickness of the ramp's wall."""
        return self.chute.wall / math.sin(math.radians(self.chute.angle))

    @property
    def narrow_at(self) -> float:
        """Return the `s` at which the roof has come down to the gap's height."""
        angle = math.radians(self.chute.angle)
        return (self.hole - self.gap * math.sin(angle)) / math.cos(angle)

    @property
    def beam_at(self) -> float:
        return self.narrow_at + self.chute.beam_after

    @property
    def end_at(self) -> float:
        return self.narrow_at + self.chute.end_after

    @property
    def beam_from_side(self) -> float:
        """Return the beam's distance from the chute's inner side."""
        return self.barrier.beam_depth - self.chute.wall

    @property
    def chord(self) -> float:
        """Return the length of a token that slides through the beam in the middle of the chute."""
        radius = self.token.diameter / 2
        from_edge = self.beam_from_side - (self.hole - self.token.diameter) / 2
        return 2 * math.sqrt(max(0.0, radius**2 - (radius - from_edge) ** 2))

    # Times, of a token that slides without turning; friction is assumed.

    @property
    def pocket_ns(self) -> int:
        """Return the time from one pocket to the next."""
        return round(60e9 / (self.motor.turns_per_minute * self.disc.pockets))

    @property
    def turn_ns(self) -> int:
        """Return the time of a whole turn, after which every pocket has passed the hole."""
        return self.disc.pockets * self.pocket_ns

    @property
    def fall_ns(self) -> int:
        """Return the time from a pocket above the hole to the beam: it drops, tips onto the ramp, and slides."""
        angle = math.radians(self.chute.angle)
        drop = math.sqrt(2 * (self.disc.lift + self.token.thickness) / GRAVITY_MM_S2)
        lowered = self.token.diameter / 2 * math.sin(angle)
        tip = math.sqrt(2 * 1.25 * lowered / GRAVITY_MM_S2)
        return round(1e9 * (drop + tip + self._slid_s(self._slide)))

    @property
    def dark_ns(self) -> int:
        """Return the time of a token in the beam."""
        return round(1e9 * (self._slid_s(self._slide + self.chord) - self._slid_s(self._slide)))

    # The firmware's timings. They hold for a loaded motor.

    @property
    def feed_timeout_ms(self) -> int:
        """Return the time of a whole turn, with the last token's way through the barrier.

        After it no token can follow.
        """
        return self._until_through_ms(self.turn_ns)

    @property
    def reverse_ms(self) -> int:
        """Return the time of a reversal by one pocket, including the way of a token from a swapped motor."""
        return self._until_through_ms(self.pocket_ns)

    def _until_through_ms(self, turned_ns: int) -> int:
        needed_ns = turned_ns / LOADED_SPEED + self.fall_ns + self.dark_ns
        return math.ceil(needed_ns / 1e6 / STEP_MS) * STEP_MS

    @property
    def _slide(self) -> float:
        """Return how far a token slides until it reaches the beam."""
        return max(0.0, self.beam_at - self.token.diameter / 2 - self.chord / 2)

    def _slid_s(self, way: float) -> float:
        angle = math.radians(self.chute.angle)
        pull = GRAVITY_MM_S2 * (math.sin(angle) - self.chute.friction * math.cos(angle))
        return math.sqrt(2 * way / pull)


@cache
def document() -> Mapping[str, Any]:
    """Return the text of the file."""
    return tomllib.loads(FILE.read_text("utf-8"))


def fingerprint() -> str:
    """Return the SHA-256 of the file's values, without comments. The files of the printed parts contain it."""
    return hashlib.sha256(json.dumps(document(), sort_keys=True).encode()).hexdigest()


def hopper_fingerprint(name: str) -> str:
    """Return the first half of the SHA-256 of the values of a token's hopper. Stored pours contain it."""
    written = json.dumps(to_builtins(measures(token(name))), sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()[:32]


def tokens() -> tuple[Token, ...]:
    """Return the tokens that the file has presets for."""
    return tuple(Token(**each) for each in document()["token"])


def token(name: str) -> Token:
    """Return the token of this name. Raises ValueError with the known names."""
    for each in tokens():
        if each.name == name:
            return each
    raise ValueError(f"no such token: {name}; there are {', '.join(each.name for each in tokens())}")


def measures(of: Token) -> HopperMeasures:
    """Return the hopper for a token."""
    raw = document()
    motor = {**raw["motor"], "holes": tuple((x, y) for x, y in raw["motor"]["holes"])}
    return HopperMeasures(
        of,
        DiscMeasures(**raw["disc"]),
        BowlMeasures(**raw["bowl"]),
        ChuteMeasures(**raw["chute"]),
        MotorMeasures(**motor),
        BarrierMeasures(**raw["barrier"]),
        LegMeasures(**raw["leg"]),
        ScrewMeasures(**raw["screw"]),
    )

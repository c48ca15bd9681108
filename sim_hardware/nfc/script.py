"""A script for emulated readers while a program runs: one line for each act, `SECONDS ACT READER [...]`.

1.0  lay     0.0  ntag213:04A1B2C3D4E5F6
1.5  lay     0.0  classic:DEADBEEF  25        # millimetres above the antenna
4.0  lift    0.0  04A1B2C3D4E5F6              # without a UID: all that lie there
6.0  deafen  0.0
7.0  unplug  0.0
8.0  plug    0.0
9.0  noise   0.0  lost=0.02 mangled=0.05
"""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import fields

from sim_hardware.nfc.naming import place, tag
from sim_hardware.nfc.noise import Noise
from sim_hardware.nfc.world import Place, ReaderWorld

_NOISES = {each.name for each in fields(Noise)}


class ReaderAct(Struct, frozen=True):
    at_s: float
    where: Place
    do: Callable[[ReaderWorld, str], None]
    """Called with the world and the name of the reader in it."""


def read_script(source: str) -> tuple[ReaderAct, ...]:
    """Return the acts in order of time. Raises ValueError with the number of a line that cannot be read."""
    acts = []
    for number, line in enumerate(source.splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            acts.append(_act(words))
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
    return tuple(sorted(acts, key=lambda act: act.at_s))


def _act(words: list[str]) -> ReaderAct:
    if len(words) < 3:
        raise ValueError("write when, what and where: 1.5 lay 0.0 ntag213")
    at_s, what, where, rest = float(words[0]), words[1], place(words[2]), words[3:]
    makers: dict[str, Callable[[list[str]], Callable[[ReaderWorld, str], None]]] = {
        "lay": _lay,
        "lift": _lift,
        "noise": _noise,
        "deafen": lambda _: lambda world, reader: world.chips[reader].deafen(),
        "unplug": lambda _: ReaderWorld.unplug,
        "plug": lambda _: ReaderWorld.plug,
    }
    if what not in makers:
        raise ValueError(f"{what!r} is nothing that can be done: take one of {', '.join(makers)}")
    return ReaderAct(at_s, where, makers[what](rest))


def _lay(words: list[str]) -> Callable[[ReaderWorld, str], None]:
    if not words:
        raise ValueError("lay which tag?")
    named, distance_mm = words[0], float(words[1]) if len(words) > 1 else 0.0
    new = tag(named)

    def lay(world: ReaderWorld, reader: str) -> None:
        field = world.fields[reader]
        # A card that was lifted is the same card when it is laid again.
        field.lay(world.lifted.pop((type(new), new.uid), new), distance_mm)

    return lay


def _lift(words: list[str]) -> Callable[[ReaderWorld, str], None]:
    uid = bytes.fromhex(words[0]) if words else None

    def lift(world: ReaderWorld, reader: str) -> None:
        field = world.fields[reader]
        for each in field.tags:
            if uid is None or getattr(each, "uid", None) == uid:
                field.lift(each)
                world.lifted[type(each), getattr(each, "uid", b"")] = each

    return lift


def _noise(words: list[str]) -> Callable[[ReaderWorld, str], None]:
    rates = dict(word.split("=", 1) for word in words if "=" in word)
    if not rates or rates.keys() - _NOISES:
        raise ValueError(f"noise is {', '.join(sorted(_NOISES))}: lost=0.02")
    noise = Noise(**{name: float(rate) for name, rate in rates.items()})

    def make_noise(world: ReaderWorld, reader: str) -> None:
        world.fields[reader].noise = noise

    return make_noise

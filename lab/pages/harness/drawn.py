"""A harness as a value: connectors, and cables whose wires lead from a pin of one to a pin of another."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PinOf:
    """A pin by its number on the part (`11`) and the signal that it bears (`GPIO17`)."""

    number: str
    signal: str


@dataclass(frozen=True, slots=True)
class Connector:
    """A part with pins. `bought` is its id in the list of parts."""

    name: str
    bought: str
    pins: tuple[PinOf, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class HarnessWire:
    """A wire from the first connector's pin to the second one's, by their numbers."""

    colour: str
    """WireViz's code, such as `RD` or `BK`."""
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class HarnessCable:
    """All wires between two connectors, with the greatest length that they bear."""

    name: str
    first: str
    second: str
    most_m: float
    wires: tuple[HarnessWire, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Harness:
    """A drawing. Its file is `name`.yml."""

    name: str
    title: str
    connectors: tuple[Connector, ...]
    cables: tuple[HarnessCable, ...]

    def connector(self, name: str) -> Connector:
        """Return the connector of this name. Raises KeyError."""
        for each in self.connectors:
            if each.name == name:
                return each
        raise KeyError(name)

"""A harness as a value: connectors, and cables whose wires connect their pins."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PinOf:
    """A pin by its number on the part (`11`) and its signal (`GPIO17`)."""

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
    """A wire from a pin of the first connector to a pin of the second, by number."""

    colour: str
    """WireViz's code, such as `RD` or `BK`."""
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class HarnessCable:
    """All wires between two connectors, with their maximum length."""

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
        """Return the connector with this name. Raises KeyError."""
        for each in self.connectors:
            if each.name == name:
                return each
        raise KeyError(name)

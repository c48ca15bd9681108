"""Check that no two keys of a configuration claim the same pin, bus, hopper or seat."""

import math
import re
from collections.abc import Iterable, Iterator
from ipaddress import ip_address
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from msgspec import NODEFAULT
from msgspec.structs import replace

from table.config.addresses import broker_place, is_loopback, is_origin, is_proxy, is_unspecified, public_host
from table.config.schema import NONE
from table.config.toml.problems import one_of
from table.config.toml.struct_reader import ReadValues, unknown_key
from table.config.toml.toml_keys import Key, dotted
from table.rules.seats import SEATS, Seat
from table.rules.text import Text, text
from table.words import languages

SPI_PINS = {0: (7, 8, 9, 10, 11), 1: (16, 17, 18, 19, 20, 21)}
"""The pins that the kernel claims for each SPI bus, with all chip selects."""
CHIP_SELECTS = {0: 2, 1: 3}
I2C_BUS, I2C_PINS = 1, (2, 3)
"""The I2C bus of the header, and the pins that the kernel claims for it."""
FIXED_PULL_UPS = (2, 3)
"""Pins with a resistor to 3.3 V on the board."""
BUTTONS = ("previous", "next", "confirm")
HALL_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
"""The name of a table or of a hall, without characters that are special in a broker's topics or access lists."""
WINDOWS_PORT = re.compile(r"COM[1-9]\d{0,2}", re.IGNORECASE)
HALL = "hall"
"""The only name of this form that is reserved."""
LAMP = ("lamp_red", "lamp_green", "lamp_blue")


def is_name(name: str) -> bool:
    """True for a valid name of a table or a hall."""
    return HALL_NAME.fullmatch(name) is not None and name != HALL


ABSOLUTE: tuple[Key, ...] = (
    ("web", "tls", "cert"), ("web", "tls", "key"),
    ("hall", "password_file"), ("hall", "ca"), ("far", "password_file"), ("far", "ca"),
)  # fmt: skip
"""The keys of files that are named by their whole path, or by one from the user's folder on."""
FOLDERS: tuple[Key, ...] = (("state", "folder"), ("web", "sockets"))


def check(found: ReadValues, folder: Path) -> None:
    """Add to `found` every mistake between several values. `folder` is the configuration file's folder."""
    _games(found, folder)
    for checked in (_pins, _pulls, _buses, _reader_ports, _hoppers, _seats, _keypads, _dispenser):
        checked(found)
    for key in FOLDERS:
        _folder(found, key)
    for key in ABSOLUTE:
        file = found.values.get(key)
        if file and ("\0" in file or not (PurePosixPath(file).is_absolute() or file.startswith("~/"))):
            found.wrong(key, text("config.right.absolute"), file)
    for checked in (_web, _phones, _hall, _far, _language):
        checked(found)


class Terms(NamedTuple):
    """The words that games add to the configuration, both shipped games and games from elsewhere."""

    token_kinds: tuple[str, ...]
    systems_with_rounds: tuple[str, ...]


def check_terms(found: ReadValues, terms: Terms) -> None:
    """Add to the findings every word that no game defines, with the rule set that may be missing."""
    for place, mistake in enumerate(found.mistakes):
        if mistake.key[0] == "hoppers" and mistake.key[-1] == "kind" and mistake.value is NODEFAULT:
            right = text("config.right.missing", right=one_of(terms.token_kinds))
            found.mistakes[place] = replace(mistake, right=right)
    for key, value in list(found.values.items()):
        if key[0] == "hoppers" and key[-1] == "kind" and value not in terms.token_kinds:
            found.wrong(key, one_of(terms.token_kinds, value), value)
        if key[0] == "rounds" and key[-1] not in terms.systems_with_rounds:
            found.wrong(key, unknown_key(key[-1], terms.systems_with_rounds), value)


def _pins(found: ReadValues) -> None:
    taken = {pin: bus for bus in _buses_used(found) for pin in SPI_PINS[bus]}
    i2c = {found.values.get(("readers", name, "i2c")) for name in _linked(found, "pn532", "i2c")}
    first: dict[int, Key] = {}
    for key, pin in wired_pins(found):
        if pin in taken:
            found.wrong(key, text("config.right.bus_pin", pin=pin, bus=taken[pin]), pin)
        elif pin in I2C_PINS and I2C_BUS in i2c:
            found.wrong(key, text("config.right.i2c_pin", pin=pin, bus=I2C_BUS), pin)
        elif pin in first and key[-1] == first[pin][-1] == "reset_pin":
            found.wrong(key, text("config.right.one_reset", pin=pin, other=dotted(first[pin])), pin)
        elif pin in first:
            found.wrong(key, text("config.right.other_pin", pin=pin, other=dotted(first[pin])), pin)
        first.setdefault(pin, key)


def wired_pins(found: ReadValues) -> Iterator[tuple[Key, int]]:
    """Yield every pin in use with the key that claims it."""
    for section, parts in (("readers", ("reset_pin", "irq_pin")), ("panels", (*BUTTONS, *LAMP))):
        for name in _linked(found, "rc522") if section == "readers" else found.names.get(section, ()):
            for part in parts:
                key = (section, name, part)
                if (pin := found.values.get(key)) is not None:
                    yield key, pin


def _pulls(found: ReadValues) -> None:
    for name in found.names.get("panels", ()):
        if found.values.get(("panels", name, "pull")) != "down":
            continue
        for button in BUTTONS:
            key = ("panels", name, button)
            if found.values.get(key) in FIXED_PULL_UPS:
                found.wrong(key, text("config.right.pulled_up"), found.values[key])


def _buses_used(found: ReadValues) -> set[int]:
    buses = {found.values.get(("readers", name, "bus")) for name in on_spi(found)}
    return {bus for bus in buses if bus is not None}


def _buses(found: ReadValues) -> None:
    first: dict[tuple[int, int], str] = {}
    for name in on_spi(found):
        bus = found.values.get(("readers", name, "bus"))
        device = found.values.get(("readers", name, "device"))
        if bus is None or device is None:
            continue
        key = ("readers", name, "device")
        if device >= CHIP_SELECTS[bus]:
            found.wrong(key, text("config.right.device", bus=bus, most=CHIP_SELECTS[bus] - 1), device)
        elif (bus, device) in first:
            other = dotted(("readers", first[bus, device]))
            found.wrong(key, text("config.right.other_device", bus=bus, device=device, other=other), device)
        first.setdefault((bus, device), name)


def on_spi(found: ReadValues) -> tuple[str, ...]:
    """Return the readers on SPI, in the file's order. A reader with an invalid kind counts as an RC522."""
    others = {*_linked(found, "pn532", "hsu"), *_linked(found, "pn532", "i2c"), *_linked(found, "pcsc")}
    return tuple(name for name in found.names.get("readers", ()) if name not in others)


def _linked(found: ReadValues, kind: str, link: str = "") -> tuple[str, ...]:
    """Return the readers of this kind, with this link if one is named."""
    return tuple(
        name
        for name in found.names.get("readers", ())
        if found.values.get(("readers", name, "kind")) == kind
        and link in ("", found.values.get(("readers", name, "link")))
    )


def _reader_ports(found: ReadValues) -> None:
    """Find an invalid serial port, and two parts at one port, at one place on USB, or on one I2C bus."""
    dispenser: Key = ("dispenser", "port")
    for kind, link, part in (("pn532", "hsu", "port"), ("pn532", "i2c", "i2c"), ("pcsc", "", "usb")):
        first: dict[object, Key] = {found.values.get(dispenser): dispenser} if part == "port" else {}
        for name in _linked(found, kind, link):
            key = ("readers", name, part)
            value = found.values.get(key)
            if part != "i2c" and found.values.get(("world",)) != "real":
                continue
            place = value.upper() if isinstance(value, str) and WINDOWS_PORT.fullmatch(value) else value
            if link == "hsu" and value is not None and not _is_port(value):
                found.wrong(key, text("config.right.reader_port"), value)
            elif place in first:
                found.wrong(key, text("config.right.one_reader", other=dotted(first[place])), value)
            first.setdefault(place, key)


def _hoppers(found: ReadValues) -> None:
    places = sorted({int(key[1]) for key in found.values if key[0] == "hoppers"})
    for part in ("number", "kind"):
        _twice(found, (("hoppers", place, part) for place in places), f"config.right.other_{part}")
    for place in places:
        capacity = found.values.get(("hoppers", place, "capacity"), math.inf)
        for key in (("hoppers", place, "content"), ("hoppers", place, "low")):
            if (value := found.values.get(key)) is not None and value > capacity:
                found.wrong(key, text("config.right.at_most", most=capacity), value)


def _twice(found: ReadValues, keys: Iterable[Key], right: str) -> None:
    """Find every value that an earlier one of these keys has, too."""
    first: dict[object, Key] = {}
    for key in keys:
        if (value := found.values.get(key)) in first:
            found.wrong(key, text(right, other=dotted(first[value])), value)
        elif value is not None:
            first[value] = key


def _seats(found: ReadValues) -> None:
    """Find seats with an unknown reader or panel. A real table without any of either is played by keys and phones."""
    real = found.values.get(("world",)) == "real"
    for part, section in (("reader", "readers"), ("panel", "panels")):
        names = (*found.names.get(section, ()), *(found.names.get("keypads", ()) if part == "panel" else ()))
        first: dict[str, Key] = {}
        for seat in SEATS:
            key = ("seats", str(seat), part)
            if (name := found.values.get(key)) is None or (name == NONE and real):
                continue
            if name not in names and not (name in SEATS and real and not names):
                found.wrong(key, _not_among((*names, NONE) if real else names, section, name, seat), name)
            elif name in first and not (real and part == "reader"):  # players can take turns on a reader
                other = dotted(first[name])
                one_each = text("config.right.other_seat", other=other)
                found.wrong(key, text("config.right.other_seat_real", other=other) if real else one_each, name)
            first.setdefault(name, key)


def _keypads(found: ReadValues) -> None:
    """Find keypads at an emulated table, at an impossible place or at the same one, and keys that are used twice."""
    places: dict[str, Key] = {}
    for name in found.names.get("keypads", ()):
        key = ("keypads", name, "place")
        place = found.values.get(key)
        if found.values.get(("world",)) != "real":
            found.wrong(("keypads", name), text("config.right.keypad_emulated"))
        elif name in found.names.get("panels", ()):
            found.wrong(("keypads", name), text("config.right.keypad_name", name=name))
        elif place is not None and not place.startswith("usb-"):
            found.wrong(key, text("config.right.keypad_place"), place)
        elif place in places:
            found.wrong(key, text("config.right.keypad_twice", other=dotted(places[place])), place)
        if place is not None:
            places.setdefault(place, key)
        _twice(found, (("keypads", name, button) for button in BUTTONS), "config.right.keypad_key")


def _not_among(names: tuple[str, ...], section: str, name: str, seat: Seat) -> Text:
    """Return the valid names for a seat's reader or panel that has no section."""
    if not names:
        return text("config.right.none_there", section=section)
    if name == seat:
        return text("config.right.default_unknown", section=section, name=name, names=", ".join(names))
    return one_of(names, name)


def _dispenser(found: ReadValues) -> None:
    key = ("dispenser", "port")
    port, world = found.values.get(key), found.values.get(("world",))
    if port in (None, "", "none"):
        return
    if world == "emulated" and port != "emulated":
        found.wrong(key, text("config.right.port_emulated"), port)
    elif world == "real" and not _is_port(port):
        found.wrong(key, text("config.right.port"), port)


def _is_port(name: str) -> bool:
    """True for an absolute path, and for the name of a port on Windows, such as `COM3`."""
    return PurePosixPath(name).is_absolute() or WINDOWS_PORT.fullmatch(name) is not None


def _web(found: ReadValues) -> None:
    key = ("web", "listen")
    listen = found.values.get(key)
    try:
        ip_address("127.0.0.1" if listen is None else listen)
    except ValueError:
        found.wrong(key, text("config.right.address"), listen)
    url = found.values.get(("web", "public_url"))
    if url and (not public_host(url) or is_loopback(public_host(url)) or is_unspecified(public_host(url))):
        found.wrong(("web", "public_url"), text("config.right.public_url"), url)
    proxies = found.values.get(("web", "proxies")) or ()
    if not all(is_proxy(each) for each in proxies):
        found.wrong(("web", "proxies"), text("config.right.proxies"), proxies)
    for origin in found.values.get(("web", "origins")) or ():
        if not is_origin(origin):
            found.wrong(("web", "origins"), text("config.right.origin"), origin)
    files = {name: found.values.get(("web", "tls", name)) for name in ("cert", "key")}
    for name, file in files.items():
        if file == "" and any(files.values()):
            found.wrong(("web", "tls", name), text("config.right.both_files"), file)


def _phones(found: ReadValues) -> None:
    """Check that a phone can open the address in its code.

    To try it on this machine, `listen` and `hosts` name this machine.
    """
    if not found.values.get(("web", "phones")) or found.values.get(("web", "public_url")):
        return
    listen = found.values.get(("web", "listen"))
    here = listen is None or is_loopback(listen)
    if not (hosts := found.values.get(("web", "hosts"))):
        if here:
            found.wrong(("web", "listen"), text("config.right.phones_host", host=listen or "127.0.0.1"), listen)
    elif is_unspecified(hosts[0]) or (is_loopback(hosts[0]) and not here):
        found.wrong(("web", "hosts"), text("config.right.phones_host", host=hosts[0]), hosts)


def _hall(found: ReadValues) -> None:
    needed = bool(found.values.get(("hall", "broker")))
    for key in (("hall", "table"), ("hall", "hall")):
        name = found.values.get(key)
        if (name or (needed and key[-1] == "table")) and not is_name(name or ""):
            found.wrong(key, text("config.right.hall_name"), name or "")


def _far(found: ReadValues) -> None:
    if (url := found.values.get(("far", "url"))) and broker_place(url) is None:
        found.wrong(("far", "url"), text("config.right.broker"), url)


def _folder(found: ReadValues, key: Key) -> None:
    if not (folder := found.values.get(key)):
        return
    try:
        path = Path(folder).expanduser()
    except RuntimeError:
        found.wrong(key, text("config.right.no_home"), folder)
        return
    if "\0" in folder or not path.is_absolute():
        found.wrong(key, text("config.right.absolute"), folder)
    elif path.exists() and not path.is_dir():
        found.wrong(key, text("config.right.folder"), folder)


def _language(found: ReadValues) -> None:
    key, known = ("screen", "language"), languages()
    if (language := found.values.get(key)) is not None and language not in known:
        found.wrong(key, one_of(known, language), language)


def _games(found: ReadValues, folder: Path) -> None:
    for number, file in enumerate(found.values.get(("games",), ()), 1):
        if not _exists(folder / file):
            found.wrong(("games", number), text("config.right.game"), file)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False

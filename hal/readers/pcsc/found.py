"""The readers behind PC/SC: each has one slot or more, and cards are laid on the contactless one.

Start here to list them: `readers_of(service.slot(name) for name in service.readers())`. It only computes. `chosen`
finds the one that a configuration names, and `lasting_name` the name to write into a configuration.
"""

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from hal.readers.pcsc.pcsc_commands import is_contactless
from hal.readers.pcsc.service import ReaderFlags, ReaderSlot
from hal.readers.pcsc.slot_names import CARD_READERS, Role, SlotName, means, parsed, role_by_place, role_by_words

PLACE = re.compile(r"(\d+-\d+(?:\.\d+)*|usb\\.*?)(?::\d+\.\d+)?", re.IGNORECASE)
"""A place on USB, as Linux and Windows write it."""


class FoundReader(Struct, frozen=True):
    model: str
    """The name without serial number and numbers of the daemon: `ACS ACR1252 Dual Reader`."""
    slots: tuple[tuple[ReaderSlot, Role], ...]
    serial: str = ""
    """The serial number; empty if it has none, as an ACR122U."""
    usb: str = ""
    """The place on USB, such as `1-1.2`; empty if the system does not report it, as on macOS."""

    @property
    def contactless(self) -> str:
        """Return the daemon's name of the contactless slot; empty if there is none, or if only a card shows it."""
        names = self._of(Role.CONTACTLESS)
        return names[0] if len(names) == 1 else ""

    @property
    def candidates(self) -> tuple[str, ...]:
        """Return the names of the slots on which a card may be laid, the likeliest first.

        A reader for contacts only has none.
        """
        return self._of(Role.CONTACTLESS) or self._of(Role.LIKELY) + self._of(Role.UNKNOWN)

    @property
    def laid(self) -> bool:
        """True if there is a card on it now."""
        return any(slot.name in self.candidates and ReaderFlags.PRESENT in slot.flags for slot, _ in self.slots)

    @property
    def reads_cards(self) -> bool:
        """True if it certainly has a contactless slot, even if it is unknown which."""
        return bool(self.contactless) or (bool(self.candidates) and bool(CARD_READERS.search(self.model.lower())))

    def _of(self, wanted: Role) -> tuple[str, ...]:
        return tuple(slot.name for slot, role in self.slots if role is wanted)


class NoReader(Struct, frozen=True):
    """No reader, or several, match the configuration."""

    code: str
    """The code of the fault: `reader.not_plugged`, `.moved`, `.several` or `.contact_only`."""
    detail: str


def readers_of(slots: Iterable[ReaderSlot]) -> tuple[FoundReader, ...]:
    """Return the readers that have these slots, in the order of their first slots."""
    named = [(slot, parsed(slot.name)) for slot in slots]
    groups: dict[object, list[tuple[ReaderSlot, SlotName]]] = {}
    for slot, name in named:
        if slot.usb:
            groups.setdefault(slot.usb, []).append((slot, name))
    for slot, name in sorted(
        (each for each in named if not each[0].usb), key=lambda each: (each[1].unit, each[1].slot)
    ):
        groups.setdefault(_key(slot, name, groups), []).append((slot, name))
    order = {slot.name: at for at, (slot, _) in enumerate(named)}
    return tuple(sorted(map(_reader, groups.values()), key=lambda reader: order[reader.slots[0][0].name]))


def chosen(readers: Sequence[FoundReader], wanted: str) -> FoundReader | NoReader:
    """Return the reader of this place on USB, serial number or name, or the only one if `wanted` is empty."""
    if not wanted:
        usable = [reader for reader in readers if reader.candidates]
        return _only([reader for reader in usable if reader.reads_cards] or usable or readers, "PC/SC")
    if place := PLACE.fullmatch(wanted):
        at_place = [reader for reader in readers if reader.usb.lower() == place[1].lower()]
        usable = [reader for reader in readers if reader.candidates]
        if not at_place and any(reader.usb for reader in usable):
            return NoReader("reader.moved", f"{wanted}; {_list(usable)}")
        return _only(at_place, wanted)
    for found in (
        [reader for reader in readers if reader.serial.lower() == wanted.lower()],
        [reader for reader in readers if any(slot.name == wanted for slot, _ in reader.slots)],
        [reader for reader in readers if any(means(wanted, slot.name) for slot, _ in reader.slots)],
    ):
        if found:
            only = _only([reader for reader in found if reader.candidates] or found, wanted)
            return _narrowed(only, wanted) if isinstance(only, FoundReader) else only
    return _only((), f"{wanted}; {_list(readers)}" if readers else wanted)


def lasting_name(reader: FoundReader, every: Sequence[FoundReader]) -> str:
    """Return the name for a configuration that still identifies this reader after replugging.

    Readers of one make without serial numbers differ by their places on USB. If the system does not report those,
    return the daemon's name of the slot, which depends on the order in which they were plugged in.
    """
    for name in (reader.serial, reader.usb, reader.model, reader.contactless, reader.slots[0][0].name):
        found = chosen(every, name) if name else None
        if isinstance(found, FoundReader) and set(found.slots) <= set(reader.slots):
            return name
    return reader.slots[0][0].name


def _key(slot: ReaderSlot, name: SlotName, groups: dict[object, list[tuple[ReaderSlot, SlotName]]]) -> object:
    """Return the group of a slot of unknown place. A second slot of the same kind belongs to the next reader."""
    at = 0
    while any(
        _kind(name) == _kind(other) for _, other in groups.get((name.family, slot.serial or name.serial, at), ())
    ):
        at += 1
    return name.family, slot.serial or name.serial, at


def _kind(name: SlotName) -> tuple[str, str, int]:
    """Return the marks of a slot within its reader.

    Slots of pcsc-lite with the same name and no place on USB are separate readers, like virtual ones, unless the model
    has several slots.
    """
    numbered = name.on_mac or bool(CARD_READERS.search(name.base.lower()))
    return name.part, name.base, name.slot if numbered else 0


def _reader(group: list[tuple[ReaderSlot, SlotName]]) -> FoundReader:
    alone, distinct = len(group) == 1, len({name.own for _, name in group}) == len(group)
    slots = []
    for slot, name in group:
        words = (name.own, slot.kind, name.base) if alone else (name.own, slot.kind) if distinct else ()
        slots.append((slot, _role(slot, words)))
    first = next(
        (name for (_, name), (_, role) in zip(group, slots, strict=True) if role is Role.CONTACTLESS), group[0][1]
    )
    serial = next((found for slot, name in group if (found := slot.serial or name.serial)), "")
    return FoundReader(first.base, tuple(slots), serial, group[0][0].usb)


def _role(slot: ReaderSlot, words: Iterable[str]) -> Role:
    """Return a slot's role: by its name, by the card in it, or by its place in a known model."""
    for role in map(role_by_words, words):
        if role is not Role.UNKNOWN:
            return role
    if slot.atr and (contactless := is_contactless(slot.atr)) is not None:
        return Role.CONTACTLESS if contactless else Role.CONTACT
    return role_by_place(slot.name)


def _only(readers: Sequence[FoundReader], wanted: str) -> FoundReader | NoReader:
    if not readers:
        return NoReader("reader.not_plugged", wanted)
    if not any(reader.candidates for reader in readers):
        return NoReader("reader.contact_only", _list(readers))
    return readers[0] if len(readers) == 1 else NoReader("reader.several", _list(readers))


def _narrowed(reader: FoundReader, wanted: str) -> FoundReader:
    """Return the reader with only the named slot, if a card may be laid on that one."""
    slots = tuple((slot, role) for slot, role in reader.slots if slot.name == wanted and wanted in reader.candidates)
    return replace(reader, slots=slots or reader.slots)


def _list(readers: Iterable[FoundReader]) -> str:
    return ", ".join(f"{reader.model} ({reader.usb})" if reader.usb else reader.slots[0][0].name for reader in readers)

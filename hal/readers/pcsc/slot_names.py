"""The names of slots as pcsc-lite, macOS and Windows print them, and their meaning."""

import re
from dataclasses import dataclass
from enum import Enum

FORMS = (
    # pcsc-lite: "ACS ACR1252 Dual Reader [ACR1252 Dual Reader PICC] (SERIAL) 00 00": reader and slot at the end.
    re.compile(
        r"(?P<base>.*?)(?: \[(?P<part>.*?)\])?(?: \((?P<serial>[^()]*)\))? (?P<unit>[0-9A-F]{2}) (?P<slot>[0-9A-F]{2})"
    ),
    # macOS: "ACS ACR1252 1S CL Reader(2) 01": slot, then reader, where the first reader has no number.
    re.compile(r"(?P<base>.*?) ?\((?P<slot>\d)\)(?: (?P<unit>\d\d))?"),
    # Windows: "ACS ACR1252 1S CL Reader PICC 0". macOS for a reader with one slot: "ACS ACR122U PICC Interface 01".
    re.compile(r"(?P<base>.*?)(?: (?P<unit>\d{1,2}))?"),
)
TOKENS = re.compile(r"yubikey|nitrokey|security key|\bfido2?\b|\b\w*token\b")
"""USB tokens: their card is built in, and a second antenna is for phones only."""
SAM = re.compile(r"(?<![+&] )\bsam\b")
CONTACTLESS = re.compile(r"picc\b|contactless|\bcli?\b|\dcl\b|\bnfc\b|\brfid\b")
CONTACT = re.compile(r"\bicc\b|\bcontact(ed)?\b|pin ?pad|\bemv\b")
SPLIT_WORDS = re.compile(r"\b(picc|icc|sam|cli?|contactless|contact(ed)?|smart ?card)\b|(?<=\d)cl\b|-cl\b")
"""The words by which the slots of one reader differ on Windows."""
CARD_READERS = re.compile(r"dual|acr12[2-8]|acr15[58]|4[57]0[01]|5[0134][24]|5x21|scl3711|p[nr]53\d")
"""Models that read cards without contacts, though no word of their names says it."""


class Role(Enum):
    CONTACTLESS = "contactless"
    UNKNOWN = "unknown"
    """Only a card shows what this slot is."""
    CONTACT = "contact"
    SAM = "sam"
    """A slot inside the reader, for a security module."""


PLACES = (
    # acshk/acsccid #4: the last of three slots of one name. Which of the others is which, only a card shows.
    (re.compile(r"acr1281(u|.*dual).* 02$"), Role.SAM),
    # acshk/acsccid #28.
    (re.compile(r"acr122u?\b.* \w\w 00$"), Role.CONTACTLESS),
    (re.compile(r"acr122u?\b.* \w\w 01$"), Role.SAM),
    # acshk/acsccid #10 and pokusew/nfc-pcsc #56: the vendor's driver on macOS.
    (re.compile(r"acr1(25[12]|552)\b.*\(1\)"), Role.CONTACTLESS),
    (re.compile(r"acr1(25[12]|552)\b.*\(2\)"), Role.SAM),
    # Yubico/yubico-piv-tool #15.
    (re.compile(r"prox dual\b.*\(1\)"), Role.CONTACTLESS),
    (re.compile(r"prox dual\b.*\(2\)"), Role.CONTACT),
)
"""The roles of slots that have no word of their own, by model and number of the slot."""


@dataclass(frozen=True, slots=True)
class SlotName:
    base: str
    """The reader's name, such as `ACS ACR1252 Dual Reader`."""
    part: str = ""
    """The name of the slot's own USB interface, such as `ACR1252 Dual Reader PICC`; pcsc-lite alone gives it."""
    serial: str = ""
    unit: int = 0
    """The number of the reader among those of one name. It depends on the order in which they were plugged in."""
    slot: int = 0
    on_mac: bool = False

    @property
    def own(self) -> str:
        """Return the words that may tell this slot from the others of its reader."""
        return self.part or self.base

    @property
    def family(self) -> str:
        """Return the name that all slots of a reader share."""
        return " ".join(SPLIT_WORDS.sub(" ", self.base.lower().replace("_", " ")).split())


def parsed(name: str) -> SlotName:
    for form in FORMS:
        if found := form.fullmatch(name):
            given = {key: value for key, value in found.groupdict().items() if value}
            unit, slot = (int(given.get(key, "0"), 16 if form is FORMS[0] else 10) for key in ("unit", "slot"))
            part, serial = given.get("part", ""), given.get("serial", "")
            return SlotName(given.get("base", name), part, serial, unit, slot, on_mac=form is FORMS[1])
    return SlotName(name)


def role_by_words(words: str) -> Role:
    """Return the role that a name gives its slot."""
    low = words.lower().replace("_", " ")
    if TOKENS.search(low):
        return Role.CONTACT
    if SAM.search(low) and "picc" not in low:
        return Role.SAM
    if CONTACTLESS.search(low):
        return Role.CONTACTLESS
    return Role.CONTACT if CONTACT.search(low) else Role.UNKNOWN


def role_by_place(name: str) -> Role:
    """Return the role of a slot by its model and number, or `UNKNOWN`."""
    return next((role for pattern, role in PLACES if pattern.search(name.lower())), Role.UNKNOWN)


def means(wanted: str, name: str) -> bool:
    """True if `wanted` is a part of a reader's name, or its model: `ACR1252U`, `Identiv 3700F`."""
    low = wanted.lower()
    edges = (r"(?<!\d)" if low[:1].isdigit() else "") + re.escape(low) + (r"(?!\d)" if low[-1:].isdigit() else "")
    return bool(re.search(edges, name.lower())) or (bool(_words(wanted)) and _words(wanted) <= _words(name))


def _words(text: str) -> set[str]:
    """Return words and numbers apart. Boxes say ACR1252U-M1, and the daemon ACR1252."""
    return set(re.findall(r"[a-z]+|\d+", re.sub(r"\b(acr ?\d+)u?(-\w+)?\b", r"\1", text.lower())))

"""The names of slots as pcsc-lite, macOS and Windows print them, and their meaning."""

import re
from enum import Enum

from msgspec import Struct

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
CARD_READER = re.compile(r"\b(nfc|rfid|contactless|cl) reader")
TOKENS = re.compile(r"(?<!omni)key|\bfido2?\b|token\b|\bledger\b|\bgnuk\b|\bjacarta\b|\bepass")
"""USB tokens, whose card is built in, and keyboards with a slot. A second antenna of a token is for phones only."""
SAM = re.compile(r"(?<![+&] )\bsam\b")
CONTACTLESS = re.compile(r"picc\b|contactless|\bcli?\b|\dcl\b|\bnfc\b|\brfid\b")
CONTACT = re.compile(
    r"\bicc\b|\bcontact(ed)?\b|pin ?pad|\bemv\b|\bsc reader\b|\bsim\b|gempc|pc twin|\bau95\d\d|\boz776|usb2\.0-crw"
    r"|acr ?(38|39|40)|apg8201|smartterminal|secure board|\bkc 1000|asedrive|\bltc3\d|\brt-scr|\bspr ?532|digipass"
    r"|utrust 2700|\bak95\d\d|idbridge [ck]t?\d\d\b|\bkaan\b|cyberjack (go|one|secoder)|tanjack|minilector(?! air)"
    r"|integrated smart card|\bgeneric\b.*smart ?card|\bscr ?3\d[\dx]+(?!\w|-di)|\b(3x21|[16]021|[136][168]21)\b"
)
"""Slots for cards with contacts: by a word, or common makes of them by libccid's list of readers."""
SPLIT_WORDS = re.compile(r"\b(picc|icc|sam|cli?|contactless|contact(ed)?|smart ?card)\b|(?<=\d)cl\b|-cl\b")
"""The words by which the slots of one reader differ on Windows."""
CARD_READERS = re.compile(r"dual|acr12[2-8]|acr15[58]|\b4[57]0[01]\b|\b5[0134]2\d|5x21|scl3711|p[nr]53\d")
"""Models that read contactless cards although their names do not show it."""


class Role(Enum):
    CONTACTLESS = "contactless"
    LIKELY = "likely"
    """Contactless by some reports about this model; only a card can confirm it."""
    UNKNOWN = "unknown"
    """Only a card can show the type of this slot."""
    CONTACT = "contact"
    SAM = "sam"
    """A slot inside the reader, for a security module."""


PLACES = (
    # acshk/acsccid #4: the last of three slots of one name holds the SAM. On Linux, chip cards lie in the first;
    # on macOS, AusweisApp takes the first for the contactless one.
    (re.compile(r"acr1281(u|.*dual).* 01$"), Role.LIKELY),
    (re.compile(r"acr1[25]81.*\(1\)"), Role.LIKELY),
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


class SlotName(Struct, frozen=True):
    base: str
    """The reader's name, such as `ACS ACR1252 Dual Reader`."""
    part: str = ""
    """The name of the slot's own USB interface, such as `ACR1252 Dual Reader PICC`; only pcsc-lite reports it."""
    serial: str = ""
    unit: int = 0
    """The number of the reader among those of one name. It depends on the order in which they were plugged in."""
    slot: int = 0
    on_mac: bool = False

    @property
    def own(self) -> str:
        """Return the words that may distinguish this slot from the others of its reader."""
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
    if TOKENS.search(low) and not CARD_READER.search(low):
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
    """True if `wanted` is a part of a reader's name, or its model: `ACR1252U`, `Identiv 3700F`.

    A part of less than three letters or digits means nothing.
    """
    low, words = wanted.lower(), _words(wanted)
    edges = (r"(?<!\d)" if low[:1].isdigit() else "") + re.escape(low) + (r"(?!\d)" if low[-1:].isdigit() else "")
    long_enough = any(len(word) >= 3 for word in words)
    return long_enough and (bool(re.search(edges, name.lower())) or words <= _words(name))


def _words(text: str) -> set[str]:
    """Return words and numbers separately: the box of a reader has ACR1252U-M1, and the daemon ACR1252."""
    return set(re.findall(r"[a-z]+|\d+", re.sub(r"\b(acr ?\d+)u?(-\w+)?\b", r"\1", text.lower())))

"""Every key of the configuration, with its type and its default. The defaults describe an emulated table.

The keys are explained to people in `docs/build/configuration.md`; a test keeps the two together.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

from table.config.addresses import is_unspecified, public_host
from table.rules.errors import OwnerError

Pin = Annotated[int, Meta(ge=0, le=27)]
"""BCM number of a pin on the 40-pin header."""
Count = Annotated[int, Meta(ge=0, le=200)]


NONE = "none"
"""The word for a part that a seat or a table does not have."""


class SeatConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The reader and the panel of one seat."""

    reader: str
    panel: str
    """The name of its panel or keypad, or `none` at a real table: the seat is played by keys, touch or phone."""
    facing: Literal["bottom", "top"] = "bottom"
    """The edge of the screen at which the player sits. The half of a player at the top is drawn upside down."""


class SeatsConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    blue: SeatConfig = SeatConfig(reader="blue", panel="blue")
    red: SeatConfig = SeatConfig(reader="red", panel="red")


class ReaderConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A reader: an RC522 or a PN532 on SPI, a PN532 on a serial port or on I2C, or any behind PC/SC."""

    kind: Literal["rc522", "pn532", "pcsc"] = "rc522"
    link: Literal["hsu", "spi", "i2c"] = "hsu"
    """The way to a PN532, as the switches on its board are set."""
    port: str = ""
    """The serial port of a PN532. Empty: the emulated world's own."""
    i2c: Annotated[int, Meta(ge=0, le=99)] = 1
    """The number of a PN532's I2C bus: `/dev/i2c-1`."""
    usb: str = ""
    """The place of a reader behind PC/SC, `1-1.2`, its serial number or its model. Empty: the only one."""
    bus: Literal[0, 1] = 0
    device: Literal[0, 1, 2] = 0
    spi_hz: Annotated[int, Meta(ge=100_000, le=10_000_000)] = 1_000_000
    gain_db: Literal[18, 23, 33, 38, 43, 48] = 33
    """RxGain, MFRC522 data sheet 9.3.3.6."""
    careful: bool = False
    """Talk to the chip as public drivers do, to tell a fault of this driver from a fault of the board."""
    reset_pin: Pin | None = None
    irq_pin: Pin | None = None

    @property
    def on_spi(self) -> bool:
        return self.kind == "rc522" or (self.kind == "pn532" and self.link == "spi")


class PresenceConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The thresholds at which a card counts as laid, lifted or unclear.

    `hal.readers.presence.Thresholds` has the reasons.
    """

    reads: Annotated[int, Meta(ge=2, le=10)] = 2
    """At least two, since a single UID can be garbled without an error."""
    silences: Annotated[int, Meta(ge=2, le=20)] = 3
    silent_ms: Annotated[int, Meta(ge=0, le=2000)] = 100
    several: Annotated[int, Meta(ge=1, le=10)] = 2
    unreadable_ms: Annotated[int, Meta(ge=100, le=10000)] = 1000


KeyCode = Annotated[int, Meta(ge=1, le=767)]
"""The kernel's number of a key (linux/input-event-codes.h)."""
HoldMs = Annotated[int, Meta(ge=200, le=5000)]
HOLD_MS = 800
"""The default duration of a hold. A panel may have its own; keys and touch use the default without a panel."""


class PanelConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    previous: Pin
    next: Pin
    confirm: Pin
    lamp_red: Pin
    lamp_green: Pin
    lamp_blue: Pin
    pull: Literal["up", "down"] = "up"
    lamp_common: Literal["cathode", "anode"] = "cathode"
    pwm: bool = True
    brightness: Annotated[float, Meta(ge=0.05, le=1.0)] = 1.0
    red_level: Annotated[float, Meta(ge=0.05, le=1.0)] = 1.0
    green_level: Annotated[float, Meta(ge=0.05, le=1.0)] = 1.0
    blue_level: Annotated[float, Meta(ge=0.05, le=1.0)] = 1.0
    debounce_ms: Annotated[int, Meta(ge=1, le=100)] = 15
    hold_ms: HoldMs = HOLD_MS


class KeypadConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A USB keypad or macro pad whose keys are a seat's buttons, on Linux. It has no lamp: the screen shows it."""

    place: str
    """Its USB socket by the kernel's name, such as `usb-0000:00:14.0-2`."""
    usb: str = ""
    """Its USB id, `1a2c:2d43`, by which it is recognised in another socket."""
    previous: KeyCode
    next: KeyCode
    confirm: KeyCode
    hold_ms: HoldMs = HOLD_MS


class DispenserConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    port: str = ""
    """Empty: the world's own choice; see `Config.dispenser_port`."""


class HopperConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    number: Annotated[int, Meta(ge=0, le=11)]
    kind: str
    """A kind of token that a rule set hands out."""
    capacity: Annotated[int, Meta(ge=1, le=200)] = 40
    content: Count = 0
    """The number of tokens in it when the first match begins. A later match begins with what the last one left."""
    low: Count = 2


class ScreenConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    width: Annotated[int, Meta(ge=800, le=7680)] = 1280
    height: Annotated[int, Meta(ge=480, le=4320)] = 720
    fullscreen: bool = False
    rotation: Literal[0, 90, 180, 270] = 0
    """Degrees clockwise by which the picture is turned on the display."""
    language: str = "en"
    die_animation: bool = True
    type: Literal["normal", "large"] = "normal"
    """The size of words, which are set larger only where there is room."""


class SoundConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    volume: Annotated[float, Meta(ge=0.0, le=1.0)] = 0.8
    mute: bool = False
    device: str = ""
    """The sound device by SDL's name; empty: the system's own choice."""

    @property
    def silent(self) -> bool:
        return self.mute or not self.volume


class SpeechConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The voice that reads new text on the screen aloud, in the screen's language."""

    on: bool = False
    words_per_minute: Annotated[int, Meta(ge=80, le=450)] = 160


class NoStateFolderError(OwnerError, OSError):
    """The state folder cannot be made. The message names the key to change."""


class StateConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The folder of journals and enrolled cards."""

    folder: str = ""

    @property
    def path(self) -> Path:
        if self.folder:
            return Path(self.folder).expanduser()
        from platformdirs import user_state_path

        return user_state_path("command-table", appauthor=False)

    def made(self) -> Path:
        """Return the folder, and create it if it does not exist. Raises NoStateFolderError."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise NoStateFolderError(
                f"state.folder: {self.path} cannot be made ({error.strerror}): name another folder"
            ) from error
        return self.path


RoundCount = Annotated[int, Meta(ge=1, le=20)]


class RulesConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Choices that the rule texts leave to the players."""

    who_rolls: Literal["alternating", "blue", "red"] = "alternating"
    rolls_by_hand: bool = False
    draws_by_hand: bool = False
    tokens: Literal["stay", "return"] = "stay"
    """Tokens that come back stay in the seat's tray for the next round, or return."""


class ClockConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The time of a match (TB-97)."""

    mode: Literal["off", "shared", "each", "each + neutral"] = "off"
    minutes: Annotated[int, Meta(ge=1, le=600)] = 90
    """The time of each seat, or the shared one."""
    setup_minutes: Annotated[int, Meta(ge=0, le=120)] = 0
    """Free time at the start of the match: neither seat is charged."""
    warn_minutes: Annotated[int, Meta(ge=0, le=600)] = 10
    """A seat is warned when this much of its time is left; 0: no warning."""
    warn_again_minutes: Annotated[int, Meta(ge=0, le=600)] = 1
    at_zero: Literal["tell", "last_round"] = "tell"


class TlsConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The certificate and key with which `command-table web` serves https. Both are empty for plain http."""

    cert: str = ""
    """The file of the certificate, and of those between it and its authority, in PEM form."""
    key: str = ""
    """The file of its private key, in PEM form, without a passphrase."""


class WebConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The feeds for spectators, overlays and helpers (`docs/develop/api.md`)."""

    spectators: Literal["off", "now", "delay"] = "off"
    delay_s: Annotated[int, Meta(ge=1, le=3600)] = 180
    """The seconds that spectators are behind the table, with `delay`."""
    operations: bool = False
    """True if the table's faults, its clock and its signs of life can be read."""
    phones: bool = False
    """True if a seat may be played from a phone, after its player has allowed it at the table."""
    sockets: str = ""
    """The folder of the sockets. Empty means the state folder, where the table's own user alone can read them."""
    listen: str = "127.0.0.1"
    """The address at which `command-table web` listens."""
    port: Annotated[int, Meta(ge=1024, le=65535)] = 7500
    hosts: tuple[str, ...] = ()
    """Additional host names for it. The machine's own name and any address are always allowed."""
    public_url: str = ""
    """The address, with https, by which a tunnel or a proxy leads to it. Codes for phones lead there."""
    proxies: tuple[str, ...] = ()
    """The addresses and networks of proxies whose `X-Forwarded-For` is trusted."""
    origins: tuple[str, ...] = ()
    """The origins of the owner's overlays on web servers. They may read the stream and frame the table's overlays."""
    connections: Annotated[int, Meta(ge=8, le=1000)] = 400
    """The most connections at once."""
    show_operations: bool = False
    """True if it shows `operations` to everybody in its network, too."""
    tls: TlsConfig = TlsConfig()

    def folder(self, state: Path) -> Path:
        """Return the folder of the sockets, which is the state folder if no other is named."""
        return Path(self.sockets).expanduser() if self.sockets else state

    def phones_folder(self, state: Path) -> Path:
        """Return the folder of the socket for phones: below a shared folder, one that other programs may not open."""
        return self.folder(state) / "phones" if self.sockets else state

    def far_folder(self, state: Path) -> Path:
        """Return the folder of the socket for `command-table far`. Other programs may not open it."""
        return self.folder(state) / "far"

    def public_host(self) -> tuple[str, ...]:
        """Return the name in `public_url`, if there is one."""
        return (public_host(self.public_url),) if self.public_url else ()

    def host(self, machine: str) -> str:
        """Return the name or address by which a browser asks for the table, on a machine of this name."""
        if self.public_url:
            return public_host(self.public_url)
        own = f"{machine}.local" if is_unspecified(self.listen) else self.listen
        return next(iter(self.hosts), own).strip("[]")

    def address(self, machine: str) -> str:
        """Return the address of its first page, without the path."""
        if self.public_url:
            return self.public_url.rstrip("/")
        host = self.host(machine)
        return f"{'https' if self.tls.cert else 'http'}://{f'[{host}]' if ':' in host else host}:{self.port}"


class HallConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The hall that this table belongs to, for `command-table outbox`; `run` reads `asks` (`docs/play/hall.md`)."""

    broker: str = ""
    """The name or address of the broker's machine. Empty: no hall."""
    port: Annotated[int, Meta(ge=1, le=65535)] = 1883
    table: str = ""
    """The table's name, which is the broker's user, too."""
    hall: str = "main"
    """The hall's name."""
    password_file: str = ""
    tls: bool = False
    ca: str = ""
    """The file of the authority that signed the broker's certificate; empty: those that the system trusts."""
    asks: bool = False
    """True if the hall may show its round's clock on the table's screen, and call a judge to it."""


class FarConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The broker over which this table plays with others (`docs/build/relay.md`)."""

    url: str = ""
    """The broker, as `mqtts://HOST:PORT`. Empty: this table invites nobody."""
    user: str = ""
    """The user at this broker; empty if it asks for none. No other broker gets user and password."""
    password_file: str = ""
    ca: str = ""
    """The file of the authority that signed the broker's certificate; empty: those that the system trusts."""


def _readers() -> dict[str, ReaderConfig]:
    return {"blue": ReaderConfig(device=0, reset_pin=4), "red": ReaderConfig(device=1, reset_pin=25)}


def _panels() -> dict[str, PanelConfig]:
    """Return the default panels: blue on the header's odd row, red on its even one. I2C, UART and SPI0 stay free."""
    return {
        "blue": PanelConfig(previous=17, next=27, confirm=22, lamp_red=5, lamp_green=6, lamp_blue=13),
        "red": PanelConfig(previous=23, next=24, confirm=16, lamp_red=12, lamp_green=20, lamp_blue=21),
    }


def usual_hoppers() -> tuple[HopperConfig, ...]:
    """Return the default hoppers, which both seats share.

    They hold enough for two full armies whose units take one token a round each, a pile of command, and the Regular
    Orders of one player at a time.
    """
    return (
        HopperConfig(number=0, kind="commander", content=8),
        HopperConfig(number=1, kind="operative", content=8),
        HopperConfig(number=2, kind="corps", content=24, low=4),
        HopperConfig(number=3, kind="special", content=12),
        HopperConfig(number=4, kind="support", content=12),
        HopperConfig(number=5, kind="heavy", content=8),
        HopperConfig(number=6, kind="advantage", content=16),
        HopperConfig(number=7, kind="command", capacity=80, content=60, low=6),
        HopperConfig(number=8, kind="regular", content=30, low=6),
    )


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`readers`, `panels`, `keypads` and `hoppers` of a file replace the ones below as a whole.

    A file of a real table starts from `defaults` instead, which has neither readers nor panels.
    """

    world: Literal["real", "emulated"] = "emulated"
    """Real parts, or emulated ones. `pi` is the old name of `real`."""
    fields: Literal["on", "in_turn"] = "on"
    """The readers' fields: both on all the time, or one at a time where the antennas disturb each other."""
    games: tuple[str, ...] = ()
    """Files of the owner's rule sets; `load` makes the paths absolute."""
    seats: SeatsConfig = SeatsConfig()
    readers: dict[str, ReaderConfig] = field(default_factory=_readers)
    presence: PresenceConfig = PresenceConfig()
    panels: dict[str, PanelConfig] = field(default_factory=_panels)
    keypads: dict[str, KeypadConfig] = field(default_factory=dict)
    dispenser: DispenserConfig = DispenserConfig()
    hoppers: tuple[HopperConfig, ...] = field(default_factory=usual_hoppers)
    screen: ScreenConfig = ScreenConfig()
    sound: SoundConfig = SoundConfig()
    speech: SpeechConfig = SpeechConfig()
    state: StateConfig = StateConfig()
    rules: RulesConfig = RulesConfig()
    clock: ClockConfig = ClockConfig()
    web: WebConfig = WebConfig()
    hall: HallConfig = HallConfig()
    far: FarConfig = FarConfig()
    rounds: dict[str, RoundCount] = field(default_factory=dict)
    """The number of rounds of a match, by system. A system without an entry has its own default."""

    @property
    def dispenser_port(self) -> str:
        """Return `none`, `emulated`, or the path of the Pico's serial port."""
        return self.dispenser.port or ("emulated" if self.world == "emulated" else "none")


SHARED = "shared"
"""The name of a reader on which both seats lay their cards in turn."""


def real_table(
    readers: dict[str, ReaderConfig],
    port: str = "none",
    screen: ScreenConfig | None = None,
    keypads: dict[str, KeypadConfig] | None = None,
) -> Config:
    """Return a real table with these readers and keypads. `port` is the dispenser's serial port, or `none`."""
    shared, pads = SHARED in readers, keypads or {}
    blue, red = (
        SeatConfig(reader=SHARED if shared else seat, panel=seat if seat in pads or not pads else NONE)
        for seat in ("blue", "red")
    )
    return Config(
        world="real",
        seats=SeatsConfig(blue=blue, red=red),
        readers=readers,
        panels={},
        keypads=pads,
        dispenser=DispenserConfig(port=port),
        screen=screen or ScreenConfig(),
    )


def without_parts(config: Config) -> Config:
    """Return the configuration of the same table without readers, panels and dispenser, played by phones alone."""
    blue, red = (
        msgspec.structs.replace(each, reader=seat, panel=NONE)
        for seat, each in (("blue", config.seats.blue), ("red", config.seats.red))
    )
    return msgspec.structs.replace(
        config,
        world="real",
        seats=SeatsConfig(blue=blue, red=red),
        readers={},
        panels={},
        dispenser=DispenserConfig(port=NONE),
        web=WebConfig(phones=True, listen="0.0.0.0", port=config.web.port),
    )


def defaults(world: object) -> Config:
    """Return the values of the keys that a file of this world leaves out.

    Only the emulated bench has readers and panels of its own. A real table has those that its file names.
    """
    return Config(readers={}, panels={}) if world == "real" else Config()


def differences(config: Config) -> list[str]:
    """Return a line for each key that the file of this world has set to another value."""
    usual, chosen = (dict(_flat("", msgspec.to_builtins(each))) for each in (defaults(config.world), config))
    set_here = [f"{key} = {value!r}" for key, value in chosen.items() if usual.get(key, ...) != value]
    return set_here + [f"{key} is not there" for key in usual if key not in chosen]


def _flat(key: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield a plain value with its dotted key, or the values inside it with theirs."""
    match value:
        case dict():
            parts = [(str(name), part) for name, part in value.items()]
        case list() | tuple() if value and isinstance(value[0], dict):
            parts = [(str(n), part) for n, part in enumerate(value)]
        case _:
            yield key, value
            return
    for name, part in parts:
        yield from _flat(f"{key}.{name}" if key else name, part)

"""The pins that a Raspberry Pi's `config.txt` gives to drivers of the kernel, by its overlays and parameters."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

CONFIG_FILES = ("boot/firmware/config.txt", "boot/config.txt")
"""The places of the file: since Debian 12, and before."""
I2S_PINS = (18, 19, 20, 21)
UART_PINS = (14, 15)
KERNEL_USES: Mapping[str, tuple[int, ...]] = {
    "1-Wire": (4,),
    "UART": UART_PINS,
    "PWM sound": (12, 13),
    "I2S": I2S_PINS,
    "SPI 1": (16, 17),
}
"""The pins that drivers for add-on boards use by default. Of SPI 1 these are the chip selects that I2S leaves free."""
SOUND_CARDS = re.compile(
    r"hifiberry|iqaudio|allo-|justboom|audioinjector|audiosense|i-sabre|rpi-dac|rpi-proto|i2s-dac|googlevoicehat|"
    r"max98357a|adau|akkordion|applepi-dac|chipdip-dac|dacberry|dionaudio|fe-pi|merus-amp|pibell|pisound|superaudio|wm8960"
)
"""The overlays of sound cards on I2S, by the beginnings of their names."""

OVERLAYS: Mapping[str, Mapping[str, tuple[int, ...]]] = {
    "w1-gpio": {"gpiopin": (4,)},
    "w1-gpio-pi5": {"gpiopin": (4,)},
    "w1-gpio-pullup": {"gpiopin": (4,), "extpullup": (5,)},
    "dht11": {"gpiopin": (4,)},
    "gpio-fan": {"gpiopin": (12,)},
    "gpio-ir": {"gpio_pin": (18,)},
    "gpio-ir-tx": {"gpio_pin": (18,)},
    "pwm-ir-tx": {"gpio_pin": (18,)},
    "gpio-shutdown": {"gpio_pin": (3,)},
    "gpio-poweroff": {"gpiopin": (26,)},
    "gpio-key": {"gpio": (3,)},
    "pps-gpio": {"gpiopin": (18,)},
    "rotary-encoder": {"pin_a": (4,), "pin_b": (17,)},
    "i2c-gpio": {"i2c_gpio_sda": (23,), "i2c_gpio_scl": (24,)},
    "i2c-rtc-gpio": {"i2c_gpio_sda": (23,), "i2c_gpio_scl": (24,)},
    "pwm": {"pin": (18,)},
    "pwm-2chan": {"pin": (18,), "pin2": (19,)},
    "pwm1": {"pin": (18,)},
    "audremap": {"": (12, 13)},
    "uart0": {"": UART_PINS},
    "uart1": {"": UART_PINS},
    "uart2": {"": (0, 1)},
    "uart3": {"": (4, 5)},
    "uart4": {"": (8, 9)},
    "uart5": {"": (12, 13)},
    "uart0-pi5": {"": UART_PINS},
    "uart1-pi5": {"": (0, 1)},
    "uart2-pi5": {"": (4, 5)},
    "uart3-pi5": {"": (8, 9)},
    "uart4-pi5": {"": (12, 13)},
    "disable-bt": {"": UART_PINS},
    "miniuart-bt": {"": UART_PINS},
    "midi-uart0": {"": UART_PINS},
    "i2c3": {"": (4, 5)},
    "i2c4": {"": (8, 9)},
    "i2c5": {"": (12, 13)},
    "i2c6": {"": (22, 23)},
    "ads7846": {"penirq": ()},
    "enc28j60": {"int_pin": (25,)},
    "mcp2515-can0": {"interrupt": (25,)},
    "gpio-hog": {"gpio": (26,)},
    "gpio-led": {"gpio": ()},
    "spi0-1cs": {"": (9, 10, 11), "cs0_pin": (8,)},
    "spi0-2cs": {"": (9, 10, 11), "cs0_pin": (8,), "cs1_pin": (7,)},
    "spi3-1cs": {"": (1, 2, 3), "cs0_pin": (0,)},
    "spi4-1cs": {"": (5, 6, 7), "cs0_pin": (4,)},
    "spi5-1cs": {"": (13, 14, 15), "cs0_pin": (12,)},
    "spi6-1cs": {"": (19, 20, 21), "cs0_pin": (18,)},
    "spi1-1cs": {"": (19, 20, 21), "cs0_pin": (18,)},
    "spi1-2cs": {"": (19, 20, 21), "cs0_pin": (18,), "cs1_pin": (17,)},
    "spi1-3cs": {"": (19, 20, 21), "cs0_pin": (18,), "cs1_pin": (17,), "cs2_pin": (16,)},
}
"""The pins of each overlay: fixed ones below an empty name, others with their default below a parameter.

From the README of the overlays, raspberrypi/linux `arch/arm/boot/dts/overlays/README`.
"""
PARAMETERS: Mapping[str, tuple[int, ...]] = {
    "i2c_arm": (2, 3),
    "i2c": (2, 3),
    "i2c1": (2, 3),
    "i2c_vc": (0, 1),
    "i2c0": (0, 1),
    "spi": (7, 8, 9, 10, 11),
    "i2s": I2S_PINS,
    "uart0": UART_PINS,
}
"""The pins of each `dtparam` that is switched on."""
ON = frozenset({"", "on", "1", "true", "yes", "okay"})


def claimed_pins(root: Path = Path("/")) -> dict[int, str]:
    """Return the entry of `config.txt` that claims each pin, such as `dtoverlay=w1-gpio`; none on another computer."""
    for name in CONFIG_FILES:
        try:
            return claims((root / name).read_text("utf-8", "replace"))
        except OSError:
            continue
    return {}


def claims(config_txt: str) -> dict[int, str]:
    """Return the entry of this file that claims each pin. Sections for single models count like all others."""
    found: dict[int, str] = {}
    for key, value in _entries(config_txt):
        for pin in _pins(key, value):
            found.setdefault(pin, f"{key}={value}")
    return found


def _entries(config_txt: str) -> list[tuple[str, str]]:
    """Return keys and values. A `dtparam` after an overlay with such a parameter belongs to that overlay."""
    entries: list[tuple[str, str]] = []
    for line in config_txt.splitlines():
        key, value = _pair(line.split("#", 1)[0])
        place = next((at for at in reversed(range(len(entries))) if entries[at][0] == "dtoverlay"), None)
        overlay = "" if place is None else entries[place][1]
        known = OVERLAYS.get(re.split("[,:]", overlay)[0], {})
        if place is not None and key == "dtparam" and value.partition("=")[0] in known:
            entries[place] = ("dtoverlay", f"{overlay},{value}")
        else:
            entries.append((key, value))
    return entries


def _pins(key: str, value: str) -> Iterator[int]:
    if key == "enable_uart" and value == "1":
        yield from UART_PINS
    elif key == "dtparam":
        for name, on in map(_pair, value.split(",")):
            if on in ON:
                yield from PARAMETERS.get(name, ())
    elif key == "dtoverlay":
        name, *given = re.split("[,:]", value)
        yield from _of_overlay(name, dict(map(_pair, given)))


def _of_overlay(name: str, given: Mapping[str, str]) -> Iterator[int]:
    if SOUND_CARDS.match(name):
        yield from I2S_PINS
    if name == "audremap" and "pins_18_19" in given:
        yield from (18, 19)
        return
    for parameter, pins in OVERLAYS.get(name, {}).items():
        moved = given.get(parameter, "")
        yield from (int(moved),) if moved.isdecimal() else pins


def _pair(words: str) -> tuple[str, str]:
    name, _, value = words.partition("=")
    return name.strip(), value.strip()

"""The command `command-table emulate`: run another program over emulated readers."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from table.program.commands.config_option import writing
from table.program.early_end import HEEDED, EndedEarly
from table.program.shared_options import EXISTING_FILE, FILE
from table.words.brought_file import content_of, refuse_no_file
from table.words.terminal import print_line

MOST_BYTES = 64 * 1024
"""The most bytes of a script: it is passed to the program in an environment variable."""


@click.command(
    context_settings={"ignore_unknown_options": True},
    epilog="\b\nExample:\n  command-table emulate --reader 0.0=classic:DEADBEEF -- python read.py",
)
@click.option(
    "--reader",
    "readers",
    multiple=True,
    metavar="BUS.CS=KIND:UID[+KIND:UID...]",
    help="Add a reader, with the card on it.",
)
@click.option(
    "--pn532",
    multiple=True,
    metavar="FILE=KIND:UID[+KIND:UID...]",
    help="Add a PN532 on a serial line that has this file as its name, for a program in any language.",
)
@click.option("--irq", multiple=True, metavar="BUS.CS=PIN", help="BCM pin of a reader's IRQ line (24 for 0.0).")
@click.option("--reset", multiple=True, metavar="BUS.CS=PIN", help="BCM pin of a reader's reset line (25).")
@click.option(
    "--chip", multiple=True, metavar="BUS.CS=VERSION", help="Make the chip a clone with this VersionReg (0x92)."
)
@click.option("--script", type=EXISTING_FILE, help="Lay and lift tags at the times that this file gives.")
@click.option("--report", type=FILE, help="Write the counters to this file as JSON.")
@click.argument("program", nargs=-1, required=True, type=click.UNPROCESSED)
def command(
    readers: tuple[str, ...],
    pn532: tuple[str, ...],
    irq: tuple[str, ...],
    reset: tuple[str, ...],
    chip: tuple[str, ...],
    script: Path | None,
    report: Path | None,
    program: tuple[str, ...],
) -> None:
    """Run a program with emulated card readers.

    PROGRAM runs in real time; the readers are behind its `spidev` and `RPi.GPIO`, if it is a Python program. The kinds
    of tags are ntag213, ntag215, ntag216, ultralight, ul11, ul21 and classic. Without --reader there is one reader,
    0.0, with an NTAG213. A --pn532 is opened like a USB-serial lead, at any speed.

    A line of a script is SECONDS lay|lift|noise|deafen|unplug|plug BUS.CS [...]. The seconds count from the program's
    first import of spidev.

    It ends with the program's exit status. Ctrl-C, SIGTERM and SIGHUP are passed on to the program.
    """
    from table.emulation.emulate import FIRST, Emulation

    emulation = Emulation(
        dict(_pair(each) for each in readers) or {FIRST: "ntag213"},
        {name: _pin(pin) for name, pin in map(_pair, irq)},
        {name: _pin(pin) for name, pin in map(_pair, reset)},
        "" if script is None else _script(script),
        {name: _version(written) for name, written in map(_pair, chip)},
        dict(_pair(each) for each in pn532),
    )
    if problems := emulation.problems():
        raise click.UsageError("; ".join(problems))
    try:
        status, counters = emulation.run(program)
    except OSError as error:
        raise click.ClickException(f"{error.filename2 or program[0]}: {error.strerror}") from error
    if counters is not None or not pn532:
        _print_counters(counters)
    if report is not None and counters is not None:
        with writing(report):
            refuse_no_file(report)
            report.write_text(json.dumps(counters, indent=1) + "\n", "utf-8")
    if -status in HEEDED:
        raise EndedEarly(-status)
    sys.exit(status if status >= 0 else 128 - status)


def _script(file: Path) -> str:
    try:
        return content_of(file, MOST_BYTES).decode()
    except OSError as error:
        raise click.UsageError(str(error)) from error
    except UnicodeDecodeError as error:
        raise click.UsageError(f"{file} is not UTF-8 text: save it as UTF-8") from error


def _pair(written: str) -> tuple[str, str]:
    name, _, rest = written.partition("=")
    return name.strip(), rest.strip()


def _pin(written: str) -> int:
    if not written.isdigit() or int(written) > 27:
        raise click.UsageError(f"invalid BCM pin: {written!r}. Use 0 to 27")
    return int(written)


def _version(written: str) -> int:
    try:
        version = int(written, 0)
    except ValueError:
        version = -1
    if not 0 <= version <= 0xFF:
        raise click.UsageError(f"invalid chip version: {written!r}. Use 0x91, 0x92, or a clone's 0x88 or 0x12")
    return version


def _print_counters(counters: Mapping[str, Any] | None) -> None:
    if counters is None:
        print_line("emulation: the program did not touch the bus", error=True)
        return
    for number, bus in counters["buses"].items():
        text = f"bus {number}: {bus['transfers']:,} transfers, {bus['bytes']:,} bytes, {bus['bus_ms']:.2f} ms (virtual)"
        print_line(f"emulation: {text}", error=True)
    for name, reader in counters["readers"].items():
        print_line(f"emulation: reader {name}: {reader['air_ms']:.2f} ms on the air (virtual)", error=True)
    print_line(f"emulation: {counters['elapsed_s']:.1f} s in all", error=True)

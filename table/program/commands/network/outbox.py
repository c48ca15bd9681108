"""The command `command-table outbox`: send this table's events to the hall."""

import logging
import os
import secrets
from pathlib import Path

import click

from hal.computer.users import owns
from table.program.commands.config_option import config_option, configured_without_games
from table.program.commands.network.broker_password import broker_password
from table.program.early_end import HEEDED, ending_early, raise_lost_end
from table.program.packages import needing_hall
from table.rules.text import text
from table.words import Words
from table.words.terminal import print_line, stop_with

FILE = "outbox"


@click.command(epilog="\b\nExample:\n  command-table outbox --config table.toml")
@config_option
@click.option(
    "--folder", type=click.Path(path_type=Path), help="Where the outbox is kept; else in the state folder of its user."
)
@click.option(
    "--password",
    "password_file",
    type=click.Path(path_type=Path),
    help="File of the password, instead of the configured one.",
)
@click.option("--verbose", "-v", is_flag=True, help="Log more.")
def command(file: Path | None, folder: Path | None, password_file: Path | None, verbose: bool) -> None:
    """Send this table's events to the hall.

    It runs beside `run`: it reads the sockets that `[web]` of the configuration switches on, and keeps the events on
    disk until the hall in `[hall]` has acknowledged them. The table, the broker and the hall may stop and restart at
    any time. "A hall of tables" in the documentation explains how to set up a hall.
    """
    from table.devices.service.lines import log_to_stderr

    log_to_stderr(logging.DEBUG if verbose else logging.INFO)
    with ending_early():
        config = configured_without_games(file)
        words, hall = Words(config.screen.language), config.hall
        if not hall.broker:
            stop_with(words.say(text("hall.no_broker")))
        if config.web.spectators == "off" and not config.web.operations:
            print_line(words.say(text("hall.nothing_published")), error=True)
        with needing_hall(words):
            from table.network.broker import BrokerAccess
            from table.network.hall.outbox.outbox_program import OutboxNames, OutboxProgram
        from table.network.hall.outbox.outbox_store import OutboxStore

        secret = broker_password(password_file or Path(hall.password_file), words, "hall.no_password")
        place = folder or _own_folder()
        try:
            store = OutboxStore(place / FILE, hall.table, lambda: secrets.token_hex(8))
        except OSError as error:
            stop_with(words.say(text("hall.no_book", folder=str(place), why=error.strerror or str(error))))
        access = BrokerAccess(
            hall.broker, hall.port, hall.table, secret, hall.tls, hall.ca and str(Path(hall.ca).expanduser())
        )
        if config.web.phones and _reaches(config.web.phones_folder(config.state.path)):
            folder_of_phones = str(config.web.phones_folder(config.state.path))
            print_line(words.say(text("hall.outbox.reaches_phones", folder=folder_of_phones)), error=True)
        names = OutboxNames(hall.table, hall.hall)
        program = OutboxProgram(names, access, store, config.web.folder(config.state.path))
        message = text("hall.outbox.open", table=hall.table, hall=hall.hall, broker=hall.broker, port=str(hall.port))
        print_line(words.say(message))
        raise_lost_end()
        program.run(HEEDED)


def _reaches(folder: Path) -> bool:
    """True if this program may enter the folder of another user, as that of the table."""
    try:
        return not owns(folder.stat()) and os.access(folder, os.X_OK)
    except OSError:
        return False


def _own_folder() -> Path:
    from platformdirs import user_state_path

    return user_state_path("command-table-outbox", appauthor=False)

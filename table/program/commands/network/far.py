"""The command `command-table far`: carry this table's match to another table."""

import logging
import secrets
from pathlib import Path

import click

from table.program.commands.config_option import config_option, configured_without_games
from table.program.commands.network.broker_password import broker_password
from table.program.early_end import HEEDED, ending_early, raise_lost_end
from table.program.packages import needing_hall
from table.rules.text import text
from table.words import Words
from table.words.terminal import print_line


@click.command(epilog="\b\nExample:\n  command-table far --config table.toml")
@config_option
@click.option("--verbose", "-v", is_flag=True, help="Log more.")
def command(file: Path | None, verbose: bool) -> None:
    """Carry this table's match to another table.

    It is a program of its own beside `run`, and carries sealed frames between the table's socket and an MQTT broker. It
    cannot read them. The table, the broker and the other table may come and go meanwhile. "A broker
    between tables" in the documentation explains how to set up a broker.
    """
    from table.devices.service.lines import log_to_stderr

    log_to_stderr(logging.DEBUG if verbose else logging.INFO)
    with ending_early():
        config = configured_without_games(file)
        words, far = Words(config.screen.language), config.far
        with needing_hall(words):
            from table.network.far.carrier import OwnBroker
            from table.network.far.far_program import FarProgram
        from table.config.addresses import broker_place
        from table.view.far_frames import SOCKET

        password = broker_password(Path(far.password_file), words, "carrier.no_password") if far.password_file else ""
        own = OwnBroker(broker_place(far.url), far.user, password, far.ca and str(Path(far.ca).expanduser()))
        program = FarProgram(config.web.far_folder(config.state.path) / SOCKET, own, secrets.token_bytes)
        print_line(words.say(text("carrier.open")))
        raise_lost_end()
        program.run(HEEDED)

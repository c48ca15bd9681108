"""The command `command-table web`: serve the published view to a network."""

import logging
import socket
from pathlib import Path

import click

from table.program.commands.config_option import beside_configuration, config_option, configured_without_games
from table.program.commands.network.certificate import TlsKeys, encryption
from table.program.early_end import HEEDED, ending_early, raise_lost_end
from table.rules.text import text
from table.words import Words, languages
from table.words.terminal import print_line, stop_with


@click.command(epilog="\b\nExample:\n  command-table web --config table.toml")
@config_option
@click.option("--verbose", "-v", is_flag=True, help="Log more.")
def command(file: Path | None, verbose: bool) -> None:
    """Serve the table to spectators.

    It runs beside `run` and reads the sockets that `[web]` of the configuration switches on. It opens no file of the
    state folder, and gets only data that spectators may see. The table may restart at any time. In the
    documentation, "Phones, streams, spectators" describes the pages, and "Read a running table from another program"
    the data.
    """
    from table.devices.service.lines import log_to_stderr

    log_to_stderr(logging.DEBUG if verbose else logging.INFO)
    with ending_early():
        config = configured_without_games(file)
        words = {language: Words(language) for language in languages()}
        spoken = words[config.screen.language]
        from table.network.web.access.access_tokens import FILE
        from table.network.web.web_program import WebProgram

        web = config.web
        if web.spectators == "off" and not (web.operations and web.show_operations) and not web.phones:
            print_line(spoken.say(text("web.nothing_to_see")), error=True)
        machine = socket.gethostname()
        context = encryption(web, machine, TlsKeys("[web.tls] cert", "[web.tls] key", "[web] hosts"), spoken)
        try:
            tokens = beside_configuration(file, FILE)
            program = WebProgram(web, config.state.path, words, machine, context=context, tokens=tokens)
        except OSError as error:
            why = error.strerror or str(error)
            stop_with(spoken.say(text("web.no_door", address=web.listen, port=web.port, why=why)))
        scheme = "http" if context is None else "https"
        print_line(spoken.say(text("web.open", scheme=scheme, address=web.listen, port=str(web.port))))
        raise_lost_end()
        program.run(HEEDED)

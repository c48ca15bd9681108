"""The command `command-table overlay`: access tokens for your own overlays that are local files."""

import secrets
import socket
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click
import msgspec

from hal.computer.files import replaced
from table.config.checks import is_name
from table.program.commands.config_option import (
    beside_configuration,
    config_option,
    configured_without_games,
    writing,
)
from table.rules.text import Text, text
from table.words import Words
from table.words.terminal import print_line, print_lines, stop_with

if TYPE_CHECKING:
    from table.network.web.access.access_tokens import AccessToken

MOST_TOKENS = 32
READABLE = 0o644
"""The mode of the file: the web program may run as another user, and hashes are useless to others."""


@click.group(epilog="\b\nExample:\n  command-table overlay allow obs")
def command() -> None:
    """Let overlays of your own that are local files read the table.

    A page on a web server needs no token, but its origin in `[web] origins` of the configuration. A local file has no
    origin, so it needs an access token. With it, a program can read the spectators' data, with the spectators' delay,
    and nothing else. `command-table web` need not be restarted. See "Phones, streams,
    spectators" in the documentation.
    """


@command.command(epilog="\b\nExample:\n  command-table overlay allow obs")
@config_option
@click.argument("name")
def allow(file: Path | None, name: str) -> None:
    """Make an access token with a name of your choice, and print it once."""
    from table.network.web.access.access_tokens import TOKEN_BYTES, AccessToken, hash_of

    tokens = _Tokens(file)
    if not is_name(name):
        tokens.end(text("overlay.name", name=name))
    if name in tokens.names():
        tokens.end(text("overlay.there", name=name))
    if len(tokens.names()) >= MOST_TOKENS:
        tokens.end(text("overlay.many", most=MOST_TOKENS))
    token = secrets.token_urlsafe(TOKEN_BYTES)
    tokens.keep((*tokens.tokens, AccessToken(name, hash_of(token))))
    address = f"{tokens.web.address(socket.gethostname())}/api/v1/events?token={token}"
    print_line(tokens.words.say(text("overlay.made", name=name)))
    print_line(address)
    print_line(tokens.words.say(text("overlay.kept", name=name)))


@command.command(epilog="\b\nExample:\n  command-table overlay revoke obs")
@config_option
@click.argument("name")
def revoke(file: Path | None, name: str) -> None:
    """Make a token invalid. Overlays that use it lose the table within a second."""
    tokens = _Tokens(file)
    if name not in tokens.names():
        tokens.end(text("overlay.unknown", name=name, names=", ".join(tokens.names()) or "-"))
    tokens.keep(tuple(each for each in tokens.tokens if each.name != name))
    print_line(tokens.words.say(text("overlay.revoked", name=name)))


@command.command("list", epilog="\b\nExample:\n  command-table overlay list")
@config_option
def list_command(file: Path | None) -> None:
    """Print the names of the valid tokens."""
    tokens = _Tokens(file)
    if not tokens.names():
        print_line(tokens.words.say(text("overlay.none")))
    else:
        print_lines(*tokens.names())


class _Tokens:
    """The file of the tokens beside a configuration. Its methods end the program if it cannot be used."""

    def __init__(self, file: Path | None) -> None:
        from table.network.web.access.access_tokens import FILE, read_tokens

        config = configured_without_games(file)
        self.web, self.words = config.web, Words(config.screen.language)
        self._path = beside_configuration(file, FILE)
        try:
            self.tokens = read_tokens(self._path).tokens
        except (OSError, msgspec.MsgspecError) as error:
            self.end(text("overlay.unreadable", file=str(self._path), why=str(error)))

    def names(self) -> list[str]:
        return [each.name for each in self.tokens]

    def keep(self, tokens: tuple["AccessToken", ...]) -> None:
        from table.network.web.access.access_tokens import TokenFile

        with writing(self._path):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            replaced(self._path, msgspec.json.encode(TokenFile(tokens)) + b"\n")
            self._path.chmod(READABLE)

    def end(self, why: Text) -> NoReturn:
        stop_with(self.words.say(why))

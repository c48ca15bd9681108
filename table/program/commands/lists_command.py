"""`command-table lists`: the playable lists, with the names and ids that every command takes."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath

import click
from msgspec import Struct, to_builtins

from table.games.files.list_name import IN_BRACKETS
from table.games.table_games import TableGames
from table.program.commands.config_option import config_option, set_up
from table.rules.text import text
from table.words import Words
from table.words.terminal import print_document, stop_with


class ListedOffer(Struct, frozen=True):
    system: str
    id: str
    name: str
    wrong: tuple[str, ...]
    """The reasons why it cannot be played. Then the lobby does not offer it."""


@click.command(epilog="\b\nExample:\n  command-table lists --json")
@config_option
@click.option("--system", help="List those of this game only: the name that stands in a configuration.")
@click.option("--json", "as_json", is_flag=True, help="Print them as JSON.")
def command(file: Path | None, system: str | None, as_json: bool) -> None:
    """List the army lists and scenarios that can be played with.

    These are the samples, your own lists, and those on USB sticks. `run --blue` and `run --red` take a name or an id.
    """
    setup = set_up(file)
    words = setup.words()
    if system is not None and system not in setup.games:
        message = text("app.no_such_game", system=system, known=", ".join(setup.games))
        stop_with(words.say(message), status=2)
    listed = tuple(listed_offers(setup.games, words, setup.games if system is None else (system,)))
    if as_json:
        print_document(json.dumps(to_builtins(listed), indent=1, ensure_ascii=False))
        return
    from table.words.grid import Grid, below, print_grid  # `run` takes names from here, and has no use for `rich`

    grid = Grid()
    for column in ("game", "name", "id"):
        grid.add_column(column, overflow="fold")
    for each in listed:
        grid.add_row(each.system, each.name, below(each.id, *each.wrong), style="red" if each.wrong else None)
    print_grid(grid)


def listed_offers(games: TableGames, words: Words, systems: Iterable[str]) -> Iterator[ListedOffer]:
    """Yield the lobby's lists, game by game. Reads files."""
    for system in systems:
        for offer in games.shelf.offers(system):
            yield ListedOffer(system, offer.id, words.say(offer.name), tuple(map(words.say, offer.wrong)))


def offer_called(games: TableGames, words: Words, system: str, typed: str) -> str:
    """Return the id of the only offer with this name, or the typed name itself.

    A list can be named by its id, by the name under which it was stored, or by its own name, with or without its
    points.
    """
    offers = games.shelf.offers(system)
    if any(offer.id == typed for offer in offers):
        return typed
    stored = [offer.id for offer in offers if PurePath(offer.id.partition(":")[2]).stem == typed]
    if len(stored) == 1:
        return stored[0]
    meant = {typed.casefold(), IN_BRACKETS.sub("", typed).casefold()}
    named = [
        offer.id
        for offer in offers
        if meant & {words.say(offer.name).casefold(), str(dict(offer.name.args).get("name", "")).casefold()}
    ]
    return named[0] if len(named) == 1 else typed

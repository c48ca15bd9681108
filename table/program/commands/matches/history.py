"""`command-table history`: every match with its result, and the card of one."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import click
from msgspec import to_builtins
from msgspec.structs import replace

from table.games.table_games import TableGames
from table.program.commands.config_option import config_option, set_up_folder, writing
from table.program.error_ends import ending_with
from table.program.shared_options import FILE
from table.records.beside.named_players import NamedPlayers, names_of
from table.records.disk import DISK
from table.records.history import PlayedMatch, history, opened_play
from table.records.matches import stored
from table.records.ports import SHARED
from table.records.result_words import result_words
from table.rules.result import total
from table.rules.text import text
from table.words import Words
from table.words.progress import Progress
from table.words.terminal import print_document, print_line, stop_with

NAMELESS = ("", "")
"""The names to use for `--without-names`."""


@click.command(epilog="\b\nExample:\n  command-table history\n  command-table history nax6dmqf7x --card result.png")
@click.argument("match", required=False)
@click.option("--card", type=FILE, help="Draw the result card of MATCH into this PNG file.")
@click.option("--json", "as_json", is_flag=True, help="Print the matches as JSON.")
@click.option("--without-names", is_flag=True, help="Leave out the names of the players.")
@config_option
def command(match: str | None, card: Path | None, as_json: bool, without_names: bool, file: Path | None) -> None:
    """List the matches that were played, with results. The latest comes first.

    MATCH is the id of one of them; without it all are listed. The table itself saves the card of each closed match in
    the archive, beside its journal, with the names of its players.
    """
    if card is not None and match is None:
        raise click.UsageError("--card draws the card of one match: name its id")
    setup = set_up_folder(file)
    folder = setup.games.folder
    words = setup.words()
    if card is not None:
        _draw(setup.games, words, str(match), card, names=not without_names)
        return
    with Progress() as progress:
        found = []
        for number, each in enumerate(history(folder, setup.games), 1):
            progress.say(words.say(text("history.reading", number=number)))
            shown = replace(each, players=NAMELESS) if without_names else each
            found += [shown] if match in (None, each.match) else []
    if match is not None and not found:
        _unknown(words, match, folder)
    if as_json:
        print_document(json.dumps(to_builtins(found), indent=1, ensure_ascii=False))
        return
    if not found:
        print_line(words.say(text("history.none", folder=str(folder))))
        return
    from table.words.grid import Grid, below, print_grid

    grid = Grid(box=None, padding=(0, 2, 1, 0))
    for titles in (("match", "day"), ("game", "sides"), ("round",), ("points",), ("result",), ("lost",), ("cards",)):
        grid.add_column(below(*(words.say(text(f"history.column.{title}")) for title in titles)), overflow="fold")
    for each in found:
        grid.add_row(*(below(*cell) for cell in _row(words, each)), style="red" if each.wrong else None)
    print_grid(grid)


def _row(words: Words, each: PlayedMatch) -> tuple[tuple[str, ...], ...]:
    """Return the lines of each cell of a row, which fits in 80 columns."""
    if each.wrong:
        return (each.match, each.day), (each.wrong,), (), (), (), (), ()
    points = ":".join(map(str, total(each.points))) if each.has_points else ""
    return (
        (each.match, each.day), (words.say(text(f"system.{each.system}")), *_sides(words, each)),
        (f"{each.round}/{each.rounds}", _lasted(words, each)), (points,), result_words(words, each),
        (":".join(map(str, each.lost)),), (":".join(map(str, each.cards)),),
    )  # fmt: skip


def _sides(words: Words, each: PlayedMatch) -> Iterator[str]:
    for player, side in zip(each.players, each.sides, strict=True):
        yield words.say(text("player.side", player=player, side=side)) if player else side


def _lasted(words: Words, each: PlayedMatch) -> str:
    if each.lasted_s is None:
        return ""
    hours, minutes = divmod(each.lasted_s // 60, 60)
    return words.say(text("history.lasted", time=f"{hours}:{minutes:02}"))


def _draw(games: TableGames, words: Words, match: str, out: Path, *, names: bool) -> None:
    from table.screen.result_card import result_card  # it takes pygame
    from table.session.publish import score_of

    if (place := next((path for path in stored(games.folder) if path.stem == match), None)) is None:
        _unknown(words, match, games.folder)
    with ending_with(OSError):
        play = opened_play(place, games)
    view, score, head = play.match.view(play.state), score_of(play), play.journal.head.hex()
    players = names_of(NamedPlayers(games.folder).of(match)) if names else NAMELESS
    play.journal.close()
    if view is None or score.ended is None:
        stop_with(words.say(text("history.not_ended", match=match)))
    with writing(out):
        DISK.replace(out, result_card(words, view, score, head, players), SHARED)
    print_line(words.say(text("history.drawn", file=str(out), match=match)))


def _unknown(words: Words, match: str, folder: Path) -> NoReturn:
    stop_with(words.say(text("export.none", match=match, folder=str(folder))))

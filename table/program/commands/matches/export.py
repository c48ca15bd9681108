"""The command `command-table export`: write a match as a file that anyone can verify."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

import click

from table.games.table_games import TableGames
from table.program.commands.config_option import config_option, set_up_folder, writing
from table.program.error_ends import ending_with
from table.program.shared_options import FILE
from table.records.beside.named_players import NamedPlayers
from table.records.disk import DISK
from table.records.folder import ARCHIVE
from table.records.history import match_as_played
from table.records.matches import opened, stored
from table.records.open_match import OpenMatch
from table.records.ports import SHARED, Journal, JournalError
from table.records.result_words import result_words
from table.records.shared.file_of_match import file_of
from table.rules.game import Game
from table.rules.match.events import MatchEnd
from table.rules.shown_codes import grouped
from table.rules.text import Text, text
from table.words import Words
from table.words.brought_file import refuse_no_file
from table.words.terminal import print_document, print_line, stop_with


@click.command(epilog="\b\nExample:\n  command-table export --last --out match.jsonl")
@click.argument("match", required=False)
@click.option("--last", is_flag=True, help="Write the match that was played last.")
@click.option("--out", type=FILE, help="Write to this file instead of standard output.")
@click.option("--without-names", is_flag=True, help="Leave out the names of the players.")
@click.option("--replay", is_flag=True, help="Write a replay: the match file with a picture of each step.")
@config_option
def command(
    match: str | None, last: bool, out: Path | None, without_names: bool, replay: bool, file: Path | None
) -> None:
    """Write a match as a match file, for `command-table verify`.

    With --replay it writes a replay, which the page of a match shows step by step. MATCH is the id of the match,
    finished or not. Without it and without --last, the command lists the ids, the latest first. The chance secret is in
    the file only if the match has ended and disclosed it. A terminal shows the file in a readable form; --out or a pipe
    gets its exact bytes.
    """
    if match and last:
        raise click.UsageError("say which MATCH, or --last, not both")
    setup = set_up_folder(file)
    folder = setup.games.folder
    if not match and not last:
        _list(folder)
    with ending_with(OSError):
        journal = opened(folder, match or "")
    if journal is None:
        why = text("export.nothing" if last else "export.none", match=match or "", folder=str(folder))
        stop_with(Words().say(why))
    content = (
        _replay(setup.games, journal, names=not without_names) if replay else _file(folder, journal, without_names)
    )
    head, stands = journal.head.hex(), _stands(journal, setup.games)
    journal.close()
    if stands is not None:
        print_line(Words().say(stands), error=True)
    if out is None:
        if sys.stdout.isatty():
            print_document(content.decode())  # to be read; byte for byte it goes into a file or a pipe
        else:
            sys.stdout.buffer.write(content)
        return
    with writing(out):
        refuse_no_file(out)
        DISK.replace(out, content, SHARED)
    print_line(Words().say(text("export.written", file=str(out), match=journal.path.stem, head=grouped(head))))


def _file(folder: Path, journal: Journal, without_names: bool) -> bytes:
    with ending_with(JournalError):
        return file_of(journal, {} if without_names else NamedPlayers(folder).of(journal.match_id))


def _replay(games: TableGames, journal: Journal, *, names: bool) -> bytes:
    """Return the replay. The program ends if the rules of the match are missing, or it is not over."""
    from table.program.table_feeds import match_replay

    try:
        if OpenMatch.load(games[journal.system], journal).state.ended is None:
            stop_with(Words().say(text("export.replay.open")))
        return match_replay(games, journal, names=names)
    except (KeyError, JournalError) as error:
        stop_with(Words().say(text("export.replay.rules", why=str(error))))


def _stands(journal: Journal, games: Mapping[str, Game[Any]]) -> Text | None:
    """Return whether the match is over, and its winner, as far as the file and its folder show it."""
    unfinished = None if journal.path.parent.name == ARCHIVE else text("export.unfinished")
    try:
        play = OpenMatch.load(games[journal.system], journal)
    except (KeyError, JournalError):
        return unfinished
    if play.state.ended is MatchEnd.FINISHED and play.state.result is None:
        return text("export.over.open")
    if play.state.ended is not None:
        return text("export.over", result=", ".join(result_words(Words(), match_as_played(play))))
    game = play.state.game
    return text("export.not_closed") if game is not None and play.match.game.over(game) else unfinished


def _list(folder: Path) -> NoReturn:
    """Print the ids of the matches, and how to choose one. The exit status says that nothing was written."""
    if not (ids := [path.stem for path in stored(folder)]):
        stop_with(Words().say(text("export.nothing", match="", folder=str(folder))))
    for match in ids:
        print_line(match)
    stop_with(Words().say(text("export.which")), status=2)

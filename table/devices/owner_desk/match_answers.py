"""Matches for the owner's phone: the list of matches, the verification of one, its file, and a backup of all.

An unfinished match is never sent, alone or in a backup, because its file reveals hidden cards and coming rolls.
"""

from contextlib import closing
from pathlib import Path

from table.devices.phones.wishes import AnsweredLine, SentFile, SetupAct, SetupAnswer
from table.games.files.list_format import Tone
from table.games.table_games import TableGames
from table.records.backup import backup
from table.records.beside.named_players import NamedPlayers
from table.records.history import PlayedMatch, history, is_disclosed, opened_play
from table.records.matches import looked_at, stored
from table.records.ports import JournalError
from table.records.result_words import result_words
from table.records.shared.file_of_match import file_of, is_of_two_tables
from table.records.temporary import temporary_folder
from table.records.verify.verdict import CheckState
from table.records.verify.verifier import verify
from table.rules.errors import OwnerError
from table.rules.text import Text, text
from table.words import Words

MOST_MATCHES = 50
"""The most matches that are listed, the newest first."""
MOST_PACKED = 64 * 1024 * 1024
"""The most bytes of a backup that is sent."""
BACKUP = "command-table.tar.gz"
TONES = {CheckState.PASSED: Tone.GOOD, CheckState.FAILED: Tone.WRONG, CheckState.OPEN: Tone.DOUBTFUL}


class NotToBeHadError(OwnerError, OSError):
    """The owner's phone cannot get this now."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.key)
        self.why = why


def all_matches(games: TableGames, words: Words) -> SetupAnswer:
    """Return the matches, the last played first, with their results."""
    lines = []
    for number, each in enumerate(history(games.folder, games)):
        if number == MOST_MATCHES:
            break
        lines.append(_line(each, words))
    if not lines:
        lines.append(AnsweredLine(words.say(text("phone.setup.no_matches"))))
    return SetupAnswer(SetupAct.MATCHES, tuple(lines))


def verified(games: TableGames, match: str, words: Words) -> SetupAnswer:
    """Return whether the file of a finished match passes verification. Raises NotToBeHadError and JournalError."""
    verdict = verify(_file(games, match), games)
    lines = [
        AnsweredLine(f"{words.say(text(f'verify.part.{check.part}'))}: {words.say(check.line)}", TONES[check.state])
        for check in verdict.checks
    ]
    if verdict.ok:
        proved = "proved" if verdict.proved else "not_all_proved"
        lines.append(AnsweredLine(words.say(text(f"verify.{proved}")), Tone.GOOD if verdict.proved else Tone.DOUBTFUL))
    return SetupAnswer(SetupAct.VERIFY, tuple(lines), fine=verdict.ok)


def match_file(games: TableGames, match: str, *, names: bool = True) -> SentFile:
    """Return the file of a match that is over. Raises NotToBeHadError and JournalError."""
    return SentFile(f"{match}.jsonl", _file(games, match, names=names))


def packed(folder: Path) -> SentFile:
    """Return a backup as one file, once all matches are over. Raises NotToBeHadError and OSError."""
    _refuse_unless_all_are_over(folder)
    with temporary_folder() as place:
        out = place / BACKUP
        backup(folder, out)
        if out.stat().st_size > MOST_PACKED:
            raise NotToBeHadError(text("phone.setup.too_large"))
        _refuse_unless_all_are_over(folder)  # one may have begun meanwhile
        return SentFile(BACKUP, out.read_bytes())


def _line(each: PlayedMatch, words: Words) -> AnsweredLine:
    if each.wrong:
        return AnsweredLine(f"{each.day} {each.match}: {each.wrong}", Tone.WRONG)
    parts = (each.day, words.say(text(f"system.{each.system}")), ", ".join(filter(None, each.sides)))
    say = ". ".join((*filter(None, parts), *result_words(words, each)))
    return AnsweredLine(say, match=each.match if each.ended is not None else "")


def _refuse_unless_all_are_over(folder: Path) -> None:
    """Raise NotToBeHadError if a backup would reveal hidden facts of a match that can be resumed."""
    for path in stored(folder):
        if not is_disclosed(path):
            raise NotToBeHadError(text("phone.setup.some_not_over", match=path.stem))


def _file(games: TableGames, match: str, *, names: bool = True) -> bytes:
    if (path := next((each for each in stored(games.folder) if each.stem == match), None)) is None:
        raise NotToBeHadError(text("phone.setup.no_match"))
    with looked_at(path):
        try:
            play = opened_play(path, games)
            with closing(play.journal):
                if not play.state.ended or not (play.state.secret or is_of_two_tables(match)):
                    raise NotToBeHadError(text("phone.setup.not_over"))
                return file_of(play.journal, NamedPlayers(games.folder).of(match) if names else None)
        except JournalError as error:
            raise NotToBeHadError(text("phone.setup.failed", why=str(error))) from error

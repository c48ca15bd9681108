"""The owner's phone asks for things of a running table; each is done as the table's own command does it."""

import io
import tarfile
import time
from base64 import b64encode
from pathlib import Path

import pytest

from table.config import Config
from table.config.schema import StateConfig
from table.devices.hands_on.dialogue import DoctorTime
from table.devices.owner_desk.brought_lists import editions_of
from table.devices.owner_desk.desk import Given, OwnerDesk
from table.devices.owner_desk.enrolling import Enrolling
from table.devices.phones.wishes import ListPiece, SentFile, SetupAct, SetupAnswer, SetupWish
from table.devices.setup import Setup
from table.devices.tags.card_book import CardBook
from table.devices.tags.live_cards import LiveCards
from table.games.files.list_format import Tone
from table.games.files.raw_list import MOST_BYTES
from table.games.infinity.lists.force_list import read_force
from table.program.doctor.by_phone import phone_answer
from table.program.doctor.doctor import devices_left_alone
from table.records.backup import MadeBackup, backup
from table.records.matches import stored
from table.records.verify.verifier import verify
from table.rules.commands import Answer
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.session.names_of_players import PLAYER
from table.session.ports import FarOpening, ListsChanged
from table.words import Words
from tests.games.infinity.lists.test_codes import packed
from tests.session.kit import SessionTable

EXAMPLE = Path(__file__).parents[3] / "examples" / "skirmish.py"
SAMPLE = Path(__file__).parents[3] / "table/games/legion/lists/samples/current/rebels_leia_luke.json"


class DeskTable:
    """The desk of a table with this state folder. The skirmish of the examples is one of its games."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.spoken: list[str] = []
        self.in_play = False
        setup = Setup.of(Config(games=(str(EXAMPLE),), state=StateConfig(folder=str(folder))))
        self.setup = setup
        self.there, self.now_s = True, 0.0
        self.cards = LiveCards(CardBook({}), folder)
        enrolling = Enrolling(
            setup.games,
            lambda: self.cards,
            lambda: self.in_play,
            lambda guest: self.there and guest == 1,
            lambda: self.now_s,
        )
        self.sent: list[ListsChanged | FarOpening] = []
        self.desk = OwnerDesk(
            setup.games, "en", self._examined, self.spoken.append, lambda: self.in_play, enrolling, self.sent.append
        )

    def _examined(self, words: Words) -> SetupAnswer:
        return phone_answer(devices_left_alone(self.setup.config, DoctorTime(time.monotonic, time.sleep)), words)

    def asks(self, act: SetupAct, value: str = "", piece: ListPiece | None = None, guest: int = 1) -> Given | None:
        return self.desk.does(guest, "en", SetupWish(act, value, piece=piece))

    def answer(self, act: SetupAct, value: str = "", piece: ListPiece | None = None, guest: int = 1) -> SetupAnswer:
        given = self.asks(act, value, piece, guest)
        assert isinstance(given, SetupAnswer)
        return given

    def asks_far(self, chosen: str, code: str = "") -> SetupAnswer:
        given = self.desk.does(1, "en", SetupWish(SetupAct.FAR, chosen, code))
        assert isinstance(given, SetupAnswer)
        return given

    def brings(self, content: bytes, name: str = "mine.json", guest: int = 1) -> SetupAnswer:
        given: Given | None = None
        for at in range(0, len(content), 2000):
            assert given is None, "it answers once it has the whole list"
            given = self.asks(
                SetupAct.READ, piece=ListPiece(name, len(content), at, content[at : at + 2000]), guest=guest
            )
        assert isinstance(given, SetupAnswer)
        return given


@pytest.fixture
def table(tmp_path: Path) -> DeskTable:
    (tmp_path / "state").mkdir()
    return DeskTable(tmp_path / "state")


def reported(answer: SetupAnswer) -> str:
    return "\n".join(line.say for line in answer.lines)


def ended(folder: Path, *, closed: bool = True, name: str = "") -> str:
    """A match in this folder, and its id."""
    played = SessionTable(folder)
    for _ in stored(folder):
        played.entropy(1)  # else it would have the id of the match before
    played.begun()
    if name:
        played.receives(Answer(BLUE, PLAYER, name))
    played.plays(blue=1, red=3)
    if closed:
        played.answers(BLUE, "match.end", "concede")
        played.answers(RED, "match.agree", "agree")
    match = played.now.match
    played.session.close()
    return match


@pytest.mark.slow
@pytest.mark.rule("TB-123")
def test_a_list_is_shown_with_what_it_was_matched_to_and_kept_under_a_name(table: DeskTable) -> None:
    answer = table.brings(SAMPLE.read_bytes())
    assert answer.fine
    assert "Luke Skywalker" in reported(answer)
    kept = table.answer(SetupAct.KEEP, "Echo line")
    assert (kept.fine, kept.lines[0].tone) == (True, Tone.GOOD)
    (path,) = (path for path in (table.folder / "lists").rglob("*") if path.is_file())
    assert path.stem in kept.lines[0].say
    there = table.answer(SetupAct.LISTS)
    assert any("Echo line" in line.say or path.stem in line.say or "Leia" in line.say for line in there.lines)


@pytest.mark.rule("TB-123")
def test_a_list_that_cannot_be_played_gives_the_reason_and_cannot_be_kept(table: DeskTable) -> None:
    answer = table.brings(b"this is no list of anything", "mine.txt")
    assert (answer.fine, bool(reported(answer))) == (False, True)
    assert not table.answer(SetupAct.KEEP, "mine").fine
    assert not (table.folder / "lists").exists()


@pytest.mark.rule("TB-123")
@pytest.mark.parametrize(
    "piece",
    [
        None,
        ListPiece("mine.json", 10, 5, b"12345"),
        ListPiece("mine.json", 0, 0, b""),
        ListPiece("mine.json", -1, 0, b"1"),
        ListPiece("mine.json", 3, 0, b"12345"),
    ],
)
def test_pieces_that_make_no_list_are_refused(table: DeskTable, piece: ListPiece | None) -> None:
    answer = table.answer(SetupAct.READ, piece=piece)
    assert (answer.fine, reported(answer)) == (False, "The list did not arrive complete. Choose its file again.")


@pytest.mark.rule("TB-123")
def test_a_list_that_is_larger_than_any_is_refused_with_the_limit(table: DeskTable) -> None:
    answer = table.answer(SetupAct.READ, piece=ListPiece("mine.json", MOST_BYTES + 1, 0, b"12345"))
    assert (answer.fine, reported(answer)) == (False, "The file is larger than 256 KB, so it is not an army list.")


@pytest.mark.rule("TB-123")
def test_of_two_army_codes_in_a_text_each_can_be_brought_alone(table: DeskTable) -> None:
    codes = [b64encode(packed(name=name)).decode() for name in ("First", "Second")]
    answer = table.brings("Mine: {}\nor: {}\n".format(*codes).encode(), "mail.txt")
    offered = [line.list for line in answer.lines if line.list]
    assert offered == codes
    chosen = table.brings(offered[1].encode(), "")
    assert not [line for line in chosen.lines if line.list], "it is one alone"
    assert table.answer(SetupAct.KEEP, "Mine").fine
    force = read_force((table.folder / "lists" / "infinity" / "Mine.toml").read_text()).force
    assert force is not None
    assert force.name == "Second"


@pytest.mark.rule("TB-123")
def test_two_phones_bring_their_lists_at_the_same_time_and_each_stores_its_own(table: DeskTable) -> None:
    content = SAMPLE.read_bytes()
    half = len(content) // 2
    pieces = [ListPiece("a", len(content), at, held) for at, held in ((0, content[:half]), (half, content[half:]))]
    for piece in pieces:
        for guest in (1, 2):
            table.asks(SetupAct.READ, piece=piece, guest=guest)
    assert [table.answer(SetupAct.KEEP, name, guest=guest).fine for guest, name in ((1, "One"), (2, "Two"))] == [
        True,
        True,
    ]
    assert table.sent == [ListsChanged(), ListsChanged()]


def test_what_one_phone_brings_is_never_another_ones(table: DeskTable) -> None:
    content = SAMPLE.read_bytes()
    table.brings(content, guest=1)
    assert not table.answer(SetupAct.KEEP, "mine", guest=2).fine
    table.asks(SetupAct.READ, piece=ListPiece("a", 10, 0, b"12345"), guest=1)
    assert not table.answer(SetupAct.READ, piece=ListPiece("a", 10, 5, b"12345"), guest=2).fine


@pytest.mark.slow
@pytest.mark.rule("TB-123")
def test_a_match_that_is_over_can_be_verified_and_had(table: DeskTable) -> None:
    match = ended(table.folder)
    lines = table.answer(SetupAct.MATCHES).lines
    assert [line.match for line in lines] == [match]
    assert "Red won" in lines[0].say
    verdict = table.answer(SetupAct.VERIFY, match)
    assert verdict.fine
    assert "chain" in reported(verdict).lower()
    given = table.asks(SetupAct.MATCH, match)
    assert isinstance(given, SentFile)
    assert given.name == f"{match}.jsonl"
    assert verify(given.content, table.setup.games).ok


@pytest.mark.slow
@pytest.mark.rule("TB-123")
def test_the_file_of_a_match_can_be_had_without_names(table: DeskTable) -> None:
    match = ended(table.folder, name="Zenobia")
    given, nameless = (table.asks(act, match) for act in (SetupAct.MATCH, SetupAct.NAMELESS))
    assert isinstance(given, SentFile)
    assert isinstance(nameless, SentFile)
    assert (given.name, b"Zenobia" in given.content) == (nameless.name, True)
    assert b"Zenobia" not in nameless.content
    assert verify(nameless.content, table.setup.games).ok


@pytest.mark.rule("TB-123")
def test_a_match_that_is_not_over_is_listed_and_not_to_be_had(table: DeskTable) -> None:
    """Its file reports of hidden cards and of rolls to come, and its owner may sit at a seat."""
    match = ended(table.folder, closed=False)
    assert [line.match for line in table.answer(SetupAct.MATCHES).lines] == [""]
    for act in (SetupAct.MATCH, SetupAct.NAMELESS, SetupAct.VERIFY):
        refused = table.answer(act, match)
        assert (refused.fine, "not over" in reported(refused)) == (False, True)


@pytest.mark.slow
@pytest.mark.rule("TB-123")
@pytest.mark.parametrize("match", ["", "../../etc/passwd", "\x00"])
def test_there_is_no_match_but_those_that_were_played(table: DeskTable, match: str) -> None:
    ended(table.folder)
    for act in (SetupAct.MATCH, SetupAct.NAMELESS, SetupAct.VERIFY):
        assert reported(table.answer(act, match)) == "There is no such match."


@pytest.mark.slow
@pytest.mark.rule("TB-123")
def test_a_backup_can_be_had_while_no_match_is_in_play(table: DeskTable) -> None:
    match = ended(table.folder)
    table.in_play = True
    refused = table.answer(SetupAct.BACKUP)
    assert (refused.fine, "in play" in reported(refused)) == (False, True)
    table.in_play = False
    given = table.asks(SetupAct.BACKUP)
    assert isinstance(given, SentFile)
    with tarfile.open(fileobj=io.BytesIO(given.content)) as packed:
        assert any(match in name for name in packed.getnames())


@pytest.mark.rule("TB-123")
def test_no_backup_can_be_had_while_any_match_of_the_folder_is_not_over(table: DeskTable) -> None:
    """A match that waits in the list is not in play, but it goes on: its secret and what is hidden are in a backup."""
    waits = ended(table.folder, closed=False)
    ended(table.folder)
    refused = table.answer(SetupAct.BACKUP)
    assert not refused.fine
    assert f"Match {waits} is not over" in reported(refused)


@pytest.mark.rule("TB-123")
def test_a_match_that_cannot_be_read_counts_as_not_over(table: DeskTable) -> None:
    match = ended(table.folder)
    (journal,) = stored(table.folder)
    journal.write_bytes(journal.read_bytes()[:4096])
    refused = table.answer(SetupAct.BACKUP)
    assert (refused.fine, f"Match {match} is not over" in reported(refused)) == (False, True)


@pytest.mark.rule("TB-123")
def test_no_backup_can_be_had_of_a_match_that_began_while_it_was_made(
    table: DeskTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended(table.folder)

    def begins_meanwhile(folder: Path, out: Path) -> MadeBackup:
        ended(table.folder, closed=False)
        return backup(folder, out)

    monkeypatch.setattr("table.devices.owner_desk.match_answers.backup", begins_meanwhile)
    assert "is not over" in reported(table.answer(SetupAct.BACKUP))


@pytest.mark.rule("TB-123")
def test_the_doctor_leaves_the_devices_of_the_running_table_alone(table: DeskTable) -> None:
    answer = table.answer(SetupAct.DOCTOR)
    assert len(answer.lines) > 4
    assert answer.lines[-1].tone is Tone.DOUBTFUL, "the devices are in use"


@pytest.mark.rule("TB-123")
def test_the_screen_speaks_the_language_that_is_chosen(table: DeskTable) -> None:
    assert table.answer(SetupAct.LANGUAGE, "de").fine
    refused = table.answer(SetupAct.LANGUAGE, "xx")
    assert (refused.fine, table.spoken) == (False, ["de"])


@pytest.mark.rule("TB-123")
def test_it_is_answered_in_the_phones_language(table: DeskTable) -> None:
    answer = table.desk.does(1, "de", SetupWish(SetupAct.MATCHES))
    assert isinstance(answer, SetupAnswer)
    assert reported(answer) == "Noch wurde keine Partie gespielt."


def test_lists_are_of_every_edition_that_a_game_has(table: DeskTable) -> None:
    assert set(editions_of(table.setup.games)) >= {"current", "classic"}


@pytest.mark.rule("TB-131")
def test_the_owner_plays_a_list_against_another_table(table: DeskTable) -> None:
    offered = [line.far for line in table.answer(SetupAct.FAR).lines if line.far]
    assert "legion_2024/sample:rebels_leia_luke" in offered
    assert table.asks_far("legion_2024/sample:rebels_leia_luke", "CT1CODE").fine
    assert table.sent == [FarOpening("legion_2024", "sample:rebels_leia_luke", "CT1CODE")]


@pytest.mark.rule("TB-131")
def test_no_match_with_another_table_begins_during_a_match(table: DeskTable) -> None:
    table.in_play = True
    assert reported(table.asks_far("legion_2024/sample:rebels_leia_luke")) == Words("en").say(text("far.unfinished"))
    assert table.sent == []


@pytest.mark.rule("TB-131")
@pytest.mark.parametrize("chosen", ["skirmish/../red", "skirmish", "chess/blue"])
def test_a_list_that_is_not_offered_begins_no_match_with_another_table(table: DeskTable, chosen: str) -> None:
    assert not table.asks_far(chosen).fine
    assert table.sent == []

"""`command-table cards` with an emulated hand: a deck goes by, the run is interrupted, and continues."""

import signal
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hal.events import Tag
from hal.readers import Readers, ReaderSettings
from sim_hardware.clock import Clock
from sim_hardware.nfc import ReaderWorld
from sim_hardware.nfc.tags import Classic, Ntag
from sim_hardware.nfc.world import Place
from table.config import load
from table.devices.tags.card_book import CardBook
from table.devices.tags.enrolment import CardDesk, Enrolment, RefusedTag
from table.devices.tags.signature import Signer
from table.emulation.hands.enrolment import EmulatedHand
from table.games.legion.lists.stored import stored_lists
from table.games.tide_of_iron.rules.model.scenario import SeatScenario
from table.games.tide_of_iron.scenarios.known_cards import known_cards
from table.games.tide_of_iron.scenarios.scenario_shelf import ScenarioShelf
from table.program.cli import main
from table.program.early_end import EndedEarly
from table.rules.cards import KnownCard
from table.words import Words
from tests.setups import every_card

SAMPLE = "sample:rebels_leia_luke"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(f'world = "emulated"\n[state]\nfolder = "{tmp_path / "state"}"\n')
    return path


def cards(config: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["cards", *arguments, "--config", str(config)])


def ids(number: int) -> list[str]:
    return [part for card in every_card()[:number] for part in ("--card", card.id)]


def book(config: Path) -> CardBook:
    return CardBook.read(config.parent / "state" / "emulated" / "cards.json", every_card)


@pytest.mark.campaign
def test_sixteen_tags_are_enrolled_in_one_go(config: Path) -> None:
    result = cards(config, "enrol", *ids(16), "--emulated", "16")
    assert result.exit_code == 0, result.output
    assert "(16 of 16)" in result.output
    assert sorted(card.id for _, card in book(config)) == sorted(card.id for card in every_card()[:16])


def test_a_stored_list_is_enrolled_by_its_name_for_a_try_too(config: Path) -> None:
    lists = config.parent / "state" / "lists"
    lists.mkdir(parents=True)
    sample = next(entry for entry in stored_lists(None) if entry.id == SAMPLE)
    (lists / "Mine.json").write_bytes(sample.path.read_bytes())
    result = cards(config, "enrol", "--list", "Mine", "--emulated", "0")
    assert "(1 of 18)" in result.output, result.output


@pytest.mark.campaign
def test_an_interrupted_run_goes_on(config: Path) -> None:
    first = cards(config, "enrol", *ids(16), "--emulated", "9")
    assert first.exit_code == 1
    assert "Stopped" in first.output
    second = cards(config, "enrol", *ids(16), "--emulated", "16")
    assert second.exit_code == 0, second.output
    assert "9 of 16 are enrolled" in second.output
    assert len(book(config)) == 16


def test_a_run_that_is_asked_to_end_reports_what_it_waited_for_and_ends_by_the_signal(
    config: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def reported(*_: object) -> None:
        raise EndedEarly(signal.SIGTERM)

    monkeypatch.setattr(EmulatedHand, "_wait", reported)
    arguments = ["cards", "enrol", *ids(2), "--emulated", "9", "--config", str(config)]
    with pytest.raises(EndedEarly):
        main(arguments, standalone_mode=False)
    assert "Stopped" in capsys.readouterr().out
    with pytest.raises(EndedEarly):
        main(["cards", "show", "--emulated", "1", "--config", str(config)], standalone_mode=False)


@pytest.mark.campaign
def test_a_list_and_cards_of_other_games_are_enrolled_alike(config: Path) -> None:
    result = cards(config, "enrol", "--list", SAMPLE, "--emulated", "60")
    assert result.exit_code == 0, result.output
    assert {card.kind for _, card in book(config)} == {"command", "unit"}
    result = cards(config, "enrol", "--strategy", "US/Ambush:2", "--reference", "Airborne", "--emulated", "2")
    assert result.exit_code == 0, result.output
    assert KnownCard("tide_of_iron.us.ambush", "strategy", 2) in [card for _, card in book(config)]
    assert "strategy card us.ambush, cost 2" in result.output
    assert cards(config, "enrol", "--reference", "guts roll", "--emulated", "1").exit_code == 0
    assert KnownCard("infinity.use.guts", "reference") in [card for _, card in book(config)]


@pytest.mark.rule("TB-113")
@pytest.mark.campaign
def test_the_troopers_of_a_list_are_enrolled_by_its_name(config: Path) -> None:
    result = cards(config, "enrol", "--list", "sample:red_harbour", "--emulated", "60")
    assert result.exit_code == 0, result.output
    learned = [card for _, card in book(config)]
    assert KnownCard("infinity.trooper.harbour-master", "unit") in learned
    assert len(learned) == 14, "every trooper once"


STREET = """
name = "A street"
rounds = 4
initiative = "red_army"
[sides.us]
nation = "us"
[[sides.us.cards]]
name = "Loud hailer"
COST
[sides.red_army]
nation = "russian"
[[objectives]]
name = "Corner"
hex = "B7"
kind = "command"
value = 2
"""


@pytest.mark.rule("TI-32")
@pytest.mark.rule("TI-33")
def test_a_strategy_card_costs_what_was_read_off_it_whatever_the_scenario_states(config: Path, tmp_path: Path) -> None:
    state = load(config).config.state.path
    (state / "scenarios").mkdir(parents=True)
    (state / "scenarios" / "street.toml").write_text(STREET.replace("COST", "cost = 3"), "utf-8")
    result = cards(config, "enrol", "--strategy", "loud HAILER:1", "--emulated", "1")
    assert result.exit_code == 0, result.output
    known = known_cards(state / "emulated")
    assert known.costs == {"tide_of_iron.us.loud-hailer": 1}
    assert known_cards(tmp_path / "nowhere").costs == {}
    part = ScenarioShelf(state / "scenarios", known).fetch("tide_of_iron", "own:street.toml/us")
    assert isinstance(part, SeatScenario)
    assert [card.cost for card in part.scenario.sheet("us").cards] == [1]
    (state / "scenarios" / "street.toml").write_text(STREET.replace("COST", ""), "utf-8")
    part = ScenarioShelf(state / "scenarios", known).fetch("tide_of_iron", "own:street.toml/us")
    assert isinstance(part, SeatScenario), "the file need not say it then"
    refused = ScenarioShelf(state / "scenarios").fetch("tide_of_iron", "own:street.toml/us")
    assert isinstance(refused, tuple)
    assert "the card's cost" in Words("en").say(refused[0].why)


@pytest.mark.parametrize("written", ["Nobody knows it:2", "us/Ambush", "us/:2", "us/Ambush:100", ":2"])
def test_a_strategy_card_of_nobody_or_without_its_cost_is_not_taken(config: Path, written: str) -> None:
    result = cards(config, "enrol", "--strategy", written, "--emulated", "1")
    assert result.exit_code == 2
    assert not (load(config).config.state.path / "emulated" / "cards.json").exists()


def test_records_are_written_while_enrolling_and_the_key_stays_private(config: Path) -> None:
    result = cards(config, "enrol", *ids(2), "--write", "--emulated", "2")
    assert result.exit_code == 0, result.output
    key = config.parent / "state" / "emulated" / "cards.key"
    assert key.stat().st_mode & 0o077 == 0
    assert key.read_text().strip() not in result.output


@pytest.mark.campaign
def test_a_forgotten_tag_can_become_another_card_though_it_carries_a_record(config: Path) -> None:
    one, other = every_card()[:2]
    assert cards(config, "enrol", "--card", one.id, "--write", "--emulated", "1").exit_code == 0
    ((uid, _),) = book(config)
    signer = book(config).signer
    assert signer is not None
    tag = Tag(uid, signer.record(uid, one.id))
    for forgotten, reason in (
        (book(config), "cards.known"),
        (book(config).without([uid]), "cards.known_by_record"),
    ):
        enrolment = Enrolment("", [other], forgotten, config.parent)
        refused = enrolment.learn(tag, lambda card: card.id)
        assert isinstance(refused, RefusedTag)
        assert refused.why.key == reason
    assert enrolment.learn(tag, lambda card: card.id, overwrite=True) is None
    assert enrolment.book(tag) == other


def test_overwriting_writes_the_new_record() -> None:
    one, other = every_card()[:2]
    hand = Deck(tag := Ntag(bytes.fromhex("04A1B2C3D4E5F6")))
    signer = Signer(b"k" * 32)
    laid = seen(hand)
    assert hand.desk.write(laid, signer.record(laid.uid, one.id)) is None
    assert hand.desk.write(laid, signer.record(laid.uid, other.id)) is None
    again = Deck(tag)
    assert CardBook({}, signer, every_card())(seen(again)) == other


@pytest.mark.campaign
def test_enrolled_cards_are_listed_and_forgotten(config: Path) -> None:
    cards(config, "enrol", *ids(2), "--emulated", "2")
    listed = CliRunner().invoke(main, ["cards", "list", "--config", str(config)])
    assert "No card is enrolled" in listed.output  # the emulated hand's book is one of its own
    (config.parent / "state" / "emulated" / "cards.json").rename(config.parent / "state" / "cards.json")
    assert len(cards(config, "list").output.splitlines()) == 2
    uid = cards(config, "list").output.split()[0]
    assert cards(config, "forget", uid).exit_code == 0
    assert len(cards(config, "list").output.splitlines()) == 1
    assert cards(config, "forget", uid).exit_code == 1


@pytest.mark.campaign
def test_what_is_not_there_is_reported(config: Path) -> None:
    assert cards(config, "enrol").exit_code == 2
    assert "no.such" in cards(config, "enrol", "--card", "no.such").output
    assert cards(config, "enrol", "--strategy", "Ambush").exit_code == 2
    assert "--emulated" in cards(config, "show").output
    assert cards(config, "show", "--emulated", "1").exit_code == 0


def seen(hand: EmulatedHand) -> Tag:
    return hand.desk.next_tag(lambda _: None)


class Deck(EmulatedHand):
    """Lays these tags."""

    def __init__(self, *tags: Ntag | Classic) -> None:
        super().__init__("", len(tags))
        self._deck = tags

    def tag(self, number: int) -> Ntag | Classic:
        return self._deck[number]


def test_a_written_record_comes_with_the_card_at_another_table() -> None:
    signer, card = Signer(b"k" * 32), every_card()[3]
    tag = Ntag(bytes.fromhex("04A1B2C3D4E5F6"))
    hand = Deck(tag, tag)
    first = seen(hand)
    assert hand.desk.write(first, signer.record(first.uid, card.id)) is None
    hand.desk.lifted()
    again = seen(hand)
    assert CardBook({}, signer, every_card())(again) == card


def test_a_tag_that_takes_no_record_gives_the_reason() -> None:
    hand = Deck(Classic(bytes.fromhex("DEADBEEF")))
    refused = hand.desk.write(seen(hand), bytes(16))
    assert isinstance(refused, RefusedTag)
    assert refused.why.key == "cards.write.kind"


def test_a_card_that_is_swapped_for_the_next_in_one_movement_is_not_forgotten() -> None:
    one, other = Ntag(bytes.fromhex("04A1B2C3D4E5F6")), Ntag(bytes.fromhex("04112233445566"))
    clock = Clock()
    world = ReaderWorld(clock, {"desk": Place(0, 0)})
    desk = CardDesk(
        [Readers(world.spidev, [ReaderSettings("desk")])],
        lambda: clock.now_s,
        lambda wait: clock.advance(int(wait * 1e9)),
    )
    world.lay("desk", one)
    assert desk.next_tag(lambda _: None).uid == one.uid
    world.lift("desk", one)
    world.lay("desk", other)
    desk.lifted()
    assert desk.next_tag(lambda _: None).uid == other.uid


def test_a_card_may_be_laid_on_a_reader_of_any_bus() -> None:
    clock = Clock()
    world = ReaderWorld(clock, {"near": Place(0, 0), "far": Place(1, 0)})
    desk = CardDesk(
        [
            Readers(world.spidev, [ReaderSettings("near")]),
            Readers(world.spidev, [ReaderSettings("far", bus=1)]),
        ],
        lambda: clock.now_s,
        lambda wait: clock.advance(int(wait * 1e9)),
    )
    card = Ntag(bytes.fromhex("04A1B2C3D4E5F6"))
    world.lay("far", card)
    laid = desk.next_tag(lambda _: None)
    assert (laid.uid, desk.reader) == (card.uid, "far")
    assert desk.write(laid, bytes(16)) is None

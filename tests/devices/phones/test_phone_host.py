"""Phones come in by their secrets, are reported what their seat may know, and are let go. There is no socket here."""

import itertools
import json
import shutil
from pathlib import Path

import pytest

import hal.events as hw
from table.devices.phones.invitations import MOST_SPENT, VALID_S
from table.devices.phones.line import BURST
from table.devices.phones.phone_host import BEGUN_S, FRAME_S
from table.devices.phones.phone_keys import HASH_BYTES, KEY_BYTES, OPENING_BYTES, committed
from table.devices.phones.spent_codes import EVENING_S, SpentCodes
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.session.phones.phone_ways import ACCEPT, AWAY, INVITE
from table.session.ports import HelperAct, TerminalOnPhone
from table.view.published import HelperRole, Notice, PhonePlace, PhoneState, ReaderState
from table.view.seat_frames import DOWN_BYTES, UP_BYTES
from tests.devices.phones.kit import HostedTable

CARD = "skirmish.card.2"


@pytest.fixture
def table(tmp_path: Path) -> HostedTable:
    return HostedTable(tmp_path)


@pytest.mark.rule("TB-120")
def test_a_phone_that_reads_the_code_knocks_and_comes_in_once_its_words_are_compared(table: HostedTable) -> None:
    phone = table.comes(table.invited())
    assert phone.shown("state") == "knocking"
    assert phone.phone.keys is not None
    question = next(prompt for prompt in table.now.prompts if prompt.key == ACCEPT)
    shown = {f"phone.word.{number % 64:02}" for number in phone.phone.keys.words}
    assert {words.key for _, words in question.ask.args if not isinstance(words, str | int)} == shown
    assert phone.shown("sight") is None, "until then it is told nothing of the table"
    table.answers(BLUE, ACCEPT, "yes")
    table.passes(4 * FRAME_S)
    assert (phone.shown("state"), phone.shown("sight")["now"]["seat"]) == ("in", "blue")


@pytest.mark.rule("TB-120")
def test_a_code_lets_in_one_phone(table: HostedTable) -> None:
    secret = table.invited()
    first, second = table.comes(secret), table.comes(secret)
    assert (first.shown("state"), second.shown("state"), second.gone) == ("knocking", None, True)


@pytest.mark.rule("TB-120")
def test_a_code_is_good_for_a_minute(table: HostedTable) -> None:
    secret = table.invited()
    table.passes(VALID_S - 1)
    assert table.desk(BLUE).phone is not None
    table.passes(2)
    assert table.desk(BLUE).phone is None
    assert table.comes(secret).gone


@pytest.mark.rule("TB-120")
def test_a_code_that_was_put_away_is_worth_nothing(table: HostedTable) -> None:
    secret = table.invited()
    table.presses(BLUE, hw.Button.NEXT)
    assert table.comes(secret).gone


@pytest.mark.rule("TB-120")
def test_a_new_code_ends_the_old_one(table: HostedTable) -> None:
    old = table.invited()
    table.presses(BLUE, hw.Button.NEXT)
    new = table.invited()
    assert (table.comes(old).gone, table.comes(new).shown("state")) == (True, "knocking")


@pytest.mark.rule("TB-120")
@pytest.mark.parametrize("place", [BLUE, *HelperRole])
def test_a_phone_that_greets_uses_the_code_up(table: HostedTable, place: PhonePlace) -> None:
    """Each handshake is one guess at the words, so with two of them a person between both would have two."""
    secret = table.secret_for(place)
    first = table.greets(secret)
    assert not first.gone
    assert table.greets(secret).gone, "while the first one may still prove that it knows the secret"
    first.ends()
    assert table.greets(secret).gone
    assert table.comes(table.secret_for(place)).shown("state") == "knocking", "a new code counts"


@pytest.mark.rule("TB-120")
def test_the_table_commits_to_its_key_and_shows_it_only_after_the_phones(table: HostedTable) -> None:
    phone = table.comes(table.invited())
    first, second = phone.frames[:2]
    opening = second[:OPENING_BYTES]
    assert first[:HASH_BYTES] == committed("table", opening)
    assert (first[HASH_BYTES:], opening[:KEY_BYTES] in first) == (bytes(DOWN_BYTES - HASH_BYTES), False)


@pytest.mark.rule("TB-120")
@pytest.mark.parametrize("how", ["its connection ends", "it is silent", "it shows another key"])
def test_where_a_handshake_fails_the_seat_is_advised_to_request_a_new_code(table: HostedTable, how: str) -> None:
    phone = table.greets(table.invited())
    match how:
        case "its connection ends":
            phone.ends()
        case "it is silent":
            table.passes(BEGUN_S + 1)
        case _:
            phone.sends(bytes(UP_BYTES))
    assert (phone.gone, table.desk(BLUE).phone) == (True, None), "the code is not on the screen any more"
    assert table.now.notice == Notice(BLUE, text("phone.lost"), "TB-120")
    table.passes(600)
    assert table.desk(BLUE).phone is None, "no new code comes by itself"
    assert table.comes(table.invited()).shown("state") == "knocking"


@pytest.mark.rule("TB-120")
def test_a_phone_that_is_lost_before_it_is_accepted_needs_a_new_code(table: HostedTable) -> None:
    secret = table.invited()
    table.comes(secret).ends()
    assert table.now.notice == Notice(BLUE, text("phone.lost"), "TB-120")
    assert table.comes(secret).gone


@pytest.mark.rule("TB-120")
def test_a_code_that_nobody_greeted_is_renewed_as_often_as_one_likes(table: HostedTable) -> None:
    for _ in range(20):
        table.invited()
        table.passes(VALID_S + 1)
        assert (table.desk(BLUE).phone, table.now.notice) == (None, None)
    assert table.comes(table.invited()).shown("state") == "knocking"


@pytest.mark.rule("TB-120")
def test_after_many_failed_handshakes_no_place_gets_a_code_at_this_evening(table: HostedTable) -> None:
    """Each is one guess at the words: an evening has few of them, whichever place they are for."""
    places = itertools.cycle((BLUE, RED, *HelperRole))
    for place in itertools.islice(places, MOST_SPENT):
        table.greets(table.secret_for(place)).ends()
    for seat in (BLUE, RED):
        table.answers(seat, INVITE)
        table.passes(0.01)
        assert (table.desk(seat).phone, table.now.notice) == (None, Notice(seat, text("phone.no_more_codes"), "TB-120"))
    for role in HelperRole:
        table.receives(TerminalOnPhone(role, HelperAct.INVITE))
        table.passes(0.01)
        assert table.session.helper(role) is None


def restarted(table: HostedTable, seed: int) -> HostedTable:
    """Another run of the program, with another match."""
    table.session.close()
    shutil.rmtree(table.folder / "matches")
    return HostedTable(table.folder, seed)


@pytest.mark.rule("TB-120")
def test_a_restart_gives_no_code_back_and_the_next_evening_has_them_all(table: HostedTable) -> None:
    """Else whoever can have the table restarted would have another 16 guesses each time."""
    for _ in range(MOST_SPENT):
        table.greets(table.secret_for(BLUE)).ends()
    again = restarted(table, seed=1)
    again.answers(BLUE, INVITE)
    again.passes(0.01)
    assert again.now.notice == Notice(BLUE, text("phone.no_more_codes"), "TB-120")
    next_evening = restarted(again, seed=2)
    next_evening.clock_s += EVENING_S
    assert next_evening.comes(next_evening.invited()).shown("state") == "knocking"


@pytest.mark.parametrize("content", [b"", b"null", b'["a"]', b"[" * 5000, b"\xff"])
def test_a_file_that_is_no_list_of_codes_stops_no_phone(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "phone-codes.json"
    path.write_bytes(content)
    spent = SpentCodes(path, lambda: 0.0)
    spent.add()
    assert (len(spent), len(SpentCodes(path, lambda: 0.0))) == (1, 1)
    spent.take_back()
    assert not path.exists()


@pytest.mark.rule("TB-120")
def test_an_accepted_phone_is_no_failed_one(table: HostedTable) -> None:
    for _ in range(2 * MOST_SPENT):
        table.with_phone().ends()
        table.presses(BLUE, hw.Button.NEXT)
    assert table.comes(table.invited()).shown("state") == "knocking"


@pytest.mark.rule("TB-120")
def test_a_rejected_phone_counts_as_a_failed_one(table: HostedTable) -> None:
    for _ in range(MOST_SPENT):
        table.comes(table.invited())
        table.answers(BLUE, ACCEPT, "no")
        table.passes(2 * FRAME_S)
    table.answers(BLUE, INVITE)
    table.passes(0.01)
    assert table.now.notice == Notice(BLUE, text("phone.no_more_codes"), "TB-120")


@pytest.mark.rule("TB-120")
def test_a_connection_that_ends_before_it_greets_leaves_the_code_as_it_was(table: HostedTable) -> None:
    secret = table.invited()
    table.host.left(table.host.joined())
    assert table.comes(secret).shown("state") == "knocking"


@pytest.mark.rule("TB-120")
def test_a_phone_that_has_its_place_may_greet_again_after_a_lost_handshake(table: HostedTable) -> None:
    """Its secret is in no code: nobody compares words, so nobody guesses any."""
    phone = table.with_phone()
    assert phone.phone.keys is not None
    phone.ends()
    for _ in range(3):
        table.greets(phone.phone.keys.next_secret).ends()
    assert table.comes(phone.phone.keys.next_secret).shown("state") == "in"
    assert table.now.notice is None


@pytest.mark.rule("TB-120")
def test_a_phone_that_nobody_accepts_in_a_minute_is_let_go(table: HostedTable) -> None:
    phone = table.comes(table.invited())
    table.passes(VALID_S + 2)
    assert (phone.shown("state"), phone.gone, table.desk(BLUE).phone) == ("away", True, None)


@pytest.mark.rule("TB-120")
def test_a_phone_that_goes_before_it_is_accepted_is_forgotten(table: HostedTable) -> None:
    table.comes(table.invited()).ends()
    assert table.desk(BLUE).phone is None


@pytest.mark.rule("TB-120")
def test_a_phone_that_slept_for_an_hour_comes_back_by_itself(table: HostedTable) -> None:
    phone = table.with_phone()
    assert phone.phone.keys is not None
    phone.ends()
    table.passes(3600)
    again = table.comes(phone.phone.keys.next_secret)
    assert (again.shown("state"), again.shown("sight")["now"]["seat"]) == ("in", "blue")
    again.posts(card=CARD)
    assert table.desk(BLUE).reader is ReaderState.CARD


@pytest.mark.rule("TB-120")
def test_with_the_secret_of_the_code_nobody_comes_back(table: HostedTable) -> None:
    secret = table.invited()
    table.comes(secret)
    table.answers(BLUE, ACCEPT, "yes")
    assert table.comes(secret).gone


@pytest.mark.rule("TB-120")
def test_a_phone_that_comes_back_twice_has_one_connection(table: HostedTable) -> None:
    phone = table.with_phone()
    assert phone.phone.keys is not None
    again = table.comes(phone.phone.keys.next_secret)
    table.passes(1)
    assert (phone.gone, again.gone) == (True, False)


@pytest.mark.rule("TB-120")
def test_a_press_at_the_panel_ends_it_and_it_does_not_come_back(table: HostedTable) -> None:
    phone = table.with_phone()
    table.presses(BLUE, hw.Button.NEXT)
    table.passes(2)
    assert (phone.shown("state"), phone.gone) == ("away", True)
    assert phone.phone.keys is not None
    assert table.comes(phone.phone.keys.next_secret).gone


@pytest.mark.rule("TB-120")
def test_after_a_kill_of_the_table_its_phones_have_no_seat(table: HostedTable) -> None:
    phone = table.with_phone()
    table.crash()
    table.passes(2)
    assert (phone.shown("state"), phone.gone, table.desk(BLUE).phone) == ("away", True, None)


@pytest.mark.rule("TB-120")
def test_no_phone_is_asked_about_phones(table: HostedTable) -> None:
    sight = table.with_phone().shown("sight")
    assert not {INVITE, AWAY, ACCEPT} & {each["key"] for each in (*sight["asked"], *sight["aside"])}


@pytest.mark.rule("TB-121")
def test_a_card_is_chosen_locked_and_revealed_from_the_phone(table: HostedTable) -> None:
    phone = table.with_phone()
    assert CARD in {each["id"] for each in phone.shown("cards")["hand"]}
    phone.posts(card=CARD)
    now = phone.shown("sight")["now"]
    assert (now["chosen"], now["reader"]) == (CARD, "card")
    sealing = next(each for each in phone.shown("sight")["asked"] if each["kind"] == "card")
    phone.answers(sealing["key"])
    assert phone.shown("sight")["now"]["locked"]
    table.lays(RED, 3)
    table.holds(RED)
    table.passes(1)
    view = table.now.view
    assert view is not None
    assert view.reveals == 1
    assert phone.shown("sight")["now"]["chosen"] == ""


@pytest.mark.rule("TB-121")
def test_the_other_seats_phone_is_not_shown_the_hand_or_the_card(table: HostedTable) -> None:
    blue, red = table.with_phone(BLUE), table.with_phone(RED)
    before = len(red.phone.received)
    blue.posts(card=CARD)
    table.passes(1)
    assert CARD not in b"".join(red.phone.received[before:]).decode()
    assert red.shown("sight")["now"]["chosen"] == ""


@pytest.mark.rule("TB-122")
def test_what_comes_too_late_is_reported_in_the_phones_language(table: HostedTable) -> None:
    phone = table.with_phone()
    phone.posts(lang="de")
    old = phone.shown("sight")
    phone.posts(card=CARD)
    phone.answers(next(each["key"] for each in old["asked"] if each["kind"] == "card"))
    table.lays(RED, 3)
    table.holds(RED)
    phone.answers(next(each["key"] for each in old["asked"] if each["kind"] == "card"), view=old["view"])
    assert phone.shown("refused") == [1, "Zu spät: Diese Frage ist geschlossen."]
    phone.answers("cards", view=10**6)
    assert phone.shown("refused")[0] == 2


@pytest.mark.parametrize(
    "message",
    [b"", b"{", b"[]", b'{"answer":{"view":"x","key":"k"}}', b'{"card":3}', b'{"other":1}', b"[" * 3000, b"\xff\xfe"],
)
def test_a_phone_that_sends_what_none_sends_is_let_go(table: HostedTable, message: bytes) -> None:
    phone = table.with_phone()
    phone.phone.queue(message)
    table.passes(4 * FRAME_S)
    assert phone.gone
    assert table.desk(BLUE).phone is not None, "its seat is its player's still: it may come back"


def test_a_phone_that_proves_nothing_in_time_is_let_go(table: HostedTable) -> None:
    secret = table.invited()
    idle = table.comes(b"\0" * 16)
    assert idle.gone
    silent = table.host.joined()
    table.passes(BEGUN_S + 1)
    assert silent in table.host.over()
    assert table.comes(secret).shown("state") == "knocking", "the code is as good as before"


def test_a_phone_that_floods_is_let_go(table: HostedTable) -> None:
    phone = table.with_phone()
    table.passes(10)
    sealed = [phone.phone.answer() for _ in range(int(2 * BURST))]
    for frame in sealed:
        phone.sends(frame)
    assert phone.gone


@pytest.mark.parametrize("frame", [b"", b"x", bytes(UP_BYTES - 1), bytes(UP_BYTES + 1), bytes(UP_BYTES)])
def test_a_frame_of_another_size_or_of_nobody_ends_a_connection(table: HostedTable, frame: bytes) -> None:
    phone = table.with_phone()
    phone.sends(frame)
    assert phone.gone


def test_frames_have_one_size_and_come_at_fixed_moments_whatever_there_is_to_send(table: HostedTable) -> None:
    phone = table.with_phone()
    times = []
    count = len(phone.frames)
    for _ in range(40):
        table.passes(FRAME_S / 4)
        if len(phone.frames) > count:
            count = len(phone.frames)
            times.append(round(table.now_s / (FRAME_S / 4)))
        if len(times) == 3:
            phone.phone.queue(json.dumps({"card": CARD}).encode())
    assert {len(frame) for frame in phone.frames} == {DOWN_BYTES}
    assert {later - earlier for earlier, later in itertools.pairwise(times)} == {4}


def test_a_phone_is_sent_only_what_has_changed(table: HostedTable) -> None:
    phone = table.with_phone()
    table.passes(1)
    reported = len(phone.phone.received)
    table.passes(10)
    assert len(phone.phone.received) == reported


def test_the_state_of_a_seat_reports_whether_it_has_a_phone(table: HostedTable) -> None:
    states = []
    secret = table.invited()
    for _ in range(2):
        phone = table.desk(BLUE).phone
        states.append(None if phone is None else phone.state)
        table.comes(secret)
    assert states == [PhoneState.INVITED, PhoneState.KNOCKING]


@pytest.mark.rule("TB-120")
def test_after_a_clock_that_jumps_an_hour_a_phone_gets_one_frame_and_no_flood(table: HostedTable) -> None:
    """The computer slept, with the phone's connection: what was not sent meanwhile is not made up for."""
    phone = table.with_phone()
    table.now_s += 3600
    assert [line for line, _ in table.host.step()] == [phone.line]
    assert table.host.step() == []

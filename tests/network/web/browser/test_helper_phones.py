"""The judge's phone and the owner's in a browser: a match frozen and let go, a list brought, files taken away."""

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
import segno
from msgspec.structs import replace

from hal.events import Tag
from table.rules.cards import KnownCard
from table.rules.match.judge import CARD
from table.rules.seats import BLUE, RED
from table.view.published import HelperRole, PhoneState, SeatPhone
from table.words import languages
from tests.games.infinity.lists.test_codes import packed
from tests.network.web.browser.phones import PlayedTable
from tests.network.web.browser.test_pages import LOOKS, CutWay, violations
from tests.network.web.browser.test_phone import press

pytestmark = [pytest.mark.web, pytest.mark.timeout(300)]
SAMPLE = Path(__file__).parents[4] / "table/games/legion/lists/samples/current/rebels_leia_luke.json"
JUDGE, SETUP = HelperRole.JUDGE, HelperRole.SETUP


@pytest.fixture
def played(tmp_path: Path) -> Iterator[PlayedTable]:
    (tmp_path / "state").mkdir()
    table = PlayedTable(tmp_path)
    yield table
    table.close()


def let_in(browser: Any, played: PlayedTable, role: HelperRole, query: str = "", ways: list[Any] | None = None) -> Any:
    """A page of a helper's phone, which the owner's terminal has let in; `ways` takes its connections, to cut them."""
    page = browser.new_page(viewport={"width": 320, "height": 740}, accept_downloads=True)
    if ways is not None:
        page.clock.install()
        page.route_web_socket("**/api/v1/seat", lambda way: CutWay(way, ways))
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    address, _, secret = played.invites_helper(role).partition("#")
    page.goto(f"{address}{query}#{secret}")
    assert page.evaluate("isSecureContext") is False
    played.until(lambda: page.is_visible("#compare"), "it does not knock")
    words = page.inner_text("#pair").split(", ")
    there = set(played.accepts_helper(role))
    assert there == set(words) or "lang" in query, "both show the same two words"
    played.until(lambda: page.is_visible(f"#{role}"), "it was not let in")
    return page


@pytest.mark.rule("TB-123")
def test_the_judge_freezes_the_match_reads_its_log_and_lets_it_go_on(browser: Any, played: PlayedTable) -> None:
    page = let_in(browser, played, JUDGE)
    press(page, played, "Freeze the match")
    press(page, played, "Confirm")
    played.until(lambda: played.now.judged, "nobody called the judge")
    played.until(lambda: "The judge was called" in page.inner_text("#log li:first-child"), "the log is not there")
    group = page.get_by_role("group", name="Resume the match?")
    played.until(group.is_visible, "the judge cannot let go on")
    group.get_by_role("button").press("Enter")
    press(page, played, "Confirm")
    played.until(lambda: not played.now.judged, "the match does not go on")
    page.close()


@pytest.mark.rule("TB-123")
def test_the_owner_brings_a_list_and_keeps_it(browser: Any, played: PlayedTable) -> None:
    page = let_in(browser, played, SETUP)
    page.set_input_files("input[type=file]", str(SAMPLE))
    press(page, played, "Check the list")
    played.until(lambda: "Luke Skywalker" in page.inner_text("#matched"), "it was not matched")
    press(page, played, "Store it")
    played.until(lambda: "It is stored as" in page.inner_text("#kept"), "it is not kept")
    assert [*(played.folder / "state" / "lists").rglob("rebels*")]
    page.close()


@pytest.fixture
def lobby(tmp_path: Path) -> Iterator[PlayedTable]:
    """A table before a match, at which blue is asked for an army."""
    (tmp_path / "state").mkdir()
    table = PlayedTable(tmp_path, lobby=True)
    yield table
    table.close()


def army_dialog(browser: Any, lobby: PlayedTable, query: str = "") -> Any:
    """The page of blue's phone, with the dialog in which it brings an army of its own."""
    page = browser.new_page(viewport={"width": 360, "height": 640})
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    address, _, secret = lobby.invites(BLUE).partition("#")
    page.goto(f"{address}{query}#{secret}")
    lobby.accepts(BLUE)
    lobby.answers(BLUE, "system", "skirmish")
    lobby.until(lambda: page.is_visible("#asked [data-name=army]"), "no own army can be brought")
    page.click("#asked [data-name=army]")
    return page


@pytest.mark.rule("TB-120")
def test_a_player_brings_an_army_before_the_match(browser: Any, lobby: PlayedTable) -> None:
    page = army_dialog(browser, lobby)
    page.fill("#army [data-name=list-text]", SAMPLE.read_text("utf-8"))
    page.click("#army [data-name=read]")
    lobby.until(lambda: "Luke Skywalker" in page.inner_text("#army #matched"), "it was not matched")
    page.fill("#army [data-name=keep-name]", "Mine")
    page.click("#army [data-name=keep]")
    lobby.until(lambda: "It is stored as" in page.inner_text("#army #kept"), "it is not kept")
    assert [*(lobby.folder / "state" / "lists").rglob("Mine*")]
    page.close()


@pytest.mark.rule("TB-120")
def test_of_two_army_codes_in_a_message_a_player_takes_one(browser: Any, lobby: PlayedTable) -> None:
    page = army_dialog(browser, lobby)
    first, second = (b64encode(packed(name=name)).decode() for name in ("First", "Second"))
    page.fill("#army [data-name=list-text]", f"{first}\n\n{second}")
    page.click("#army [data-name=read]")
    lobby.until(lambda: page.locator("#army #matched button").count() == 2, "the two are not offered")
    page.click(f"#army [data-name='alone/{second}']")
    read = page.locator("#army #matched")
    lobby.until(lambda: read.locator("li").count() and not read.locator("button").count(), "it is not read alone")
    page.fill("#army [data-name=keep-name]", "Codes")
    page.click("#army [data-name=keep]")
    lobby.until(lambda: "It is stored as" in page.inner_text("#army #kept"), "it is not kept")
    (kept,) = (lobby.folder / "state" / "lists").rglob("Codes*")
    assert "Second" in kept.read_text("utf-8")
    page.close()


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("language", languages())
def test_no_dialog_of_a_seat_is_against_the_guidelines(
    browser: Any, lobby: PlayedTable, axe: str, language: str, look: str
) -> None:
    page = army_dialog(browser, lobby, f"?lang={language}&look={look}")
    assert violations(page, axe) == []
    page.fill("#army [data-name=list-text]", SAMPLE.read_text("utf-8"))
    page.click("#army [data-name=read]")
    lobby.until(lambda: "Luke Skywalker" in page.inner_text("#army #matched"), "it was not matched")
    assert violations(page, axe) == []
    page.click("#army-close")
    page.click("#more")
    assert violations(page, axe) == []
    page.close()


def test_a_label_that_is_taken_from_a_dialog_is_found(browser: Any, lobby: PlayedTable, axe: str) -> None:
    """The control: what finds nothing above has to find this."""
    page = army_dialog(browser, lobby)
    page.evaluate("document.querySelector('#army label:has(textarea)').replaceWith(document.createElement('textarea'))")
    assert any(each.startswith("label") for each in violations(page, axe))
    page.close()


@pytest.mark.rule("TB-120")
@pytest.mark.parametrize(("turned", "pixels"), [(0, 4), (17, 6), (95, 12)])
def test_a_photo_of_a_qr_code_is_read_on_the_phone(
    browser: Any, played: PlayedTable, tmp_path: Path, turned: int, pixels: int
) -> None:
    """The code is made by segno, and photographed: turned, with a desk around it."""
    link = "https://legionhq2.com/list/empire/1000:1auQ,1avQ,bl,cc"
    page = let_in(browser, played, SETUP)
    page.set_input_files("[data-name=list-photo]", str(photographed(link, tmp_path / "photo.png", turned, pixels)))
    played.until(lambda: "was read" in page.inner_text("#bringing"), "no code was found")
    assert page.input_value("[data-name=list-text]") == link
    page.close()


def test_a_photo_without_a_code_is_reported(browser: Any, played: PlayedTable, tmp_path: Path) -> None:
    pygame.image.save(pygame.Surface((300, 200)), tmp_path / "dark.png")
    page = let_in(browser, played, SETUP)
    for file in (tmp_path / "dark.png", SAMPLE):
        page.set_input_files("[data-name=list-photo]", str(file))
        played.until(lambda: "No QR code" in page.inner_text("#bringing"), "nothing is told")
        assert page.input_value("[data-name=list-text]") == ""
    page.close()


def photographed(content: str, file: Path, turned: int, pixels: int) -> Path:
    """Write a picture of a code that lies turned on a desk."""
    modules = segno.make_qr(content, error="m").matrix
    side = (len(modules) + 8) * pixels
    paper = pygame.Surface((side, side))
    paper.fill((236, 233, 220))
    for row, line in enumerate(modules):
        for column, dark in enumerate(line):
            if dark:
                paper.fill((40, 38, 44), ((column + 4) * pixels, (row + 4) * pixels, pixels, pixels))
    desk = pygame.Surface((2 * side, 2 * side))
    desk.fill((120, 96, 70))
    sheet = pygame.Surface((side, side), pygame.SRCALPHA)
    sheet.blit(paper, (0, 0))
    lying = pygame.transform.rotozoom(sheet, turned, 1)
    desk.blit(lying, lying.get_rect(center=desk.get_rect().center))
    pygame.image.save(desk, file)
    return file


@pytest.mark.rule("TB-123")
def test_a_list_that_is_larger_than_any_is_reported_with_the_limit(
    browser: Any, played: PlayedTable, tmp_path: Path
) -> None:
    large = tmp_path / "large.txt"
    large.write_bytes(b"x" * (256 * 1024 + 1))
    page = let_in(browser, played, SETUP)
    page.set_input_files("input[type=file]", str(large))
    press(page, played, "Check the list")
    played.until(lambda: "256" in page.inner_text("#matched"), "it was not refused")
    assert not page.is_visible("#keeping")
    page.close()


@pytest.mark.rule("TB-123")
def test_an_answer_that_was_lost_with_the_network_is_waited_for_no_more(browser: Any, played: PlayedTable) -> None:
    ways: list[Any] = []
    page = let_in(browser, played, SETUP, ways=ways)
    ways[0].cut = True
    page.locator("[data-name='doctor']").click()
    played.until(lambda: "The table is working on it" in page.inner_text("#found"), "nothing was asked for")
    page.clock.fast_forward(20_000)
    played.until(lambda: page.is_visible("#setup") and len(ways) == 2, "it did not come back")
    assert page.inner_text("#found") == ""
    press(page, played, "Check the parts")
    played.until(lambda: page.locator("#found li").count() > 0, "no doctor came")
    page.close()


@pytest.mark.rule("TB-123")
def test_the_owner_makes_cards_known_and_sees_each_as_it_is_laid(browser: Any, played: PlayedTable) -> None:
    page = let_in(browser, played, SETUP)
    assert "command-table cards write" in page.inner_text("#setup"), "what it cannot do is said with where it is done"
    press(page, played, "Show lists with cards to enrol")
    button = page.locator("[data-name='enrol/judge']")
    played.until(button.is_visible, "the judge's card is not there")
    button.click()
    played.until(lambda: "Lay this card on a reader" in page.inner_text("#enrolled"), "no card is asked for")
    assert played.live_cards(Tag(b"\x08abc")) is None
    played.until(lambda: "changes its UID each time" in page.inner_text("#enrolled"), "the refusal is not there")
    played.live_cards(Tag(b"\x04abcdef"))
    played.until(lambda: "All 1 cards are enrolled" in page.inner_text("#enrolled"), "it is not enrolled")
    assert played.live_cards(Tag(b"\x04abcdef")) == KnownCard(CARD, CARD)
    page.close()


@pytest.mark.rule("TB-123")
def test_the_owner_takes_a_backup_along_and_looks_after_the_parts(
    browser: Any, played: PlayedTable, tmp_path: Path
) -> None:
    page = let_in(browser, played, SETUP)
    (played.folder / "state" / "lists").mkdir(parents=True)
    (played.folder / "state" / "lists" / "mine.json").write_bytes(bytes(range(256)) * 200)
    press(page, played, "Download a backup")
    link = page.get_by_role("link", name="Save command-table.tar.gz")
    played.until(link.is_visible, "no backup came")
    assert page.locator(".note", has_text="The table is working on it").count() == 0
    with page.expect_download() as download:
        link.click()
    saved = tmp_path / "saved.tar.gz"
    download.value.save_as(str(saved))
    assert saved.read_bytes()[:2] == b"\x1f\x8b"
    press(page, played, "Check the parts")
    played.until(lambda: page.locator("#found li").count() > 4, "the doctor does not answer")
    press(page, played, "Deutsch")
    played.until(lambda: played.spoken == ["de"], "the screen speaks no German")
    page.close()


def invites_a_table(played: PlayedTable, code: str) -> None:
    """Show a code for another table on red's half."""
    blue, red = played.now.desks
    invited = replace(red, phone=SeatPhone(PhoneState.INVITED, code, far=True))
    played._publish(replace(played.now, desks=(blue, invited)))


@pytest.mark.rule("TB-131")
def test_the_owner_begins_a_match_with_another_table(browser: Any, lobby: PlayedTable) -> None:
    page = let_in(browser, lobby, SETUP)
    page.fill("#far-code", "ct1 wrong")
    press(page, lobby, "Choose a list")
    lobby.until(lambda: page.locator("#paired button").count() > 3, "no lists are offered")
    page.locator("#paired button").first.focus()
    page.keyboard.press("Enter")
    lobby.until(lambda: "No relay" in page.inner_text("#refusal"), "the table's reason is not on the page")
    invites_a_table(lobby, "CT1THECODE")
    lobby.until(lambda: page.locator("#invited textarea").count() == 1, "there is no code")
    field = page.get_by_label("Send this code to the other table")
    assert field.input_value() == "CT1THECODE"
    page.close()


@pytest.mark.rule("TB-123")
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("role", HelperRole)
def test_it_is_not_against_the_guidelines(
    browser: Any, played: PlayedTable, axe: str, role: HelperRole, language: str, look: str
) -> None:
    played.answers(BLUE, "match.end", "finish")
    played.answers(RED, "match.agree", "no")
    page = let_in(browser, played, role, f"?lang={language}&look={look}")
    if role is SETUP:
        page.locator("[data-name='doctor']").click()
        played.until(lambda: page.locator("#found li").count() > 4, "the doctor does not answer")
        page.locator("[data-name='far']").click()
        played.until(lambda: page.locator("#paired button").count() > 3, "no lists are offered")
        invites_a_table(played, "CT1" + "A" * 124)
        played.until(lambda: page.is_visible("#invited textarea"), "there is no code")
    assert violations(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    small = page.evaluate(
        "[...document.querySelectorAll('button, label')].filter(it => it.offsetParent && it.offsetHeight < 44)"
        ".map(it => it.outerHTML)"
    )
    assert small == []
    page.close()

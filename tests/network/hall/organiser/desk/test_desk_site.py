"""The desk is open to its organiser alone: by TLS or on this machine, with a password, a cookie and a token."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from table.network.hall.organiser.desk import desk_site
from table.network.hall.organiser.hall_log import lines_of
from table.network.hall.organiser.tournament.acts import DeskClosed, DeskOpened, act_in
from tests.network.hall.organiser.desk.kit import ORIGIN, PASSWORD, DeskOfTest

PROXIED = "here.local:7600"
"""The hall's name in the network, which a proxy on its machine passes on."""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[DeskOfTest]:
    made = DeskOfTest(tmp_path)
    yield made
    made.close()


class TestLogin:
    def test_without_it_the_page_has_no_token_and_no_act_is_done(self, desk: DeskOfTest) -> None:
        page = desk.page()
        assert (page.status, b'data-token=""' in page.body) == (200, True)
        assert desk.does("RoundClockSet", minutes=90) == (401, "session")
        assert not (desk.folder / "clock.json").exists()

    def test_with_it_acts_are_done(self, desk: DeskOfTest) -> None:
        desk.logs_in()
        assert desk.does("RoundClockSet", minutes=90, round=2, runs=True) == (200, "")
        assert desk.hall.clock is not None
        assert (desk.hall.clock.left_s, desk.hall.clock.runs, desk.hall.clock.round) == (5400, True, 2)

    def test_another_password_does_not_open_it_and_is_not_tried_often(self, desk: DeskOfTest) -> None:
        statuses = [desk.asks("/desk/login", {"password": f"wrong {n}"}).status for n in range(7)]
        assert statuses == [403] * 5 + [429] * 2
        desk.now_s += 10.0
        desk.logs_in()

    def test_its_cookie_is_strict_and_no_script_reads_it(self, desk: DeskOfTest) -> None:
        cookie = desk.asks("/desk/login", {"password": "the password"}).headers["set-cookie"].lower()
        for part in ("httponly", "samesite=strict", "path=/"):
            assert part in cookie
        assert "domain" not in cookie

    def test_without_a_password_nobody_comes_in(self, desk: DeskOfTest) -> None:
        desk.lock.password = None
        assert b'data-desk="none"' in desk.page().body
        assert desk.asks("/desk/login", {"password": ""}).status == 403

    def test_after_a_logout_the_cookie_opens_nothing(self, desk: DeskOfTest) -> None:
        desk.logs_in()
        assert desk.asks("/desk/logout", {}).status == 200
        assert desk.does("RoundClockSet", minutes=90) == (401, "session")


def test_logins_wrong_passwords_and_logouts_are_logged_with_the_address_and_without_the_password(
    desk: DeskOfTest, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    for number in range(5):
        desk.asks("/desk/login", {"password": f"wrong {number}"})
    desk.asks("/desk/login", {"password": PASSWORD})
    desk.now_s += 10.0
    desk.logs_in()
    desk.asks("/desk/logout", {})
    lines = [each.getMessage() for each in caplog.records if each.getMessage().startswith("desk")]
    assert lines == [
        *5 * ["desk: a wrong password from 127.0.0.1"],
        "desk: too many logins from 127.0.0.1",
        "desk: login from 127.0.0.1",
        "desk: logout from 127.0.0.1",
    ]
    assert not any("wrong 0" in each.getMessage() or PASSWORD in each.getMessage() for each in caplog.records)
    acts = [act_in(line) for line in lines_of(desk.folder)]
    assert [each.act for each in acts if each is not None] == [DeskOpened(), DeskClosed()]


def test_a_logout_is_done_though_the_disk_takes_nothing(desk: DeskOfTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_lines: object) -> None:
        raise OSError(28, "No space left on device")

    desk.logs_in()
    monkeypatch.setattr(desk.program._log, "add", full)
    assert desk.asks("/desk/logout", {}).status == 507
    assert desk.does("RoundClockSet", minutes=90) == (401, "session")


class TestRefused:
    @pytest.fixture(autouse=True)
    def logged_in(self, desk: DeskOfTest) -> None:
        desk.logs_in()

    @pytest.mark.parametrize(
        ("headers", "status"),
        [
            ({"origin": ""}, 403),
            ({"origin": "null"}, 403),
            ({"origin": "http://evil.example"}, 403),
            ({"x_desk_token": ""}, 403),
            ({"x_desk_token": "x" * 43}, 403),
            ({"x_desk_token": "\xff"}, 403),
            ({"cookie": ""}, 401),
            ({"content_type": "text/plain"}, 415),
            ({"x_forwarded_for": "203.0.113.9"}, 403),
            ({"host": PROXIED, "origin": f"http://{PROXIED}"}, 403),
            ({"host": "evil.example", "origin": "http://evil.example"}, 421),
        ],
    )
    def test_an_act_of_another_page_or_through_a_proxy(
        self, desk: DeskOfTest, headers: dict[str, str], status: int
    ) -> None:
        assert desk.asks("/desk/act", {"type": "RoundClockSet", "minutes": 90}, **headers).status == status
        assert desk.hall.clock is None

    def test_from_another_machine_without_tls(self, desk: DeskOfTest) -> None:
        desk.address = "192.168.1.20"
        assert desk.page().status == 403
        assert desk.does("RoundClockSet", minutes=90) == (403, "tls")
        assert desk.asks("/desk/login", {"password": "the password"}).status == 403
        desk.address = "::ffff:127.0.0.1"
        assert desk.does("RoundClockSet", minutes=90) == (200, "")

    @pytest.mark.parametrize(
        "body",
        [
            b"", b"{", b"[" * 5000, b"\xff", {"type": "DeskOpened"}, {"type": "DeskClosed"},
            {"type": "Nothing"}, {"type": "RoundClockSet", "minutes": 0},
            {"type": "RoundClockSet", "minutes": "90"}, {"type": "RoundClockSet", "more": 1},
            {"type": "ResultEntered", "round": 1, "blue": "Ann", "red": "Bob", "blue_points": 10**9, "red_points": 0,
             "winner": None, "reason": "x"},
        ],
    )  # fmt: skip
    def test_what_is_no_act(self, desk: DeskOfTest, body: Any) -> None:
        assert desk.asks("/desk/act", body).status == 400

    def test_a_body_without_an_end(self, desk: DeskOfTest) -> None:
        assert desk.asks("/desk/act", b" " * (desk_site.MOST_BODY + 1)).status == 413

    def test_acts_that_come_too_often(self, desk: DeskOfTest) -> None:
        answers = [desk.does("RoundClockSet", minutes=90)[0] for _ in range(int(desk_site.ACTS) + 1)]
        assert answers == [200] * int(desk_site.ACTS) + [429]

    def test_a_disk_that_takes_nothing(self, desk: DeskOfTest, monkeypatch: pytest.MonkeyPatch) -> None:
        """An act takes effect after it is in the log: neither in the folder nor at the hall before."""

        def full(_lines: object) -> None:
            raise OSError(28, "No space left on device")

        before, scoring = {*desk.folder.iterdir()}, desk.hall.scoring
        monkeypatch.setattr(desk.program._log, "add", full)
        assert desk.does("RoundClockSet", minutes=90) == (507, "disk")
        assert desk.does("ScoringSet", win=5, draw=2, loss=0, bye=5) == (507, "disk")
        assert {*desk.folder.iterdir()} == before
        assert (desk.hall.clock, desk.hall.scoring) == (None, scoring)


def test_the_page_is_never_in_a_frame_and_runs_its_own_program_alone(desk: DeskOfTest) -> None:
    policy = desk.page().headers["content-security-policy"]
    for rule in ("default-src 'none'", "frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'"):
        assert rule in policy
    assert "unsafe" not in policy
    assert desk.page().headers["cache-control"] == "no-store"


def test_by_tls_it_is_open_from_everywhere_and_its_cookie_is_of_this_host_alone(tmp_path: Path) -> None:
    desk = DeskOfTest(tmp_path, tls=object())
    desk.address = "192.168.1.20"
    desk.headers["origin"] = ORIGIN.replace("http:", "https:")
    cookie = desk.asks("/desk/login", {"password": "the password"}).headers["set-cookie"]
    assert cookie.startswith("__Host-desk=")
    assert "Secure" in cookie
    assert desk.asks("/desk/login", {"password": ""}, origin=ORIGIN).status == 403
    desk.close()


def test_every_act_is_in_the_log_with_its_time_and_address(desk: DeskOfTest) -> None:
    desk.logs_in()
    desk.does("RoundClockSet", minutes=90)
    acts = [act_in(line) for line in lines_of(desk.folder)]
    assert [(type(each.act).__name__, each.at_s, each.address) for each in acts if each is not None] == [
        ("DeskOpened", 1000.0, "127.0.0.1"),
        ("RoundClockSet", 1000.0, "127.0.0.1"),
    ]


def test_viewers_have_the_page_without_the_desk(desk: DeskOfTest) -> None:
    page = desk.asks("/", method="GET", origin="").body
    assert b"desk" not in page

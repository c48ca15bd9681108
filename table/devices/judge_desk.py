"""Answers the owner's and a judge's terminal, which write to a running table's socket `control`."""

import asyncio
from collections.abc import Callable
from typing import TypeAlias

import msgspec

from table.devices.edge.exchange import Exchange
from table.devices.edge.service import handled
from table.devices.judge_socket import LONGEST, NAME, JudgeStatus, PhoneWish, Request
from table.rules.commands import Answer
from table.rules.fairness import WORDS
from table.rules.match.commands import CallJudge
from table.rules.match.events import CalledBy
from table.rules.match.questions import NUMBER
from table.session.intent import opened
from table.session.phones.phone_ways import PhoneWay
from table.session.ports import TerminalOnPhone
from table.view.judged import offered_to_a_judge
from table.view.published import HelperRole, Published

HANDLED_S = 2.0
"""The seconds in which the session has to handle a message."""

TerminalMessage: TypeAlias = CallJudge | Answer | TerminalOnPhone
SendMessage: TypeAlias = Callable[[TerminalMessage, Callable[[], None]], None]
"""Sends a message to the session, and calls back on any thread once everything that follows is published."""
HelperWays: TypeAlias = Callable[[HelperRole], PhoneWay | None]


def open_to_all(answer: Answer) -> bool:
    """Return whether an answer is allowed without a judge.

    Only the number of a seat's own words is, not a dialled number.
    """
    return answer.prompt == NUMBER and isinstance(answer.value, int) and answer.value in WORDS


def _understood(line: bytes) -> Request | PhoneWish | None:
    for kind in (Request, PhoneWish):
        try:
            return msgspec.json.decode(line, type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            continue
    return None


class JudgeDesk:
    """Answers the terminals. Only the edge's thread calls it."""

    def __init__(self, send: SendMessage, latest: Callable[[], Published], helper: HelperWays | None = None) -> None:
        """`latest` returns the view. `helper` returns how far a helper's phone has come; None where phones are off."""
        self._send, self._latest, self._helper = send, latest, helper

    def service(self) -> Exchange:
        """Return the service of the terminals."""
        return Exchange(NAME, self.answer, LONGEST)

    async def answer(self, line: bytes) -> bytes:
        """Return the answer to a terminal's line, whatever it is."""
        return msgspec.json.encode(await self._answered(line)) + b"\n"

    async def _answered(self, line: bytes) -> JudgeStatus:
        if (request := _understood(line)) is None:
            return self._standing("not_understood")
        if isinstance(request, PhoneWish):
            return await self._on_phone(request)
        if request == "look":
            return self._standing()
        if isinstance(request, Answer) and (why := self._why_not(request)):
            return self._standing(why)
        done = await self._handled(request if isinstance(request, Answer) else CallJudge(CalledBy.TERMINAL))
        return self._standing("" if done else "busy")

    def _why_not(self, answer: Answer) -> str:
        """Return why an answer is rejected, or an empty text.

        A judge may not answer questions about phones or names.
        """
        now = self._latest()
        if open_to_all(answer):
            return ""
        if not now.judged:
            return "not_called"
        return "" if opened(offered_to_a_judge(now.prompts), answer) else "not_offered"

    async def _on_phone(self, wish: PhoneWish) -> JudgeStatus:
        if self._helper is None:
            return self._standing("no_phones")
        if wish.act is not None and not await self._handled(TerminalOnPhone(wish.role, wish.act, wish.guest)):
            return self._standing("busy")
        return self._standing(phone=self._helper(wish.role))

    async def _handled(self, message: TerminalMessage) -> bool:
        """Send a message and wait until it is handled. Return False if that takes too long."""
        try:
            async with asyncio.timeout(HANDLED_S):
                await handled(self._send, message)
        except TimeoutError:
            return False
        return True

    def _standing(self, why: str = "", phone: PhoneWay | None = None) -> JudgeStatus:
        now = self._latest()
        headline, story = (None, ()) if now.view is None else (now.view.headline, now.view.story)
        return JudgeStatus(
            not why, why, now.match, now.judged, headline, now.prompts, story, now.notice, now.faults, now.desks, phone
        )  # fmt: skip

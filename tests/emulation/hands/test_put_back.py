"""One click at the bench puts back all that the table asks for, and reports it."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from table.emulation.acts import CannotError, PutBack
from table.rules.match.events import HopperEntry
from table.rules.match.ledger import Ledger
from table.rules.match.payouts import TOKENS_BACK
from table.rules.prompts import Confirm
from table.rules.seats import BLUE
from table.rules.text import Text
from table.rules.tokens import HandBack
from table.session.input import Touched
from tests.devices.test_live import Live

BACK = Confirm(key=TOKENS_BACK, seat=None, ask=Text("back"), rule="TB-78", standing=True, hold=True, chore=4)
LEDGER = Ledger(
    hoppers=(HopperEntry(2, "corps", 24),), called_back=(HandBack(BLUE, "corps", 3), HandBack(BLUE, "wound", 1))
)


@pytest.mark.slow
@pytest.mark.rule("TB-78")
def test_the_tokens_go_from_the_tray_into_their_hoppers_and_the_table_is_notified(tmp_path: Path) -> None:
    table, heard, done = Live(tmp_path), list[object](), list[object]()
    dispenser = table.world.dispenser
    assert dispenser is not None
    table.hands.listen(done.append)
    there, prompts = dispenser.contents()[2], [BACK]
    play = SimpleNamespace(state=SimpleNamespace(ledger=LEDGER))
    now = SimpleNamespace(prompts=prompts, hoppers=())
    table.hands._supply = SimpleNamespace(play=play, published=now, send=heard.append, on=True)  # type: ignore[assignment]
    table.world.tokens.tray[:] = [2, 2, 3]
    try:
        assert table.hands._asked_back() == 4
        table.hands.perform(PutBack())
        assert table.waits_for(lambda: dispenser.contents()[2] == there + 3), "its own thread takes them in"
        assert table.world.tokens.tray == [3], "as many as lay there; the wound token is the players' own"
        assert heard == [Touched(None, TOKENS_BACK, None, hold=True)]
        assert done == [PutBack()]
        prompts.clear()
        with pytest.raises(CannotError, match="asks for no tokens"):
            table.hands.attempt(PutBack())
    finally:
        table.stop()

"""`command-table phone`: the owner's terminal lets a helper's phone in, and compares its words."""

import base64
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from table.devices.judge_socket import JudgeStatus, PhoneWish
from table.program.cli import main
from table.program.commands.network.phone import PhoneTerminal
from table.session.ports import HelperAct, TerminalOnPhone
from table.view.published import HelperRole, PhoneState
from table.words import Words
from table.words.terminal_code import code_lines
from tests.devices.phones.kit import Connected, HostedTable

JUDGE = HelperRole.JUDGE


class TerminalTable(HostedTable):
    """A table whose owner sits at a terminal; each look at it takes a while, in which something can happen."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.compared: list[str] = []
        self.meanwhile: Callable[[], None] = lambda: None

    def ask(self, wish: PhoneWish) -> JudgeStatus:
        if wish.act is not None:
            self.receives(TerminalOnPhone(wish.role, wish.act, wish.guest))
        return JudgeStatus(done=True, phone=self.session.helper(wish.role))

    def wait(self, seconds: float) -> None:
        self.passes(seconds)
        self.meanwhile()

    def terminal(self, answer: bool) -> PhoneTerminal:
        def confirm(words: str) -> bool:
            self.compared.append(words)
            return answer

        return PhoneTerminal(JUDGE, self.ask, Words("en"), confirm, self.wait)


@pytest.fixture
def table(tmp_path: Path) -> TerminalTable:
    return TerminalTable(tmp_path)


def scans(table: TerminalTable, capsys: pytest.CaptureFixture[str]) -> list[Connected]:
    """A phone that reads what the terminal prints, as soon as it is there."""
    phones: list[Connected] = []

    def reads() -> None:
        printed = capsys.readouterr().out
        if "#" in printed and not phones:
            secret = printed.partition("#")[2].split()[0]
            phones.append(table.comes(base64.urlsafe_b64decode(secret + "==")))

    table.meanwhile = reads
    return phones


@pytest.mark.rule("TB-123")
def test_the_phone_that_reads_the_code_is_in_once_its_words_are_compared(
    table: TerminalTable, capsys: pytest.CaptureFixture[str]
) -> None:
    phones = scans(table, capsys)
    table.terminal(True).let_in()
    table.passes(1)
    (phone,) = phones
    assert phone.phone.keys is not None
    words = [Words("en").sentences[f"phone.word.{number % 64:02}"] for number in phone.phone.keys.words]
    assert all(word in table.compared[0] for word in words)
    assert phone.shown("sight")["role"] == "judge"
    assert "The judge's phone is connected" in capsys.readouterr().out


@pytest.mark.rule("TB-123")
def test_where_the_words_differ_the_phone_is_sent_away(
    table: TerminalTable, capsys: pytest.CaptureFixture[str]
) -> None:
    phones = scans(table, capsys)
    with pytest.raises(SystemExit) as end:
        table.terminal(False).let_in()
    table.passes(2)
    assert (end.value.code, phones[0].gone, table.session.helper(JUDGE)) == (1, True, None)


@pytest.mark.rule("TB-123")
def test_a_code_that_nobody_reads_lapses(table: TerminalTable, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        table.terminal(True).let_in()
    assert (end.value.code, table.compared) == (1, [])
    assert "No phone was connected" in capsys.readouterr().err


@pytest.mark.rule("TB-123")
@pytest.mark.parametrize("how", [KeyboardInterrupt, click.Abort])
def test_who_goes_away_meanwhile_leaves_no_code_behind(table: TerminalTable, how: type[BaseException]) -> None:
    def goes() -> None:
        way = table.session.helper(JUDGE)
        if way is not None and way.state is PhoneState.INVITED:
            raise how

    table.meanwhile = goes
    with pytest.raises(SystemExit) as end:
        table.terminal(True).let_in()
    assert (end.value.code, table.session.helper(JUDGE)) == (1, None)


@pytest.mark.rule("TB-123")
def test_a_phone_that_is_sent_away_while_its_words_are_compared_is_not_in(
    table: TerminalTable, capsys: pytest.CaptureFixture[str]
) -> None:
    scans(table, capsys)

    def confirm(_: str) -> bool:
        table.receives(TerminalOnPhone(JUDGE, HelperAct.AWAY))
        return True

    with pytest.raises(SystemExit) as end:
        PhoneTerminal(JUDGE, table.ask, Words("en"), confirm, table.wait).let_in()
    assert (end.value.code, table.session.helper(JUDGE)) == (1, None)


@pytest.mark.rule("TB-123")
def test_a_table_without_phones_explains_what_to_do(table: TerminalTable, capsys: pytest.CaptureFixture[str]) -> None:
    def ask(_: PhoneWish) -> JudgeStatus:
        return JudgeStatus(done=False, why="no_phones")

    with pytest.raises(SystemExit):
        PhoneTerminal(JUDGE, ask, Words("en"), lambda _: True, table.wait).let_in()
    assert "phones = true" in capsys.readouterr().err


@pytest.mark.rule("TB-123")
def test_without_a_table_nobody_is_let_in(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f'[state]\nfolder = "{tmp_path}/state"\n', "utf-8")
    done = CliRunner().invoke(main, ["phone", "setup", "--config", str(config)], prog_name="command-table")
    assert (done.exit_code, "No table answers there" in done.output) == (1, True)


def test_the_code_on_a_terminal_is_the_one_that_a_phone_reads() -> None:
    """Two rows of modules in a line: put together again they are the code, with a margin around it."""
    from segno import make_qr

    content = "http://table.local:7500/phone?lang=en#AAAAAAAAAAAAAAAAAAAAAA"
    rows: list[list[int]] = []
    for line in code_lines(content):
        rows.append([int(each in "▀█") for each in line])
        rows.append([int(each in "▄█") for each in line])
    matrix = [list(map(int, row)) for row in make_qr(content, error="m").matrix]
    side = len(matrix)
    inner = [row[2 : 2 + side] for row in rows[2 : 2 + side]]
    assert inner == matrix
    assert all(not any(row) for row in (*rows[:2], *rows[2 + side :]))

"""Without Unix sockets a table's sockets are ports of this computer, for those alone who know the secret."""

import asyncio
import json
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hal.computer import local_sockets
from hal.computer.local_sockets import (
    LOOPBACK,
    PROOF_BYTES,
    ClientProof,
    NoProofError,
    ServerProof,
    connect,
    is_there,
    note_of,
    open_connection,
    write_note,
)
from table.devices.edge.edge import SocketEdge
from table.devices.edge.exchange import Exchange
from table.devices.edge.transport import MOST_PROVING, LoopbackDoor
from tests.devices.edge.kit import served
from tests.patience import PATIENCE_S

LINE = b"a card\n"


async def echoed(line: bytes) -> bytes:
    return line


@pytest.fixture(autouse=True)
def no_unix_sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have clients find no Unix sockets, and the user's profile in the test's folder."""
    monkeypatch.setattr(local_sockets, "UNIX", 0)
    monkeypatch.setenv("HOME", str(tmp_path / "profile"))
    (tmp_path / "profile").mkdir()


@contextmanager
def table(folder: Path) -> Iterator[Path]:
    """Serve an echo as a table does, and yield the path of its socket."""

    def failed(name: str, error: BaseException) -> None:
        raise AssertionError(name) from error

    with served(folder, Exchange("echo", echoed, 1024), edge=SocketEdge(failed, LoopbackDoor)):
        yield folder / "echo"


def stranger(path: Path) -> socket.socket:
    """Connect as a program that has found the port, and cannot read the secret."""
    return socket.create_connection((LOOPBACK, json.loads(note_of(path).read_bytes())["port"]), PATIENCE_S)


def received(peer: socket.socket) -> bytes:
    """Return all that comes until the other end closes."""
    found = b""
    try:
        while more := peer.recv(1024):
            found += more
    except ConnectionResetError:
        pass
    return found


def asked(path: Path) -> bytes:
    with connect(path, PATIENCE_S) as client:
        client.sendall(LINE)
        return received(client)


def test_a_terminal_and_a_program_of_the_network_are_served(tmp_path: Path) -> None:
    async def asked_in_a_loop(path: Path) -> bytes:
        reader, writer = await open_connection(path, 1024)
        writer.write(LINE)
        try:
            return await reader.readline()
        finally:
            writer.close()

    with table(tmp_path) as path:
        assert is_there(path)
        assert asked(path) == LINE
        assert asyncio.run(asked_in_a_loop(path)) == LINE
    assert not is_there(path)
    with pytest.raises(FileNotFoundError):
        connect(path, PATIENCE_S)


def test_only_this_user_can_read_the_secret_and_each_start_has_another(tmp_path: Path) -> None:
    notes = []
    for _ in range(2):
        with table(tmp_path) as path:
            note = note_of(path)
            notes.append(json.loads(note.read_bytes())["secret"])
            assert stat.S_IMODE(note.stat().st_mode) == 0o600
            assert stat.S_IMODE(note.parent.stat().st_mode) == 0o700
            assert list(note.parent.iterdir()) == [note]
    assert notes[0] != notes[1]
    assert len(bytes.fromhex(notes[0])) == 32


@pytest.mark.parametrize("proof", [b"\0" * 2 * PROOF_BYTES, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".ljust(64)])
def test_who_does_not_know_the_secret_gets_a_challenge_and_nothing_else(tmp_path: Path, proof: bytes) -> None:
    with table(tmp_path) as path, stranger(path) as other:
        other.sendall(proof + LINE)
        assert len(received(other)) <= PROOF_BYTES
        assert asked(path) == LINE


def test_a_proof_that_was_overheard_is_good_for_no_other_connection(tmp_path: Path) -> None:
    with table(tmp_path) as path, stranger(path) as first, stranger(path) as second:
        proof = ClientProof(bytes.fromhex(json.loads(note_of(path).read_bytes())["secret"]))
        heard = proof.answer(first.recv(PROOF_BYTES))
        second.recv(PROOF_BYTES)
        second.sendall(heard + LINE)
        assert received(second) == b""


def test_a_client_sends_nothing_to_another_program_at_a_dead_tables_port(tmp_path: Path) -> None:
    """The table was killed, its note stays, and another program gets the same port."""
    with socket.create_server((LOOPBACK, 0)) as impostor:
        write_note(tmp_path / "echo", impostor.getsockname()[1], b"secret of the dead table")
        heard = b""

        async def reached() -> None:
            nonlocal heard
            task = asyncio.create_task(open_connection(tmp_path / "echo", 1024))
            peer, _ = await asyncio.to_thread(impostor.accept)
            with peer:
                peer.sendall(ServerProof(b"guess").challenge + b"\0" * PROOF_BYTES)
                with pytest.raises(NoProofError):
                    await task
                heard = received(peer)

        asyncio.run(reached())
    assert len(heard) == 2 * PROOF_BYTES, "a challenge and a proof, which say nothing"


def test_the_tables_own_proof_does_not_pass_for_a_clients() -> None:
    ours, theirs = ServerProof(b"secret"), ClientProof(b"secret")
    proof = ours.answer(theirs.answer(ours.challenge))
    with pytest.raises(NoProofError):
        ours.answer(theirs.answer(ours.challenge)[:PROOF_BYTES] + proof)


def test_strangers_who_connect_and_are_silent_keep_nobody_out(tmp_path: Path) -> None:
    with table(tmp_path) as path:
        silent = [stranger(path) for _ in range(2 * MOST_PROVING)]
        assert asked(path) == LINE
        for each in silent:
            each.close()


def test_a_damaged_note_explains_what_to_do(tmp_path: Path) -> None:
    write_note(tmp_path / "echo", 1, b"")
    note_of(tmp_path / "echo").write_bytes(b"{")
    with pytest.raises(OSError, match="start the table again"):
        connect(tmp_path / "echo", PATIENCE_S)


def test_where_another_program_could_share_the_port_it_is_taken_for_this_one_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On Windows SO_REUSEADDR lets two programs listen at one port. SO_KEEPALIVE stands for its other option here."""
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_KEEPALIVE, raising=False)
    with socket.socket() as made:
        local_sockets.own_port(made)
        assert made.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR) == 0
        assert made.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1

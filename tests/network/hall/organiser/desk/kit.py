"""A hall's desk without a network: its site as a browser of this machine asks it."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import msgspec

from table.network.hall.organiser.desk.desk_lock import KEY_BYTES, SALT_BYTES, PasswordHash
from table.network.hall.organiser.folder import HallSettings
from table.network.hall.organiser.hall_program import HallProgram
from table.network.hall.wire.messages import VERSION, TableState
from table.records.verify.file import links_of
from table.words import Words
from tests.network.web.asgi import Answer, asked

PASSWORD = "the password"
HOST = "127.0.0.1:7600"
ORIGIN = f"http://{HOST}"


class QuickHash(PasswordHash, frozen=True):
    """A hash that takes no time, for tests of what is around it."""

    def fits(self, password: str) -> bool:
        return password == PASSWORD


class DeskOfTest:
    """A hall's program that is not started, its desk, and a browser at it."""

    def __init__(self, folder: Path, tls: Any = None) -> None:
        self.folder, self.now_s, self.clock_s = folder, 5.0, 1000.0
        settings = msgspec.structs.replace(HallSettings(), page_port=0)
        self.program = HallProgram(
            settings, folder, {"en": Words("en")}, "here", links_of, lambda: self.now_s, lambda: self.clock_s, tls
        )
        self.hall = self.program.hall
        self.lock = self.program._lock
        self.lock.password = QuickHash(bytes(SALT_BYTES), bytes(KEY_BYTES))
        self.cookie = self.token = ""
        self.headers = {"host": HOST, "origin": ORIGIN, "content_type": "application/json"}
        self.address = "127.0.0.1"

    def close(self) -> None:
        self.program._door.close()
        self.program._log.close()

    def asks(self, path: str, body: Any = None, method: str = "POST", **headers: str) -> Answer:
        sent: dict[str, Any] = {**self.headers, "cookie": self.cookie, "x_desk_token": self.token, **headers}
        content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        return asyncio.run(asked(self.program._site, path, method, body=content, address=self.address, **sent))

    def page(self) -> Answer:
        return self.asks("/desk", method="GET", origin="", content_type="")

    def logs_in(self) -> None:
        answer = self.asks("/desk/login", {"password": PASSWORD})
        assert answer.status == 200, answer
        self.cookie = answer.headers["set-cookie"].partition(";")[0]
        found = re.search(r'data-token="([^"]+)"', self.page().body.decode())
        assert found is not None
        self.token = found[1]

    def does(self, kind: str, **values: Any) -> tuple[int, str]:
        """Carry out an act, and return its status with the reason of a refusal."""
        answer = self.asks("/desk/act", {"type": kind, **values})
        return answer.status, json.loads(answer.body).get("why", "")

    def table(self, name: str = "table-1", **values: Any) -> None:
        """Let a table of this name report its state."""
        state = TableState(VERSION, "one", 0, there=True, lives=True, asks=True, **values)
        self.hall.state(name, msgspec.json.encode(state), self.now_s, 0, kept=False)

    def answer(self, kind: str, **values: Any) -> dict[str, Any]:
        """Return the answer to a question, or the refusal."""
        read: dict[str, Any] = json.loads(self.asks("/desk/ask", {"type": kind, **values}).body)
        return read

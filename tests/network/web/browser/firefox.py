"""Debian's Firefox, driven by WebDriver BiDi, which it speaks by itself: a few words of it over a WebSocket."""

import itertools
import json
import os
import re
import shutil
import subprocess
from collections import deque
from contextlib import ExitStack
from pathlib import Path
from threading import Thread
from typing import Any

from websockets.sync.client import ClientConnection, connect

from lab.chromium import TABLE_NAME

PREFERENCES = {
    # The table's name leads to this machine, and so the page is no secure context, as on a phone.
    "network.dns.localDomains": TABLE_NAME,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PATIENCE_S = 60.0


class Firefox:
    """A Firefox without a window, with one page."""

    def __init__(self, profile: Path) -> None:
        profile.mkdir(parents=True, exist_ok=True)
        lines = (f'user_pref("{key}", {json.dumps(value)});\n' for key, value in PREFERENCES.items())
        (profile / "user.js").write_text("".join(lines), "utf-8")
        program = shutil.which("firefox-esr")
        assert program is not None, "there is no firefox-esr: make web says how it is installed"
        self._process = subprocess.Popen(
            [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port=0"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            # It waits for ever where it cannot make a folder for its settings, as in the tests' own place for them.
            env={**os.environ, "XDG_CONFIG_HOME": str(profile)},
        )
        self._reading: Thread | None = None
        self._ends = ExitStack()
        self._ends.callback(self._over)
        self._line = self._connected()
        self._numbers = itertools.count(1)
        self._sends("session.new", capabilities={})
        self._page = self._sends("browsingContext.getTree")["contexts"][0]["context"]

    def _connected(self) -> ClientConnection:
        assert self._process.stderr is not None
        for stated in self._process.stderr:
            if found := LISTENS.search(stated):
                self._reading = Thread(target=deque, args=(self._process.stderr, 0), daemon=True)
                self._reading.start()  # what it says later is read and dropped, so that it never waits
                line = connect(f"{found[1]}/session", open_timeout=PATIENCE_S, max_size=None)
                return self._ends.enter_context(line)
        raise AssertionError("Firefox ended before it listened")

    def _sends(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            heard = json.loads(self._line.recv(timeout=PATIENCE_S))
            if heard.get("id") == number:
                assert heard["type"] == "success", heard
                return heard["result"]

    def goes(self, address: str) -> None:
        self._sends("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """What an expression of the page comes to, as JSON has it."""
        asked = f"JSON.stringify({expression})"
        result = self._sends(
            "script.evaluate", expression=asked, target={"context": self._page}, awaitPromise=True
        )  # fmt: skip
        assert result["type"] == "success", result
        value = result["result"].get("value")
        return None if value is None else json.loads(value)

    def touches(self, selector: str) -> None:
        """Touch the first element that fits a selector, in its middle, as a finger does."""
        x, y = self.evaluate(
            f"(it => {{ it.scrollIntoView({{block: 'center'}}); const box = it.getBoundingClientRect();"
            " return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]; })"
            f"(document.querySelector({selector!r}))"
        )
        acts = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": acts}
        self._sends("input.performActions", context=self._page, actions=[finger])

    def close(self) -> None:
        self._ends.close()

    def _over(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE_S)
        if self._reading is not None:
            self._reading.join(PATIENCE_S)
        if self._process.stderr is not None:
            self._process.stderr.close()

"""Chromium, and pages to which a test or a measurement gives the frames in place of a table."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from lab.figures.pages.served import NAME
from table.network.web.bundles import program
from table.network.web.files import shipped

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
)  # fmt: skip
STREAM = "window.WebSocket = class { constructor() { window.stream = this; } send() {} close() {} };"
"""In place of a page's stream: `window.stream.onmessage({data})` gives it a frame."""
LINE = "export function join(heard) { window.heard = heard; heard.stands('in', [0, 0]); return () => undefined; }"
"""In place of a phone's sealed line: `window.heard.told(message)` gives it a message."""


def chromium_path() -> str | None:
    """Return the path of Debian's Chromium, or None. The build without windows takes half the time."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


def missing() -> str:
    """Return a sentence about a part that is missing on this machine; empty if none is."""
    if find_spec("playwright") is None or chromium_path() is None:
        return "there is no Chromium with Playwright, which `make web-tools` installs"
    return ""


@contextmanager
def chromium() -> Iterator[Any]:
    """Run Debian's Chromium, for which the table's name leads to this machine."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def serve_line(route: Any) -> None:
    """Serve the phone's program with `LINE` in it."""
    parts = program("phone.js", lambda name: LINE.encode() if name == "line.js" else shipped(name))
    route.fulfill(content_type="text/javascript", body=parts)


def given_frames(opener: Any, **settings: Any) -> Any:
    """Return a new page of a browser, or of a context, whose stream and line are `STREAM` and `LINE`."""
    page = opener.new_page(**settings)
    page.add_init_script(STREAM)
    page.route("**/page/phone-*.js", serve_line)
    return page

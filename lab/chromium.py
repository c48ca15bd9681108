"""Debian's Chromium, driven by Playwright, for tests and measurements."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

TABLE_NAME = "table.local"
"""A name that leads to this machine, and by which a page is no secure context, as on a phone."""
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", f"--host-resolver-rules=MAP {TABLE_NAME} 127.0.0.1",
)  # fmt: skip


def chromium_path() -> str | None:
    """Return the path of Debian's Chromium, or None. The build without windows takes half the time."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


def missing_browser() -> str:
    """Return a sentence about a part that is missing on this machine; empty if none is."""
    if find_spec("playwright") is None or chromium_path() is None:
        return "there is no Chromium with Playwright, which `make web-tools` installs"
    return ""


@contextmanager
def chromium() -> Iterator[Any]:
    """Run it, with the table's name leading to this machine."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()

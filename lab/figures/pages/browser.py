"""Pages to which a test or a measurement gives the frames in place of a table."""

from typing import Any

from table.network.web.bundles import program
from table.network.web.files import shipped

STREAM = "window.WebSocket = class { constructor() { window.stream = this; } send() {} close() {} };"
"""In place of a page's stream: `window.stream.onmessage({data})` gives it a frame."""
LINE = "export function join(heard) { window.heard = heard; heard.stands('in', [0, 0]); return () => undefined; }"
"""In place of a phone's sealed line: `window.heard.received(message)` gives it a message."""


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

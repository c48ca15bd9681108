"""Pages from other sites that may read the spectators' stream.

They are the owner's overlays, on a web server or as a local file.

They may read nothing else. A page on a web server has an origin, which the configuration names. A local file has none,
so it needs an access token.
"""

import asyncio
from collections.abc import Callable, Iterable
from urllib.parse import parse_qs

from table.network.web.access.access_tokens import hash_of
from table.network.web.hub import Hub

LOCAL = ("null", "file://")
"""The origins that browsers send for a local file."""
LOOK_S = 1.0
"""The time between two checks for revoked tokens."""
TOKEN = "token"
"""The name of the parameter with the token."""
ACCESS = "table.access"
"""The key in a request's scope with the hash of its token."""


class OtherPages:
    """The access control for these pages. It belongs to the event loop's thread."""

    def __init__(
        self,
        hub: Hub | None = None,
        api: str = "",
        origins: Iterable[str] = (),
        valid: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        """`hub` has the stream, at `api`. `valid` returns the hashes of valid tokens.

        Without a hub, pages of other sites may read nothing.
        """
        self._hub, self._origins, self._valid = hub, frozenset(origins), valid
        self._paths = frozenset(() if hub is None else (f"{api}/{name}" for name in ("state", "events", "frames")))

    def access(self, path: str, query: bytes) -> str | None:
        """Return the hash of the token in a request for the stream; None if it has no token."""
        given = parse_qs(query.decode("latin-1"), keep_blank_values=True).get(TOKEN) if path in self._paths else None
        return None if given is None else hash_of("\n".join(given))

    def is_valid(self, access: str) -> bool:
        return access in self._valid()

    def allowed(self, path: str, origins: list[str], access: str | None) -> str | None:
        """Return the value of `access-control-allow-origin` for a page of this origin; None if it may not read this.

        `access` is the hash of its token, which is valid.
        """
        if path not in self._paths or len(origins) != 1:
            return None
        if access is not None:
            # No origin is named, so that no page but the one with the token is allowed by it.
            return "*" if origins[0] in LOCAL else None
        return origins[0] if origins[0] in self._origins else None

    async def run(self) -> None:
        """End the streams of revoked tokens, until it is cancelled."""
        while True:
            await asyncio.sleep(LOOK_S)
            self.look()

    def look(self) -> None:
        """End the streams of revoked tokens."""
        viewers = () if self._hub is None else [each for each in self._hub.viewers if each.access is not None]
        valid = frozenset(self._valid()) if viewers else frozenset()
        for viewer in viewers:
            if viewer.access not in valid:
                viewer.drop(revoked=True)

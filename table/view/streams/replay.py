"""The replay of a match: its match file, and for each of its batches the frame that spectators see after it.

`docs/develop/match_file.md` describes it.
"""

from collections.abc import Iterable, Iterator

from table.view.published import Published
from table.view.sentences import Sayings
from table.view.spectating import spectator_table, story_lines
from table.view.spectators import SpectatorTable
from table.view.streams.stream_frames import FrameWriter

FORMAT = "command-table replay 1"
UNCHANGED = b"{}\n"
"""The frame of a batch without a visible change."""


def replay_lines(file: bytes, views: Iterable[Published], sayings: Sayings) -> Iterator[bytes]:
    """Yield the lines of a replay. `file` is the match file, and `views` has the view after each of its batches."""
    yield b'{"format":"%s","lines":%d}\n' % (FORMAT.encode(), file.count(b"\n"))
    yield file
    writer = FrameWriter("replay", SpectatorTable())
    for view in views:
        # Each frame has the moment 0: a clock stands as it was.
        yield writer.update(spectator_table(view, sayings), 0, story_lines(view, sayings)) or UNCHANGED

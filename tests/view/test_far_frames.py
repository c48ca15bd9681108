"""The notes between a table and its carrier: whatever one end sends, the other can refuse it."""

import pytest

from table.view.far_frames import MOST_NOTE_BYTES, FarLine, FarRoute, NoteError, read_note


@pytest.mark.parametrize("kind", [FarLine, FarRoute])
@pytest.mark.parametrize(
    "content", [b"", b"{", b'{"url":"\xff"}', b'{"online":' + b"[" * 5000, b'{"v":2}', b" " * 2000]
)
def test_a_note_of_any_bytes_is_refused_by_one_error(kind: type[FarLine | FarRoute], content: bytes) -> None:
    with pytest.raises(NoteError):
        read_note(content, kind)


def test_a_note_that_is_too_long_is_not_read_whole() -> None:
    with pytest.raises(NoteError):
        read_note(b'{"online":true' + b" " * MOST_NOTE_BYTES + b"}", FarLine)

"""A version states which rules decided, and is read back as it was written."""

from table.rules.revision import Revision, revision_of

FIRST, SECOND = Revision("0.2.0", 3, 1), Revision("0.2.0", 3, 2)
LATER = 4


def test_a_version_is_read_as_it_is_written() -> None:
    for revision in (FIRST, SECOND, Revision("0.2.0rc1", 3, 14)):
        assert revision_of(revision.stated) == revision
    assert revision_of("0.1.0") == Revision("0.1.0", 1, 1)
    for other in ("", "0.2.0", "0.1.0+rules.1", "0.1.0+rules.0.1", "0.1.0+rules.1.1\n", "+rules.1.1", "1+rules.1.1x"):
        assert revision_of(other) == Revision(other, 0, 0)


def test_later_is_what_was_revised_and_no_other_program() -> None:
    assert SECOND.is_later(FIRST)
    assert not FIRST.is_later(SECOND)
    assert not revision_of("9.9+rules.1.1").is_later(FIRST)
    later = revision_of(f"0.1.0+rules.{LATER}.1")
    assert later.is_later(SECOND)
    assert SECOND.is_later(later), "either is later in something: neither can go on with the other"

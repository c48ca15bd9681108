"""A version states which rules decided, and is read back as it was written."""

from examples.skirmish import Skirmish
from table.rules.match.match import Match
from table.rules.match.revision import OF_EVERY_MATCH, Revision, revision_of

FIRST, SECOND = Revision("0.2.0", 3, 1), Revision("0.2.0", 3, 2)
LATER = 4


def test_a_version_is_read_as_it_is_written() -> None:
    for revision in (FIRST, SECOND, Revision("0.2.0rc1", 3, 14)):
        assert revision_of(revision.stated) == revision
    for other in (
        "0.1.0",
        "",
        "0.2.0",
        "0.1.0+rules.1",
        "0.1.0+rules.0.1",
        "0.1.0+rules.1.1\n",
        "+rules.1.1",
        "1+rules.1.1x",
    ):
        assert revision_of(other) == Revision(other, 0, 0)


def test_later_is_what_was_revised_and_no_other_program() -> None:
    assert SECOND.is_later(FIRST)
    assert not FIRST.is_later(SECOND)
    assert not revision_of("9.9+rules.1.1").is_later(FIRST)
    later = revision_of(f"0.1.0+rules.{LATER}.1")
    assert later.is_later(SECOND)
    assert SECOND.is_later(later), "either is later in something: neither can go on with the other"


def test_a_match_has_the_rules_of_this_revision_and_of_no_other() -> None:
    game = Skirmish()
    match = Match.at(game, Revision("9", OF_EVERY_MATCH, game.revision))
    assert match is not None
    assert match.revision("9") == Revision("9", OF_EVERY_MATCH, game.revision)
    for other in (OF_EVERY_MATCH + 1, 0):
        assert Match.at(game, Revision("9", other, game.revision)) is None
    assert Match.at(game, Revision("9", OF_EVERY_MATCH, game.revision + 1)) is None

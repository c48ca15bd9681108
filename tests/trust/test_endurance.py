"""A table that is never switched off keeps nothing of a match that is over, in memory or beside its archive."""

from table.bench.endurance_campaign import Enduring, Look, growth_mb
from table.bench.headless import Furnished
from table.bench.scratch import scratch
from table.published import Published


def test_every_system_is_played_to_its_end_and_nothing_is_left_beside_the_archive() -> None:
    kept: list[Published] = []
    with scratch() as folder:
        table = Enduring(Furnished(folder), folder, seed=1, leak=kept)
        while table.matches < 4:
            table.play(1)
        look = table.look()
        assert look.matches == 4
        assert look.events > 400
        assert 0 < look.log_mb < 8
        assert [path.name for path in folder.rglob("*") if path.is_file()] == ["last-match"]
        assert look.beside == 1
    assert len({shown.match for shown in kept if shown.match}) == 4


def test_growth_is_the_last_tenth_against_the_second() -> None:
    def looks(*memory_mb: float) -> list[Look]:
        return [Look(n, n, mb, 0.0, 1) for n, mb in enumerate(memory_mb)]

    assert growth_mb(looks(5, *[20.0] * 9)) == 0
    assert growth_mb(looks(*[20.0 + n for n in range(10)])) == 8
    assert growth_mb(looks(*[20.0] * 9, 22)) == 2

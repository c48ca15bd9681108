"""What was done at the bench, written down, comes to the same state when it is replayed."""

from pathlib import Path

from table.bench.scripts.document import Script, read_script
from table.bench.scripts.recorder import Recorder
from table.bench.scripts.replay import Replay, set_table
from table.bench.scripts.virtual_stage import VirtualStage

HERE = Path(__file__).parent


def recorded(script: Script, stage: VirtualStage, head: str) -> str:
    lines: list[str] = []
    recorder = Recorder(lines.append, stage)
    stage.listen(recorder.acted, recorder.touched)
    stage.table.watch(recorder.published)
    Replay(script, stage).run()
    recorder.finish()
    return head + "\n".join(lines) + "\n"


def test_a_recorded_evening_comes_to_the_same_state(tmp_path: Path) -> None:
    source = (HERE / "everything.script").read_text("utf-8")
    script = read_script(source, "everything.script")
    head = source[: source.index("\n\n")] + "\n\n"
    with set_table(script, tmp_path / "first") as stage:
        text = recorded(script, stage, head)
        view, contents, events = stage.now.view, stage.contents(), stage.events()
    again = read_script(text, "recorded")
    with set_table(again, tmp_path / "again") as stage:
        Replay(again, stage).run()
        assert stage.now.view == view
        assert stage.contents() == contents
        assert [type(event) for event in stage.events()] == [type(event) for event in events]
    for expected in ("expect locked blue", "expect priority blue", "expect card red Push"):
        assert expected in text

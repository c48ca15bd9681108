"""`command-table campaign forge`, on a match of few answers; and a campaign that could not fail would say nothing."""

from itertools import islice

import pytest

from lab.campaigns.forge import forge_campaign
from lab.campaigns.forge.forgeries import changed_lines, rechained
from lab.figure import Figure
from lab.second_verifier import NoSecondVerifierError
from table.records.verify.verdict import Verdict

GOALS = {
    f"verify.forgeries_found.{what}"
    for what in ("bytes", "lines", "rechained", "second.bytes", "second.lines", "control")
}


def figures() -> dict[str, Figure]:
    return {figure.name: figure for figure in forge_campaign.campaign(60, 1, lambda _: None, turns=2)}


def test_a_campaign_over_verifiers_that_pass_everything_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forge_campaign, "verify", lambda *_: Verdict("m1", "", ()))
    monkeypatch.setattr(forge_campaign, "accepted", lambda files: [True for _ in files])
    monkeypatch.setattr(forge_campaign, "every_byte", lambda content: (len(content), tuple(range(len(content)))))
    outputs = figures()
    assert {name for name in GOALS if not outputs[name].ok} == GOALS - {"verify.forgeries_found.control"}
    assert all(outputs[name].value == 0 for name in GOALS - {"verify.forgeries_found.control"})


@pytest.mark.slow
def test_without_the_second_verifier_the_campaign_misses_its_goal(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise NoSecondVerifierError("Node is needed")

    for forgeries in (changed_lines, rechained):
        monkeypatch.setattr(forge_campaign, forgeries.__name__, lambda sample, made=forgeries: islice(made(sample), 20))
    monkeypatch.setattr(forge_campaign, "every_byte", missing)
    assert [name for name, figure in figures().items() if not figure.ok] == ["verify.forgeries_found.second"]

"""The sealed choice alone: commit, lock, open, verify; the same in JavaScript, and without any other module."""

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.rules.choice import sealed_choice
from table.rules.choice.sealed_choice import (
    ChangedChoiceError,
    ChoiceMoment,
    ChoiceOpening,
    ProvedLieError,
    SealedChoice,
    TooEarlyError,
    commit,
    fields,
    verify,
)

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "sealed_choice"
SECRET, OTHER = bytes(range(32)), bytes(range(1, 33))
OWN, THEIRS = ChoiceMoment("m", 1, "blue"), ChoiceMoment("m", 1, "red")


def both() -> tuple[SealedChoice, SealedChoice]:
    return SealedChoice(SECRET, OWN, THEIRS), SealedChoice(OTHER, THEIRS, OWN)


def test_two_sides_learn_each_others_choice_once_both_are_locked() -> None:
    blue, red = both()
    red.take_commitment(blue.lock("ambush"))
    blue.take_commitment(red.lock("push"))
    assert (red.take_opening(blue.open()), blue.take_opening(red.open())) == ("ambush", "push")


def test_nothing_is_opened_before_both_are_locked() -> None:
    blue, red = both()
    with pytest.raises(TooEarlyError):
        blue.open()
    commitment = blue.lock("ambush")
    with pytest.raises(TooEarlyError):
        blue.open()
    red.take_commitment(commitment)
    with pytest.raises(TooEarlyError):
        red.open()
    with pytest.raises(TooEarlyError):
        red.take_opening(ChoiceOpening("ambush", b""))


def test_after_a_restart_the_same_choice_is_the_same_lock_and_another_one_is_refused() -> None:
    before = SealedChoice(SECRET, OWN, THEIRS).lock("ambush")
    after = SealedChoice(SECRET, OWN, THEIRS, before)
    with pytest.raises(ChangedChoiceError):
        after.lock("push")
    assert after.lock("ambush") == before


def test_a_side_that_commits_twice_or_opens_something_else_is_named() -> None:
    blue, red = both()
    blue.lock("ambush")
    commitment = red.lock("push")
    blue.take_commitment(commitment)
    blue.take_commitment(commitment)
    with pytest.raises(ChangedChoiceError):
        blue.take_commitment(commit(SECRET, THEIRS, "push")[0])
    red.take_commitment(blue.commitment)
    for lie in (replace(red.open(), choice="pull"), replace(red.open(), salt=b"")):
        with pytest.raises(ProvedLieError):
            blue.take_opening(lie)


@pytest.mark.parametrize(
    "other",
    [ChoiceMoment("n", 1, "blue"), ChoiceMoment("m", 2, "blue"), ChoiceMoment("m", 1, "red"),
     ChoiceMoment("m", 1, "blue", 1),
     ChoiceMoment("m", 1, "blue", 0, "ff")],
)  # fmt: skip
def test_a_commitment_is_of_its_moment(other: ChoiceMoment) -> None:
    commitment, opening = commit(SECRET, OWN, "ambush")
    assert verify(OWN, commitment, opening)
    assert not verify(other, commitment, opening)
    assert commit(SECRET, other, "ambush")[0] != commitment


def test_who_lacks_the_secret_cannot_try_the_choices() -> None:
    """There are few cards: without a salt that nobody else can derive, the commitment would name the card."""
    commitment, opening = commit(SECRET, OWN, "ambush")
    assert commitment not in {commit(secret, OWN, "ambush")[0] for secret in (OTHER, bytes(32), b"")}
    assert opening.salt != commit(SECRET, THEIRS, "ambush")[1].salt, "nor does one opening help with the next"


def test_the_commitment_of_the_page_is_made() -> None:
    assert commit(SECRET, OWN, "ambush")[0] in (ROOT / "docs" / "develop" / "two_tables.md").read_text("utf-8")


def test_the_salt_is_no_part_of_what_is_printed() -> None:
    _, opening = commit(SECRET, OWN, "ambush")
    assert opening.salt.hex() not in repr(opening)
    assert "salt" not in repr(opening)


@given(st.lists(st.text(max_size=4), max_size=4), st.lists(st.text(max_size=4), max_size=4))
def test_no_two_rows_of_parts_are_alike(one: list[str], other: list[str]) -> None:
    assert (fields(*one) == fields(*other)) == (one == other)


def test_the_file_needs_no_other(tmp_path: Path) -> None:
    file = tmp_path / "alone.py"
    shutil.copyfile(str(sealed_choice.__file__), file)
    result = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import alone; "
         "print(alone.commit(bytes(32), alone.ChoiceMoment('m', 1, 'blue'), 'x')[0])"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert result.stdout.strip() == commit(bytes(32), ChoiceMoment("m", 1, "blue"), "x")[0]


NODE = """
const { commit, verify, SealedChoice } = require(process.argv[1]);
const cases = JSON.parse(process.argv[2]);
const secret = (digits) => Uint8Array.from(Buffer.from(digits, "hex"));
(async () => {
  const answers = [];
  for (const { secret: digits, moment, choice, forged } of cases) {
    const made = await commit(secret(digits), moment, choice);
    answers.push([made.commitment, made.opening.salt, await verify(moment, made.commitment, made.opening),
      await verify(moment, forged, made.opening)]);
  }
  const own = { match: "m", round: 1, seat: "blue" }, theirs = { match: "m", round: 1, seat: "red" };
  const blue = new SealedChoice(secret("00".repeat(32)), own, theirs);
  const red = new SealedChoice(secret("11".repeat(32)), theirs, own);
  const refused = [];
  const tries = async (step) => { try { await step(); } catch (error) { refused.push(error.message); } };
  await tries(() => blue.open());
  red.takeCommitment(await blue.lock("ambush"));
  await tries(() => blue.open());
  await tries(() => blue.lock("push"));
  blue.takeCommitment(await red.lock("push"));
  await tries(() => blue.takeCommitment("00"));
  await tries(() => blue.takeOpening({ ...red.open(), choice: "pull" }));
  const known = [await red.takeOpening(blue.open()), await blue.takeOpening(red.open())];
  const odd = [{ bid: 3 }, 3, null, "\\ud800"];
  for (const choice of odd) await tries(() => new SealedChoice(secret("00".repeat(32)), own, theirs).lock(choice));
  const taken = await Promise.all(odd.map((choice) => verify(own, answers[0][0], { choice, salt: "" })));
  if (taken.some(Boolean)) throw new Error("a choice that is no text was taken");
  console.log(JSON.stringify({ answers, refused, known }));
})();
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_javascript_makes_the_same_commitments_and_refuses_the_same_steps() -> None:
    moments = [ChoiceMoment("m", 1, "blue"), ChoiceMoment("ü", 12, "red", 3, "ab" * 32), ChoiceMoment("", 0, "", 0, "")]
    choices = ["ambush", "", "Größe ½ 🂡"]
    cases = [(secret, moment, choice) for secret in (SECRET, OTHER) for moment in moments for choice in choices]
    sent = [
        {
            "secret": secret.hex(),
            "moment": {name: getattr(moment, name) for name in moment.__dataclass_fields__},
            "choice": choice,
            "forged": commit(secret, moment, choice + "!")[0],
        }
        for secret, moment, choice in cases
    ]
    run = subprocess.run(
        ["node", "-e", NODE, str(EXAMPLE / "sealed_choice.js"), json.dumps(sent)], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    document = json.loads(run.stdout)
    for (secret, moment, choice), (commitment, salt, fits, forged) in zip(cases, document["answers"], strict=True):
        expected, opening = commit(secret, moment, choice)
        assert (commitment, salt) == (expected, opening.salt.hex())
        assert (fits, forged) == (True, False)
    assert document["known"] == ["ambush", "push"]
    first = [words.split()[0] for words in document["refused"]]
    assert first == ["Nothing", "Nothing", "Another", "The", "The", "A", "A", "A", "A"]


def test_the_example_has_forty_lines_at_most() -> None:
    assert len((EXAMPLE / "bid.html").read_text("utf-8").splitlines()) <= 40

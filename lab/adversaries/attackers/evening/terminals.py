"""The owner's and the judge's terminal, and the table's switch. The attacker owns the table."""

import json
import random

import msgspec

from lab.adversaries.attackers.evening.scene import EveningRole, any_value
from lab.adversaries.attackers.search import BrokenPromiseError
from table.devices.judge_socket import JudgeStatus
from table.devices.phones.wishes import SetupAct
from table.rules.commands import Answer
from table.rules.fairness import WORDS as NUMBERS
from table.rules.match.judge import GO_ON
from table.rules.seats import BLUE, SEATS
from table.session.ports import HelperAct
from table.view.published import HelperRole


class OwnersTerminal(EveningRole):
    """The acts of the owner: phones of helpers, and the start of the table."""

    def lets_in_phones(self, _: random.Random) -> None:
        table = self._scene.table
        for role in HelperRole:
            self._asks(role, HelperAct.INVITE, 0)
            self._scene.send_frames()
            if (secret := table.secret(role)) is not None:
                self._scene.connect_guest(secret)
            way = table.session.helper(role)
            self._asks(role, HelperAct.ACCEPT, 0 if way is None else way.guest)

    def asks_about_a_phone(self, rng: random.Random) -> None:
        self._asks(rng.choice([*HelperRole]), rng.choice([*HelperAct]), rng.randrange(12))

    def _asks(self, role: HelperRole, act: HelperAct, guest: int) -> None:
        """Write to the socket, or send a helper's phone away, as the owner's terminal does."""
        line = msgspec.json.encode({"role": role, "act": act, "guest": guest})
        self._scene.table.inspect(self._scene.table.asks_judge(line), "the answer of the owner's terminal")
        self._scene.send_frames()

    def forges_a_request(self, rng: random.Random) -> None:
        """Ask for blue's seat in place of a helper's."""
        line = {"role": rng.choice([*SEATS, "screen", 1, None]), "act": rng.choice([*HelperAct, "x"]), "guest": 1}
        answer = self._scene.table.asks_judge(json.dumps(line).encode())
        self._scene.table.inspect(answer, "the answer of the owner's terminal")
        self._scene.send_frames()

    def starts_in_the_lobby(self, rng: random.Random) -> None:
        """Start the table again with `--new`, where the match stays unfinished, and ask for all files."""
        self._starts(rng, resume=False)
        self.takes_files(rng)

    def starts_again(self, rng: random.Random) -> None:
        """Start the table again, where the match continues."""
        self._starts(rng, resume=True)

    def _starts(self, rng: random.Random, *, resume: bool) -> None:
        self._scene.drop_all()
        self._scene.table.restarts(resume=resume)
        self.lets_in_phones(rng)

    def takes_files(self, rng: random.Random) -> None:
        """Ask on the owner's phone for a backup and for the file of each match."""
        files = [(SetupAct.MATCH, match) for match in self._scene.table.matches]
        for act, value in ((SetupAct.BACKUP, ""), *files):
            self._scene.guest_sends(rng, {"wish": {"act": act, "value": value}}, HelperRole.SETUP)

    def begins_a_match(self, _: random.Random) -> None:
        """Begin another match, if none is in play."""
        self._scene.table.begins()


class JudgesTerminal(EveningRole):
    """The acts at the judge's terminal."""

    def looks(self, _: random.Random) -> None:
        self._asks(b'"look"')

    def calls(self, _: random.Random) -> None:
        self._asks(b'"call"')

    def _asks(self, line: bytes) -> None:
        table = self._scene.table
        table.inspect(table.asks_judge(line), "the answer of the judge's terminal")

    def goes(self, _: random.Random) -> None:
        self._scene.table.asks_judge(msgspec.json.encode(Answer(BLUE, GO_ON)))

    def answers(self, rng: random.Random) -> None:
        """Answer any question for any seat at the judge's terminal. Without a judge, only words as a number count."""
        scene = self._scene
        prompt, judged = scene.any_prompt(rng), scene.table.now.judged
        number = prompt is None or rng.random() < 0.1
        if prompt is None or number:
            answer = Answer(rng.choice(SEATS), "match.number", rng.choice((7, NUMBERS[rng.randrange(1000)])))
        else:
            answer = Answer(rng.choice(SEATS), prompt.key, any_value(prompt, rng))
        before = self._batches()
        status = msgspec.json.decode(scene.table.asks_judge(msgspec.json.encode(answer)), type=JudgeStatus)
        words = answer.prompt == "match.number" and isinstance(answer.value, int) and answer.value in NUMBERS
        if not judged and not words and (status.done or self._batches() != before):
            raise BrokenPromiseError(f"the judge's terminal answered {answer.prompt} without a judge")
        scene.send_frames()

    def _batches(self) -> int:
        play = self._scene.table.session.play
        return 0 if play is None else play.journal.count

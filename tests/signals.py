"""Signals as a program at a terminal has them, whoever started the tests: `nohup` and background jobs ignore some."""

import signal


def as_at_a_terminal() -> None:
    """Heed every signal that reports a program to end, as Python does by itself. For `preexec_fn`, too."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)

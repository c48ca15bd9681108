"""pygame: a published view in, a picture out."""

import os

# pygame greets on standard output when it is imported; that line belongs to the programs that print to it.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

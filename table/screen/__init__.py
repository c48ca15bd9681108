"""The table's screen in pygame: a published view in, a picture out."""

import os

# pygame prints a greeting to standard output when it is imported. Standard output belongs to the commands.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

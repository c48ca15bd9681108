"""The frames of phones for the web program, which forwards them: it knows only their sizes, not their content."""

SOCKET = "seats"
"""The name of the table's socket for phones."""
UP_BYTES, DOWN_BYTES = 1024, 4096
"""The bytes of every frame to the table and to the phone, including the first ones."""
MOST_PHONES = 8
"""The most phones that can be connected to the table at once, for two seats."""

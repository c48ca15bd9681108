"""The frames of phones, as the web program passes them on: it knows their sizes, and nothing of what is in them."""

SOCKET = "seats"
"""The name of the table's socket for phones."""
UP_BYTES, DOWN_BYTES = 1024, 4096
"""The bytes of every frame to the table and to the phone, the first ones too."""
MOST_PHONES = 8
"""The most phones that can speak to the table at once, at two seats."""

"""The names of all files and folders in a table's state folder. No other module spells one of them.

The sockets that lie there while a table runs are named where both of their ends can read it:
`devices/judge_socket.py`, `network/spectator_feed.py`, `results.py` and `operations.py`, `view/seat_frames.py`,
`view/hall_asks.py`.
"""

MATCHES = "matches"
"""Folder of the journals of matches in play."""
ARCHIVE = "archive"
"""Folder of the journals of ended matches."""
ROOMS = (MATCHES, ARCHIVE)
BOTS = ".bots"
"""The suffix of the mark of a match in which a bot plays."""
SYNCED = ".synced"
"""The suffix of the note of how much of a match was on the disk."""
CARD = ".png"
"""The suffix of a match's result card, in the archive. A backup leaves it out: it can be drawn again."""
LAST = "last-match"
"""The file that names the match that was played last."""
VERSION = "version"
"""The file that names the newest version that has used the folder."""
LOCK = "in-use"
"""The file that the one program that uses the folder holds locked."""
LISTS = "lists"
"""Folder of the players' own army lists."""
SCENARIOS = "scenarios"
"""Folder of the players' own scenarios."""
CARD_BOOK = "cards.json"
"""The file of the enrolled tags."""
CARD_KEY = "cards.key"
"""The file of the key that signs the records on tags."""
CARDS_READ = "cards_read.json"
"""The file of what players read off their cards in earlier matches."""
LISTS_TOLD = "lists_told.json"
"""The file of what players said of their lists in earlier matches."""
ENROLLING = "enrolling.json"
"""The file that notes how far an enrolment came."""
FILES = (LAST, VERSION, CARD_BOOK, CARD_KEY, CARDS_READ, LISTS_TOLD, ENROLLING)
"""The files that lie in the folder itself, but for the lock."""
MOST_BYTES = 4 * 1024 * 1024
"""The most bytes of one of these files. A card book of a thousand tags has 100 KB."""
EMULATED = "emulated"
"""Folder of what emulated electronics remember over a restart."""

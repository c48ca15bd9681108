"""The table's edge: every socket at which another program reads from the table or writes to it, on one thread."""

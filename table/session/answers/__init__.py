"""Answers of the seats: the open questions, the wishes carried out, and the notices about both."""

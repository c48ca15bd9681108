"""Answers of the seats: the open questions, the execution of wishes, and the notices about both."""

"""The session, the only writer, and its parts: a message in, a decision, the journal, the new view out."""

"""The one writer, and who works for it: a message in, a decision, the journal, the new view out."""

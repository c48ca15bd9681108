"""The one writer: a message in, a decision, the journal, the new view, device work out."""

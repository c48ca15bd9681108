"""The rules of Legion. A folder for each topic holds its events with their rows, and its questions. Pure."""

"""The work for the owner's phone, on its own thread: lists, matches, the state of the parts."""

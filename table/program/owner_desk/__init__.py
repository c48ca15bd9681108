"""The things that are done for the owner's phone, on a thread of their own: lists, matches, the state of the parts."""

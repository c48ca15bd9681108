"""Star Wars: Legion. Both rule sets share its cards and armies."""

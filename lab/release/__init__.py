"""Build a release, check it, and write its notes. Nothing is published (`make release`)."""

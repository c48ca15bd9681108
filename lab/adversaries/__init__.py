"""Every promise of `docs/play/fairness.md` against the programs that try to break it."""

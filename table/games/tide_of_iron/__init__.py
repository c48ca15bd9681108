"""Tide of Iron: the Command Phase between two Action Phases. Its rules' ids are TI-nn."""

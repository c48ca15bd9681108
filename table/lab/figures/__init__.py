"""Everything that is measured: how it is taken, and the one shape in which it is told."""

"""The composition root: the only place that picks a world and starts threads."""

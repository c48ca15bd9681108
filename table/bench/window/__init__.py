"""The bench beside the table's screen: an emulated table to play with the mouse.

Both hands lie open here, as they do before whoever sits at both sides of a desk. The table itself knows nothing of it.
"""

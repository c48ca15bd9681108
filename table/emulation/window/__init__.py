"""The bench beside the table's screen: an emulated table to play with the mouse."""

"""The corrections of a mission (TB-76)."""

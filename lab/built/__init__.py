"""Tables as people build them, with at most one mistake, and an emulated person who answers the doctor."""

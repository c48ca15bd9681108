"""Does a seat ever choose a card with the other's in sight, in whatever order things happen?"""

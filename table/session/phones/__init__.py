"""The phones of the seats, as the session knows them: how one gets its seat, and what follows from what it says."""

"""What the files of every game share: raw lists, offers for the lobby, USB sticks."""

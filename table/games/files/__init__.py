"""The files of every game share these modules: raw lists, offers for the lobby, USB sticks."""

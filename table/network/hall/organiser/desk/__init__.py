"""The hall's desk: the organiser's part of the page, behind a login."""

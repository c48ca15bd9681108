"""USB keypads and macro pads as panels, on Linux: grabbed, so that their keys reach no other program."""

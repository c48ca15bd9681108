"""The tools that every part of the picture is drawn with: canvas, type, icons, dice, colours."""

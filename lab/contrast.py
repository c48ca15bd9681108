"""The contrast of two colours, as the guidelines for accessible pages reckon it (WCAG 2.1)."""

from table.screen.drawing.palette import Colour


def luminance(colour: Colour) -> float:
    """Return the relative luminance (WCAG 2.1)."""
    linear = [c / 255 / 12.92 if c / 255 <= 0.03928 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: Colour, b: Colour) -> float:
    """Return the contrast of two colours, from 1 (the same) to 21 (black and white)."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)

"""The strip at the bottom: a fault with its advice, token jobs, a refusal or the story; and the devices."""

from pygame import Rect

from table.rules.seats import Seat
from table.rules.text import Text, text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.icons import icon_of
from table.screen.drawing.layout import DEVICES, FOOTER, is_portrait
from table.screen.drawing.palette import Colour
from table.screen.drawing.typefaces import BODY, FINE, SMALL
from table.screen.parts.asked import shown_prompt
from table.screen.touch import Recalled
from table.view.published import DispenserState, FaultNote, HandingState, HopperState, Notice, Published, TokenDelivery
from table.words.faults import fault_words

MOST_LINES = 6
WANTING = (HandingState.UNKNOWN, HandingState.FAILED)
"""The states of a token job that need a player's attention."""
COMING = (HandingState.WAITING, HandingState.ASKED)
BY_HAND = "story.by_hand"
"""The key of the story's line about tokens that a seat takes from the supply."""
ABOVE_FAULT = (38, 54)
"""The height in units of one line above a fault, and of two lines that are set smaller."""
EDGE = 164
"""The width in units, in landscape, of the words about the devices at the right edge."""
MOST_POOR = 4
"""The most hoppers that have an icon at the edge; if there are more, only their number is shown."""
FAULT_ASIDE = 62
"""The width in units beside a fault's words: its icon and the margins."""


def draw_footer(canvas: Canvas, box: Rect, published: Published, *, portrait: bool, story: bool) -> None:
    if portrait:
        low = canvas.px(DEVICES)
        main = Rect(box.x, box.y, box.width, box.height - low)
        lower = Rect(box.x, main.bottom, box.width // 2, low)
        upper = Rect(lower.right, main.bottom, box.width - lower.width, low)
    else:
        height = box.height // 2 if published.commitment else min(box.height, canvas.px(DEVICES))
        upper = Rect(box.right - canvas.px(EDGE), box.y, canvas.px(EDGE), height)
        lower = Rect(upper.x, upper.bottom, upper.width, box.height - upper.height)
        main = Rect(box.x, box.y, box.width - upper.width - canvas.px(8), box.height)
    _draw_devices(canvas, upper, published)
    if published.commitment:
        code = text("screen.commitment", code=short_code(published.commitment))
        canvas.text(code, lower, FINE, palette.QUIET, align="left" if portrait else "right", minor=True)
        canvas.touchable(lower, Recalled("codes"))
    wanting = _wanting(published)
    asked = tuple(one for one in published.handing if one.state in COMING)
    if published.faults:
        units = _above_fault(canvas, main.width, published)
        above = canvas.px(units) if units else 0
        below = Rect(main.x, main.y + above, main.width, main.height - above)
        _draw_fault(canvas, below, published.faults, SMALL if above else BODY)
        if not above:
            return
        main = Rect(main.x, main.y, main.width, above - canvas.px(4))
    if wanting is not None:
        _draw_wanting(canvas, main, wanting)
    elif published.notice is not None:
        _draw_notice(canvas, main, published.notice)
    elif asked:
        _draw_coming(canvas, main, asked)
    elif story and published.view is not None:
        _draw_story(canvas, main, published.view.story)


def _wanting(published: Published) -> TokenDelivery | None:
    """Return the token job that needs a player and is not asked about in a half, or None.

    Tokens to take by hand have an icon in their half. They are listed here only together with another problem, and hide
    no notice.
    """
    by_hand = published.faults and published.notice is None
    states = (*WANTING, HandingState.BY_HAND) if by_hand else WANTING
    return next((one for one in published.handing if one.state in states and not _asked(published, one)), None)


def _asked(published: Published, handing: TokenDelivery) -> bool:
    """True if the seat's half asks about this job, or about an earlier job of the seat."""
    shown = (shown_prompt(published.prompts, desk) for desk in published.desks if desk.seat is handing.seat)
    jobs = tuple(f".{one.job}" for one in published.handing if one.seat is handing.seat)
    return any(prompt is not None and prompt.key.endswith(jobs) for prompt in shown)


def height_of_footer(canvas: Canvas, area: Rect, published: Published) -> float:
    """Return the height of the footer in units: two lines, or as many as the advice on a fault needs.

    Advice is never cut.
    """
    if not published.faults:
        return DEVICES if published.view is None and published.notice is None and not published.commitment else FOOTER
    width = area.width - canvas.px(16 + (0 if is_portrait(area) else EDGE + 8))
    above = _above_fault(canvas, width, published)
    size = SMALL if above else BODY
    room = width - canvas.px(FAULT_ASIDE + (48 if len(published.faults) > 1 else 0))
    lines = canvas.lines_of(_words_of(published.faults[-1]), room, size, bold=True)
    return max(FOOTER - above, 12 + (size + 3) * min(lines, MOST_LINES)) + above


def _above_fault(canvas: Canvas, width: int, published: Published) -> float:
    """Return the height in units for a token job or a notice above a fault that may last; 0 if there is none."""
    wanting, notice = _wanting(published), published.notice
    if wanting is None and notice is None:
        return 0
    words = _wanted(wanting) if wanting is not None else notice.words if notice else ""
    lines = canvas.lines_of(words, width - canvas.px(FAULT_ASIDE), BODY, bold=True)
    return ABOVE_FAULT[min(lines, len(ABOVE_FAULT)) - 1]


def _draw_line(
    canvas: Canvas,
    box: Rect,
    icon: str,
    words: Text,
    ground: Colour,
    ink: Colour,
    *,
    size: float = BODY,
    seat: Seat | None = None,
) -> None:
    canvas.plate(box, ground, seat)
    canvas.icon(icon, (box.x + canvas.px(28), box.centery), 34, ink)
    inner = Rect(box.x + canvas.px(54), box.y, box.width - canvas.px(FAULT_ASIDE), box.height)
    canvas.text(words, inner, size, ink, bold=True, lines=MOST_LINES)


def _draw_fault(canvas: Canvas, box: Rect, faults: tuple[FaultNote, ...], size: float) -> None:
    fault = faults[-1]
    if len(faults) > 1:
        count = Rect(box.right - canvas.px(44), box.y, canvas.px(44), box.height)
        canvas.plate(count, palette.RAISED)
        canvas.text(text("screen.plus", count=len(faults) - 1), count, BODY, palette.ALERT, bold=True, align="centre")
        box = Rect(box.x, box.y, box.width - count.width - canvas.px(4), box.height)
    _draw_line(canvas, box, "sign.fault", _words_of(fault), palette.ALERT, palette.GROUND, size=size)


def _words_of(fault: FaultNote) -> Text:
    return fault_words(fault.code, fault.part, fault.detail)


def _draw_wanting(canvas: Canvas, box: Rect, handing: TokenDelivery) -> None:
    colour = palette.SEAT[handing.seat]
    _draw_line(canvas, box, icon_of(handing.kind), _wanted(handing), colour, palette.GROUND, seat=handing.seat)


def _wanted(handing: TokenDelivery) -> Text:
    return text(
        f"screen.handing.{handing.state}",
        seat=text(f"screen.seat.{handing.seat}"),
        count=handing.count - handing.passed,
        kind=text(f"token.{handing.kind}"),
    )


def _draw_notice(canvas: Canvas, box: Rect, notice: Notice) -> None:
    ink = palette.ALERT if notice.seat is None else palette.SEAT[notice.seat]
    canvas.plate(box, palette.RAISED, notice.seat)
    icon = "sign.refused" if notice.seat is None else f"seat.{notice.seat}"
    canvas.icon(icon, (box.x + canvas.px(28), box.centery), 30, ink)
    canvas.text(
        notice.words,
        Rect(box.x + canvas.px(54), box.y, box.width - canvas.px(60), box.height),
        BODY,
        ink,
        bold=True,
        lines=2,
    )


def _draw_coming(canvas: Canvas, box: Rect, handings: tuple[TokenDelivery, ...]) -> None:
    """Draw the tokens that the dispenser is paying out."""
    canvas.plate(box, palette.RAISED)
    canvas.icon("sign.hopper", (box.x + canvas.px(28), box.centery), 32, palette.GOOD)
    x = box.x + canvas.px(56)
    coming = _by_kind(handings)
    for place, ((seat, kind), (passed, count)) in enumerate(coming.items()):
        share = text("screen.of", done=passed, all=count)
        width = canvas.text_width(share, BODY, bold=True) + 2
        left = len(coming) - place
        more = text("screen.plus", count=left)
        kept = 0 if left == 1 else canvas.px(24) + canvas.text_width(more, BODY, bold=True)
        if x + canvas.px(64) + width + kept > box.right:
            canvas.text(more, Rect(x, box.y, box.right - x, box.height), BODY, bold=True)
            return
        canvas.icon(f"seat.{seat}", (x + canvas.px(10), box.centery), 20, palette.SEAT[seat])
        canvas.icon(icon_of(kind), (x + canvas.px(40), box.centery), 30, palette.INK)
        canvas.text(share, Rect(x + canvas.px(60), box.y, width, box.height), BODY, bold=True)
        x += canvas.px(84) + width


def _by_kind(handings: tuple[TokenDelivery, ...]) -> dict[tuple[Seat, str], tuple[int, int]]:
    """Return the passed and the ordered tokens, for each seat and kind."""
    sums: dict[tuple[Seat, str], tuple[int, int]] = {}
    for one in handings:
        passed, count = sums.get((one.seat, one.kind), (0, 0))
        sums[one.seat, one.kind] = (passed + one.passed, count + one.count)
    return sums


def _draw_story(canvas: Canvas, box: Rect, story: tuple[Text, ...]) -> None:
    """Draw the last two lines of the story, or only the last if one of the two needs both lines.

    Tokens to take by hand have an icon in the seat's half, and hide no line.
    """
    story = tuple(line for line in story if line.key != BY_HAND) or story
    half, width = box.height // 2, box.width - canvas.px(8)
    if not all(canvas.fits(line, Rect(0, 0, width, half), BODY) for line in story[-2:]):
        canvas.text(story[-1], Rect(box.x + canvas.px(4), box.y, width, box.height), BODY, palette.INK, lines=3)
        return
    for index, line in enumerate(story[-2:]):
        newest = index == len(story[-2:]) - 1
        row = Rect(box.x + canvas.px(4), box.y + index * half, width, half)
        canvas.text(line, row, BODY, palette.INK if newest else palette.QUIET)


def _draw_devices(canvas: Canvas, box: Rect, published: Published) -> None:
    """Draw small icons of the dispenser and the low hoppers at the edge."""
    poor = [hopper for hopper in published.hoppers if hopper.state not in (HopperState.READY, HopperState.OFF)]
    if (state := published.dispenser) is DispenserState.ABSENT:
        return
    colour = palette.ALERT if state is DispenserState.GONE else palette.GOOD
    canvas.icon("sign.hopper", (box.right - canvas.px(12), box.centery), 22, colour)
    if state is DispenserState.GONE or (state is DispenserState.READY and not poor):
        words = Rect(box.x, box.y, box.width - canvas.px(28), box.height)
        canvas.text(text(f"screen.dispenser.{state}"), words, FINE, palette.QUIET, align="right", minor=True)
        return
    shown = poor if len(poor) <= MOST_POOR else poor[: MOST_POOR - 1]
    for index, hopper in enumerate(shown):
        canvas.icon(icon_of(hopper.kind), (box.right - canvas.px(38 + 26 * index), box.centery), 20, palette.ALERT)
    if len(shown) < len(poor):
        right = box.right - canvas.px(38 + 26 * len(shown) - 10)
        more = text("screen.plus", count=len(poor) - len(shown))
        canvas.text(more, Rect(box.x, box.y, right - box.x, box.height), FINE, palette.ALERT, align="right", minor=True)


def short_code(digest: str) -> str:
    """Return the first eight digits in two groups, enough to compare with a note on paper."""
    return f"{digest[:4]}-{digest[4:8]}".upper()

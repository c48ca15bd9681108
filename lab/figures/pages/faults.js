/**
 * Return what is wrong with this page by its geometry, and its visible texts. `narrow`: fingers use it.
 *
 * cut: a text or a part that a box around it cuts. aside: a text beside the window. overlap: two texts, or a text below
 * another part. short: an ellipsis without a title. empty: a heading without words. small: a target of less than 44 px.
 */
(narrow) => {
  const SLACK = 2;
  const TARGET = 44;
  const PARTS = "button, .card, .chip, input, select, svg.icon";
  const TARGETS = "a, button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=radio]";
  const HEADINGS = "h1, h2, h3, th, legend, dt, summary";
  const found = new Set();
  const texts = new Set();
  const root = document.documentElement;
  const scope = document.querySelector("dialog[open]") ?? document.body;
  const shortened = (text) => text.replace(/\s+/g, " ").trim().slice(0, 50);
  const shown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest(".hidden, script, style, noscript, .shapes, option") === null &&
    getComputedStyle(element).clipPath !== "inset(50%)";

  /** The ancestors that can cut an element: those of its containing blocks. */
  function* around(element) {
    let position = getComputedStyle(element).position;
    for (let each = element.parentElement; each !== null && each !== root; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (position === "fixed") return;
      if (position === "absolute" && style.position === "static") continue;
      yield [each, style];
      position = style.position;
    }
  }

  /**
   * Return the part of a box that is in sight, and whether one that does not scroll cuts it.
   * `inner`: the box is a text in the element itself, which can cut it, too.
   */
  function sight(element, { left, right, top, bottom }, inner) {
    const box = { left, right, top, bottom };
    const seen = { ...box };
    let cut = false;
    const reached = { x: false, y: false };
    const own = inner ? [[element, getComputedStyle(element)]] : [];
    for (const [each, style] of [...own, ...around(element)]) {
      const clip = each.getBoundingClientRect();
      for (const [axis, low, high] of [["x", "left", "right"], ["y", "top", "bottom"]]) {
        const overflow = style[axis === "x" ? "overflowX" : "overflowY"];
        if (overflow === "visible") continue;
        const scrolls = overflow === "auto" || overflow === "scroll";
        const shortened = axis === "x" && style.textOverflow === "ellipsis";
        if (!scrolls && !shortened && !reached[axis]) {
          cut ||= box[low] < clip[low] - SLACK || box[high] > clip[high] + SLACK;
        }
        if (shortened) Object.assign(box, { [low]: Math.max(box[low], clip[low]), [high]: Math.min(box[high], clip[high]) });
        reached[axis] ||= scrolls;
        seen[low] = Math.max(seen[low], clip[low]);
        seen[high] = Math.min(seen[high], clip[high]);
      }
    }
    const still = [document.body, root].some((each) => ["hidden", "clip"].includes(getComputedStyle(each).overflowY));
    const below = still && !reached.y && (box.top < -SLACK || box.bottom > innerHeight + SLACK);
    const aside = !reached.x && (box.left < -SLACK || box.right > innerWidth + SLACK);
    return { seen, cut: cut || below, aside, there: seen.right - seen.left > 1 && seen.bottom - seen.top > 1 };
  }

  /** The boxes of all texts in sight, each with its element. */
  const boxes = [];
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const element = text.parentElement;
    if (!text.data.trim() || !shown(element)) continue;
    texts.add(text.data.trim());
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue;
      const { seen, cut, aside, there } = sight(element, box, true);
      const goesOn = element.closest(".story") !== null && !there;
      if (cut && !goesOn) found.add(`cut: ${shortened(text.data)}`);
      else if (aside && !goesOn) found.add(`aside: ${shortened(text.data)}`);
      if (there) boxes.push({ text, element, seen });
    }
  }
  for (const part of scope.querySelectorAll(PARTS)) {
    const box = part.getBoundingClientRect();
    if (!shown(part) || box.width < 1 || part.type === "checkbox" || part.type === "radio") continue;
    const { cut, aside } = sight(part, box, false);
    if (cut || aside) found.add(`cut: ${part.tagName} ${shortened(part.textContent)}`);
  }
  /** A line is higher than its letters, so its middle counts. */
  const middle = ({ top, bottom }) => [top + (bottom - top) * 0.25, bottom - (bottom - top) * 0.25];
  for (const [index, one] of boxes.entries()) {
    const [top, bottom] = middle(one.seen);
    for (const other of boxes.slice(index + 1)) {
      if (one.text === other.text) continue;
      const [above, below] = middle(other.seen);
      const wide = Math.min(one.seen.right, other.seen.right) - Math.max(one.seen.left, other.seen.left);
      if (wide > SLACK && Math.min(bottom, below) - Math.max(top, above) > 1) {
        found.add(`overlap: ${shortened(one.text.data)} / ${shortened(other.text.data)}`);
      }
    }
    const at = [(one.seen.left + one.seen.right) / 2, (top + bottom) / 2];
    const over = document.elementFromPoint(...at);
    if (over !== null && !over.contains(one.element) && !one.element.contains(over)) {
      found.add(`overlap: ${shortened(one.text.data)} / ${over.tagName} ${shortened(over.textContent)}`);
    }
  }
  for (const each of scope.querySelectorAll("*")) {
    if (!shown(each)) continue;
    const style = getComputedStyle(each);
    const wide = style.textOverflow === "ellipsis" && each.scrollWidth > each.clientWidth + 1;
    const high = style.webkitLineClamp !== "none" && each.scrollHeight > each.clientHeight + 1;
    if ((wide || high) && !each.closest("[title]")) found.add(`short: ${shortened(each.textContent)}`);
    if (each.matches(HEADINGS) && !each.textContent.trim() && !each.querySelector("svg, img, input")) {
      found.add(`empty: ${each.tagName} ${each.id}`);
    }
    if (!narrow || !each.matches(TARGETS)) continue;
    const alone = style.display !== "inline" || shortened(each.parentElement.textContent) === shortened(each.textContent);
    const label = each.labels?.[0];
    const { width, height } = (label?.contains(each) ? label : each).getBoundingClientRect();
    if (alone && Math.min(width, height) < TARGET - 0.5) found.add(`small: ${each.tagName} ${shortened(each.textContent) || each.id}`);
  }
  if (root.scrollWidth > innerWidth + 1) found.add(`aside: the page is ${root.scrollWidth} px wide`);
  return { faults: [...found], texts: [...texts] };
}

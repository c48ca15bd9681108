// @ts-check
/** A browser as the table's screen: it draws the table's own pictures, and gives back keys and fingers. */

import { at, made } from "./drawing.js";
import { join } from "./line.js";
import { word } from "./words.js";

/** @typedef {{number: number, size: [number, number], lines: string[]}} Picture */

const WORDS = 64;
/** The longest side of a picture in pixels. */
const LONGEST = 1920;
const SETTLED_MS = 200;
const MOVED_MS = 40;
/** The keys of the table that a browser would use itself. */
const KEYS = ["left", "right", "down", "enter", "backspace", "escape", "f1", "f3", "f4", "f5", "f7"];
/** @type {Promise<[number, number, ImageBitmap]>[]} the parts of the next picture */
let parts = [];
/** The picture that is drawn last; each one waits for the one before. */
let drawn = Promise.resolve();
let settling = 0;
let moved = 0;

const screen = /** @type {HTMLCanvasElement} */ (at("screen"));

const posts = join({
  stands(now, words) {
    at("compare").hidden = now !== "knocking";
    at("pair").textContent = words.map((number) => word(`phone.word.${String(number % WORDS).padStart(2, "0")}`)).join(", ");
    at("state").textContent = now === "in" ? "" : word(`page.table.state.${now}`);
    screen.hidden = now !== "in";
    parts = [];
    if (now === "in") {
      measures();
      screen.focus();
    }
  },
  received(message) {
    if (message instanceof Uint8Array) {
      const view = new DataView(message.buffer, message.byteOffset);
      const png = new Blob([message.slice(5)], { type: "image/png" });
      parts.push(createImageBitmap(png).then((part) => [view.getUint16(1), view.getUint16(3), part]));
    }
    if (message.picture) {
      const whole = parts;
      parts = [];
      drawn = drawn.then(() => draws(message.picture, whole));
    }
  },
}, true);

/**
 * @param {Picture} picture
 * @param {Promise<[number, number, ImageBitmap]>[]} whole
 */
async function draws(picture, whole) {
  const pieces = await Promise.all(whole);
  const [width, height] = picture.size;
  if (screen.width !== width || screen.height !== height) {
    screen.width = width;
    screen.height = height;
  }
  for (const [x, y, piece] of pieces) {
    screen.getContext("2d")?.drawImage(piece, x, y);
    piece.close();
  }
  at("lines").replaceChildren(...picture.lines.map((line) => made("li", "", line)));
  screen.dataset["picture"] = String(picture.number);
  posts({ drew: picture.number });
}

/** Say how large the page is, in its own pixels. */
function measures() {
  const width = innerWidth * devicePixelRatio;
  const height = innerHeight * devicePixelRatio;
  const share = Math.min(1, LONGEST / width, LONGEST / height);
  posts({ act: { kind: "size", x: Math.floor(width * share), y: Math.floor(height * share) } });
}

/**
 * @param {"down" | "move" | "up"} kind
 * @param {PointerEvent} event
 */
function points(kind, event) {
  const place = screen.getBoundingClientRect();
  const x = Math.round(((event.clientX - place.left) * screen.width) / place.width);
  const y = Math.round(((event.clientY - place.top) * screen.height) / place.height);
  posts({ act: { kind, x, y } });
}

/** @param {KeyboardEvent} event @param {"key_down" | "key_up"} kind */
function presses(event, kind) {
  if (screen.hidden || event.ctrlKey || event.altKey || event.metaKey) return;
  const key = event.key.length === 1 ? event.key : event.key.replace("Arrow", "").toLowerCase();
  if (!KEYS.includes(key) && key.length !== 1) return;
  event.preventDefault();
  if (!event.repeat) posts({ act: { kind, key } });
}

screen.addEventListener("pointerdown", (event) => {
  screen.setPointerCapture(event.pointerId);
  points("down", event);
});
screen.addEventListener("pointerup", (event) => points("up", event));
screen.addEventListener("pointercancel", (event) => points("up", event));
screen.addEventListener("pointermove", (event) => {
  if (!event.buttons || event.timeStamp - moved < MOVED_MS) return;
  moved = event.timeStamp;
  points("move", event);
});
addEventListener("keydown", (event) => presses(event, "key_down"));
addEventListener("keyup", (event) => presses(event, "key_up"));
addEventListener("resize", () => {
  clearTimeout(settling);
  settling = setTimeout(measures, SETTLED_MS);
});

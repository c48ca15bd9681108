// @ts-check
/** A list on its way to the table, and a file on its way from there, both in pieces. */

import { button } from "./asking.js";
import { at, made, show } from "./drawing.js";
import { codeIn } from "./photo.js";
import { word } from "./words.js";

/** @typedef {import("./seat.js").Page} Page */

const PIECE = 2000;
const LONGEST = 256 * 1024;

/** @type {(list: string) => void} */
let alone = () => undefined;

/**
 * Bring this list in the place of the text that it stands in.
 * @param {string} list
 */
export function bringsAlone(list) {
  alone(list);
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/**
 * Return what a list is brought with. `begun` is called as it goes to the table.
 * @param {string[]} editions
 * @param {Page} page
 * @param {() => void} begun
 */
export function brought(editions, page, begun) {
  const file = input("file", "list-file");
  const words = document.createElement("textarea");
  words.rows = 3;
  words.dataset["name"] = "list-text";
  const photo = input("file", "list-photo");
  photo.accept = "image/*";
  photo.setAttribute("capture", "environment");
  const found = made("p", "note");
  found.setAttribute("role", "status");
  photo.addEventListener("change", async () => {
    const taken = photo.files?.[0];
    if (taken === undefined) return;
    const text = await codeIn(taken);
    found.textContent = word(text === null ? "page.phone.setup.photo.none" : "page.phone.setup.photo.read");
    if (text === null) return;
    file.value = "";
    words.value = text;
  });
  let edition = editions[0] ?? "current";
  const choices = editions.length < 2 ? [] : editions.map((each) => {
    const box = input("radio", `edition/${each}`);
    box.name = "edition";
    box.checked = each === edition;
    box.addEventListener("change", () => {
      edition = each;
    });
    return made("label", "row", box, word("page.phone.setup.edition", { edition: each }));
  });
  const send = async () => {
    const chosen = file.files?.[0];
    const text = new TextEncoder().encode(words.value);
    const size = chosen?.size ?? text.length;
    // Of one that is larger than any the table hears the first piece alone, and says so.
    const heard = size > LONGEST ? PIECE : size;
    const held = chosen ? new Uint8Array(await chosen.slice(0, heard).arrayBuffer()) : text.slice(0, heard);
    if (!held.length) return;
    const name = chosen?.name ?? "";
    if (name) /** @type {HTMLInputElement} */ (at("keep-name")).value = name.replace(/\.[^.]*$/, "");
    begun();
    for (let begin = 0; begin < held.length; begin += PIECE) {
      const piece = { name, size, at: begin, held: base64(held.slice(begin, begin + PIECE)), edition };
      page.posts({ wish: { act: "read", piece } });
    }
  };
  alone = (list) => {
    file.value = "";
    words.value = list;
    void send();
  };
  const kept = /** @type {HTMLInputElement} */ (at("keep-name"));
  at("keeping").append(button("keep", word("page.phone.setup.keep"), () => {
    if (kept.value) page.posts({ wish: { act: "keep", value: kept.value } });
  }, "sure"));
  return [
    made("label", "row", word("page.phone.setup.file"), file),
    made("label", "row", word("page.phone.setup.photo"), photo),
    found,
    made("label", "row", word("page.phone.setup.text"), words),
    ...choices,
    button("read", word("page.phone.setup.read"), () => void send(), "sure"),
  ];
}

/**
 * @param {string} type
 * @param {string} name
 */
function input(type, name) {
  const made = document.createElement("input");
  made.type = type;
  made.dataset["name"] = name;
  return made;
}

/** @typedef {{name: string, size: number, at: number, held: string}} Piece */
/** @type {{name: string, size: number, held: Uint8Array<ArrayBuffer>[], come: number} | null} */
let coming = null;

/**
 * Take a piece of a file, and offer the file once it is whole.
 * @param {Piece} piece
 */
export function comes(piece) {
  const bytes = Uint8Array.from(atob(piece.held), (letter) => letter.charCodeAt(0));
  if (piece.at === 0) coming = { name: piece.name, size: piece.size, held: [], come: 0 };
  if (coming === null || piece.at !== coming.come) return;
  coming.held.push(bytes);
  coming.come += bytes.length;
  const { name, size, held, come } = coming;
  const percent = size ? Math.floor((100 * come) / size) : 100;
  if (come < size) {
    show(at("file"), [name, percent], () => [made("p", "note", word("page.phone.setup.coming", { name, percent }))]);
    return;
  }
  coming = null;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(held));
  link.download = name;
  link.textContent = word("page.phone.setup.save", { name });
  link.className = "button";
  show(at("file"), [name, size, performance.now()], () => [link]);
}

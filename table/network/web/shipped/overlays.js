// @ts-check
/** Choose an overlay, see it over a picture of one's own, and copy its address. The picture stays in this browser. */

import { at } from "./drawing.js";
import { word } from "./words.js";

const form = /** @type {HTMLFormElement} */ (at("chosen"));
const preview = /** @type {HTMLIFrameElement} */ (at("preview"));
const behind = /** @type {HTMLCanvasElement} */ (at("behind"));
const address = /** @type {HTMLAnchorElement} */ (at("address"));
const picture = /** @type {HTMLInputElement} */ (at("picture"));
const USUAL = { form: "wide", place: "top-left", look: "dark", size: "100", seat: "", lines: "5", text: "", at: "", blue: "", red: "" };

/** Return the address of what is chosen, with what differs from the usual alone. */
function chosen() {
  const fields = new FormData(form);
  const asked = new URLSearchParams({ lang: document.documentElement.lang });
  for (const [name, usual] of Object.entries(USUAL)) {
    const value = String(fields.get(name) ?? "");
    if (value !== "" && value !== usual) asked.set(name, value);
  }
  return new URL(`/overlay/${fields.get("part")}?${asked}`, location.href).href;
}

function shows() {
  const tall = new FormData(form).get("form") === "tall";
  const now = chosen();
  at("stage").classList.toggle("tall", tall);
  if (preview.src !== now) preview.src = now;
  address.href = now;
  address.textContent = now;
  at("copied").textContent = "";
  fits();
}

/** The preview has the size of the stream's picture, and is drawn as large as there is room for. */
function fits() {
  preview.style.transform = `scale(${at("stage").clientWidth / preview.clientWidth})`;
}

async function paints() {
  const [file] = picture.files ?? [];
  if (file === undefined) return;
  const bitmap = await createImageBitmap(file);
  behind.width = bitmap.width;
  behind.height = bitmap.height;
  behind.getContext("2d")?.drawImage(bitmap, 0, 0);
}

async function copies() {
  try {
    await navigator.clipboard.writeText(chosen());
    at("copied").textContent = word("page.overlays.copied");
  } catch {
    getSelection()?.selectAllChildren(address);
    at("copied").textContent = word("page.overlays.select");
  }
}

form.addEventListener("input", shows);
form.addEventListener("submit", (event) => event.preventDefault());
picture.addEventListener("change", () => void paints());
at("copy").addEventListener("click", () => void copies());
addEventListener("resize", fits);
shows();

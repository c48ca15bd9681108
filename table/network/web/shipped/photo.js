// @ts-check
/** A photo of a QR code is read on this phone: neither the photo nor the camera is known to the table. */

import { decodeQR } from "./vendor/qr.js";

/** The longest sides in pixels at which a photo is tried: large ones for small codes, small ones for blurred ones. */
const SIDES = [1600, 1000, 600];

/**
 * Return the text of the code in a photo, or null if none is found.
 * @param {Blob} photo
 * @returns {Promise<string | null>}
 */
export async function codeIn(photo) {
  const picture = await createImageBitmap(photo).catch(() => null);
  if (picture === null) return null;
  const canvas = document.createElement("canvas");
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  const longest = Math.max(picture.width, picture.height);
  for (const side of SIDES.filter((each) => each < longest * 2 || each === SIDES.at(-1))) {
    const share = Math.min(1, side / longest);
    canvas.width = Math.max(1, Math.round(picture.width * share));
    canvas.height = Math.max(1, Math.round(picture.height * share));
    drawing?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const pixels = drawing?.getImageData(0, 0, canvas.width, canvas.height);
    try {
      if (pixels !== undefined) return decodeQR(pixels);
    } catch {
      // Nothing is found at this size.
    }
  }
  return null;
}

/** What a phone's page uses of qr.js. */
export function decodeQR(image: { width: number; height: number; data: Uint8ClampedArray }): string;

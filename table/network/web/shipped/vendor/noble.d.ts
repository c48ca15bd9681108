/** The four functions that a phone's page takes of noble. */
export declare function chacha20poly1305(key: Uint8Array, nonce: Uint8Array, aad?: Uint8Array): {
  encrypt(plain: Uint8Array): Uint8Array;
  decrypt(sealed: Uint8Array): Uint8Array;
};
export declare const x25519: {
  keygen(seed?: Uint8Array): { secretKey: Uint8Array; publicKey: Uint8Array };
  getPublicKey(secret: Uint8Array): Uint8Array;
  getSharedSecret(secret: Uint8Array, other: Uint8Array): Uint8Array;
};
export declare function sha256(data: Uint8Array): Uint8Array;
export declare function hkdf(hash: typeof sha256, key: Uint8Array, salt: Uint8Array, info: Uint8Array, size: number): Uint8Array;

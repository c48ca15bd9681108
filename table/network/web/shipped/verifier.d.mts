/** The part of the second verifier that a page uses. */
export type JournalEvent = { readonly type: string; readonly [name: string]: unknown };
export type Checked = {
  file: { match: string; system: string; players: { blue?: [string, string]; red?: [string, string] }; head: string };
  batches: { events: JournalEvent[]; chance: [number, number, number][] }[];
  proved: ("chain" | "seals" | "chance")[];
  seals: { opened: number; closed: number };
  chance: { disclosed: boolean; checked: number; waiting: number; byHand: number; codes?: Record<number, string> };
  clock: { match: number } | null;
};
export declare function checked(raw: Uint8Array, sha256: (bytes: Uint8Array) => Uint8Array): Checked;
export declare function isForgery(error: unknown): error is Error;

// Texts -> how to measure and cut them for a screen; what knows all scripts takes long to load, and most texts do not need it.

export type Measure = {
  readonly width: (text: string) => number;
  readonly fit: (text: string, room: number) => string;
  /** The same, but what is kept is the end: of a path that is what tells. */
  readonly fitEnd: (text: string, room: number) => string;
};

const plain: Measure = {
  width: (text) => text.length,
  fit: (text, room) => (text.length <= room ? text : `${text.slice(0, Math.max(0, room - 1))}…`),
  fitEnd: (text, room) => (text.length <= room ? text : `…${text.slice(text.length - Math.max(0, room - 1))}`),
};

export async function measureOf(texts: Iterable<string>): Promise<Measure> {
  for (const text of texts) if (/[^ -~…]/.test(text)) return await import("./fit.ts");
  return plain;
}

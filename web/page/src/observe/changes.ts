/** Remembers the last readings, so that a later one can say only what changed. */
import type { Chunk, Element, Reading } from "../types.js";

const KEPT = 8;

interface Past {
  chunks: Map<string, string>;
  elements: Map<string, string>;
}

const past = new Map<number, Past>();
let count = 0;

export function nextReading(): number {
  count += 1;
  return count;
}

/** Keeps a reading for comparison, and takes out of it what the one before already said. */
export function compare(reading: Reading, since: number | undefined): void {
  const now: Past = {
    chunks: new Map(reading.chunks.map((chunk) => [chunk.node, said(chunk)])),
    elements: new Map(reading.elements.map((element) => [element.handle, shown(element)])),
  };
  past.set(reading.reading, now);
  for (const number of past.keys()) if (number <= reading.reading - KEPT) past.delete(number);
  const before = since === undefined ? undefined : past.get(since);
  if (before === undefined || since === reading.reading) return;
  reading.gone = {
    nodes: [...before.chunks.keys()].filter((node) => !now.chunks.has(node)),
    handles: [...before.elements.keys()].filter((handle) => !now.elements.has(handle)),
  };
  reading.chunks = reading.chunks.filter((chunk) => before.chunks.get(chunk.node) !== said(chunk));
  reading.elements = reading.elements.filter((element) => before.elements.get(element.handle) !== shown(element));
  // Positions in the full list of lines mean nothing in the shortened one.
  delete reading.primary;
  for (const frame of reading.frames) frame.after = -1;
}

function said(chunk: Chunk): string {
  return `${chunk.role} ${chunk.text}`;
}

/** Without its box: what only moved has not changed. */
function shown(element: Element): string {
  const { box: _box, ...rest } = element;
  return JSON.stringify({ ...rest, states: rest.states.filter((state) => state !== "offScreen") });
}

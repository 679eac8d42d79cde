/** Remembers the last readings, so that a later one can say only what changed. */
import type { Chunk, Element, Reading } from "../types.js";

const KEPT = 8;

/** A reading as it was given out; it is put into words only when a later one asks for it. */
type Past = Pick<Reading, "chunks" | "elements">;

const past = new Map<number, Past>();
let count = 0;

export function nextReading(): number {
  count += 1;
  return count;
}

/** Keeps a reading for comparison, and takes out of it what the one before already said. */
export function compare(reading: Reading, since: number | undefined): void {
  past.set(reading.reading, { chunks: reading.chunks, elements: reading.elements });
  for (const number of past.keys()) if (number <= reading.reading - KEPT) past.delete(number);
  const then = since === undefined ? undefined : past.get(since);
  if (then === undefined || since === reading.reading) return;
  const [before, now] = [written(then), written(reading)];
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

function written({ chunks, elements }: Past): { chunks: Map<string, string>; elements: Map<string, string> } {
  return {
    chunks: new Map(chunks.map((chunk) => [chunk.node, said(chunk)])),
    elements: new Map(elements.map((element) => [element.handle, shown(element)])),
  };
}

function said(chunk: Chunk): string {
  return `${chunk.role} ${chunk.text}`;
}

/** Without its box: what only moved has not changed. */
function shown(element: Element): string {
  const { box: _box, ...rest } = element;
  return JSON.stringify({ ...rest, states: rest.states.filter((state) => state !== "offScreen") });
}

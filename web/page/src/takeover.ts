/** Tells the core that a person took over: input that nobody announced. */

const INPUT: Record<string, string> = {
  pointerdown: "pointer",
  touchstart: "pointer",
  keydown: "key",
  wheel: "wheel",
  paste: "paste",
};
const PAUSE_MS = 1_000;

let reported = -PAUSE_MS;

export function reportTakeover(type: string): void {
  const input = INPUT[type];
  if (input === undefined || performance.now() - reported < PAUSE_MS) return;
  reported = performance.now();
  notify(JSON.stringify({ kind: "takeover", input }));
}

/** Tells the core something that it did not ask for. */
export function notify(payload: string): void {
  // An own property: an element of the page with this name would show up in the global object too.
  const tell: unknown = Object.getOwnPropertyDescriptor(globalThis, "laikaNotify")?.value;
  if (typeof tell === "function") tell(payload);
}

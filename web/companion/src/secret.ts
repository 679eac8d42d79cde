/**
 * The word by which this window may speak. In a browser of Laika's own it is there before any script of the page; in any
 * other it stands in the address, and lets the window only look. It is read once and kept nowhere else (S2).
 */

export interface Secret {
  token: string;
  /** Whether it came with the address: such a window only looks, whatever it asks for. */
  viewOnly: boolean;
}

/** The parts of a window that may hold it. */
export interface Holder {
  laikaSecret?: unknown;
  location: { hash: string; pathname: string };
  history: { replaceState(data: unknown, unused: string, url: string): void };
}

/** Takes it out of the window, so that nothing that runs later finds it. */
export function takeSecret(holder: Holder): Secret | null {
  const given = holder.laikaSecret;
  delete holder.laikaSecret;
  const [, shown] = /^#view=([\w-]+)$/.exec(holder.location.hash) ?? [];
  // Also where it is not needed: an address with a word in it must not stay in the history.
  if (shown !== undefined) holder.history.replaceState(null, "", holder.location.pathname);
  if (typeof given === "string" && given !== "") return { token: given, viewOnly: false };
  return shown === undefined ? null : { token: shown, viewOnly: true };
}

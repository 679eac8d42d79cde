/**
 * When a yes may count (S18). A button that was just put under somebody's finger is not what they meant to press, so a
 * yes counts only after what it is about has stood still for a while.
 */

/** Milliseconds a card has to stand unchanged. */
export const ARMED_AFTER_MS = 700;

/** What stands on the screen, and since when. */
export interface Standing {
  /** Of everything a yes would be bound to, and of which card it is. */
  face: string;
  since: number;
}

/** What stands after `face` was drawn at `now`: any change starts the wait again. */
export function stand(before: Standing | null, face: string, now: number): Standing {
  return before !== null && before.face === face ? before : { face, since: now };
}

/** Whether a yes to what stands may count at `now`. */
export function isArmed(standing: Standing | null, now: number): boolean {
  return standing !== null && now - standing.since >= ARMED_AFTER_MS;
}

/** How long until it may. */
export function armedIn(standing: Standing, now: number): number {
  return Math.max(0, standing.since + ARMED_AFTER_MS - now);
}

/** Only what the browser says a person did counts; a script can make any other event. */
export function isPersons(event: { isTrusted: boolean }): boolean {
  return event.isTrusted === true;
}

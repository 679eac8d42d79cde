/** Waiting until a page comes to rest before it is read. */

import * as dom from "../dom.js";
import { isOwnChange } from "../own.js";

const QUIET_MS = 100;

/** Waits until nothing in the document has changed for a moment, but no longer than `most` milliseconds. */
export function settled(most: number): Promise<void> {
  return new Promise((resolve) => {
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      stop();
      clearTimeout(quiet);
      clearTimeout(limit);
      resolve();
    };
    const again = (): void => {
      clearTimeout(quiet);
      quiet = setTimeout(end, QUIET_MS);
    };
    const stop = dom.watch(
      document,
      { subtree: true, childList: true, attributes: true, characterData: true },
      (records) => {
        if (!records.every(isOwnChange)) again();
      },
    );
    const limit = setTimeout(end, most);
    again();
  });
}

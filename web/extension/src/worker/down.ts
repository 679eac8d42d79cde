/** Messages in the daemon's words that the worker makes itself, where there is no daemon to say them. */

import type { Down, ErrorCode } from "../../../shared/daemon.js";

export function errorDown(code: ErrorCode, sentence: string): Down {
  return { says: "error", id: null, code, sentence };
}

/** The commands of a palette, and which of them fit what was typed. */

import type { IconName } from "./view/bits.js";

export interface Command {
  id: string;
  label: string;
  icon: IconName;
  act: () => void;
}

/** Those whose words begin with what was typed, in any order. */
export function matching(list: Command[], typed: string): Command[] {
  const wanted = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return list.filter((command) => {
    const has = command.label.toLowerCase().split(/[^\p{L}\p{N}-]+/u);
    return wanted.every((word) => has.some((one) => one.startsWith(word)));
  });
}

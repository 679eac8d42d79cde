/** Every journey in the companion window. */

import { approve } from "./approve.mjs";
import { forget } from "./forget.mjs";
import { german } from "./german.mjs";
import { hostile } from "./hostile.mjs";
import { keyboard } from "./keyboard.mjs";
import { restart } from "./restart.mjs";
import { rules } from "./rules.mjs";
import { search } from "./search.mjs";
import { thread } from "./thread.mjs";
import { viewOnly } from "./view-only.mjs";

export const journeys = [thread, search, approve, rules, restart, forget, hostile, keyboard, german, viewOnly];

/**
 * Which questions may be put to a page in the name of a tool. A token says which tools it is good for; what is not in
 * this table is asked by no tool.
 */

import type { Request } from "../../../page/src/types.js";

type Op = Request["op"];

/** About the document itself, its guard and its marks: these take nothing out of a page and change nothing in it. */
const ALWAYS: Op[] = ["identify", "guard", "disarm", "highlight", "clearHighlight", "settle", "title"];
/** What an element is and where it stands is a part of reading; the gate decides by it before any act. */
const LOOK: Op[] = ["target", "owner"];
const AIM: Op[] = [...LOOK, "arm", "check", "press", "outcome"];

const OPS: Record<string, Op[]> = {
  "browser.observe_dom": ["observe", ...LOOK],
  "browser.find": ["find"],
  "browser.extract_table": ["table"],
  "browser.get_selection_links": ["selectionLinks"],
  "browser.wait_for": ["waitFor"],
  "browser.capture_viewport": ["map"],
  "browser.click": AIM,
  "browser.type": [...AIM, "enter"],
  "browser.select": [...AIM, "choose"],
  "browser.scroll": ["scroll"],
  "browser.navigate": [],
  "browser.open_tab": [],
  "browser.switch_tab": [],
  "content.summarize": ["observe"],
  "content.find": ["observe"],
};

/** One of these at a time in a document. */
const ACTS = new Set<string>(["arm", "check", "press", "enter", "choose", "scroll"] satisfies Op[]);

export function mayAsk(tool: string, op: string): boolean {
  const ops = Object.hasOwn(OPS, tool) ? OPS[tool] : undefined;
  return ops !== undefined && ([...ALWAYS, ...ops] as string[]).includes(op);
}

export function isAct(op: string): boolean {
  return ACTS.has(op);
}

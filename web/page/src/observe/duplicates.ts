/** Text that a page holds twice is sent once. */
import type { Line, Region, Walk } from "./lines.js";

const LEAST_CHARS = 20;
const EXEMPT: ReadonlySet<string> = new Set([
  "item",
  "row",
  "heading",
  "code",
  "caption",
  "term",
  "definition",
  "summary",
]);

/** For each line, whether the page says the same before; `spared` lines are never left out. */
export function findRepeats(walk: Walk, spared: (line: Line) => boolean): Uint8Array {
  const { lines } = walk;
  const repeats = new Uint8Array(lines.length);
  markContainers(walk, repeats);
  const said = new Set<string>();
  lines.forEach((line, index) => {
    if (repeats[index] === 1 || EXEMPT.has(line.kind) || line.body.length < LEAST_CHARS) return;
    if (said.has(line.body) && !spared(line)) repeats[index] = 1;
    else said.add(line.body);
  });
  return repeats;
}

/** A list whose lines all stand in an earlier one too, such as a menu made twice for two sizes of screen. */
function markContainers(walk: Walk, repeats: Uint8Array): void {
  const said = new Map<string, Region>();
  const visit = (region: Region): void => {
    if (region.first === region.end) return;
    if (region.tag === "ul" || region.tag === "ol" || region.tag === "table" || region.tag === "nav") {
      let text = "";
      for (let at = region.first; at < region.end; at += 1) text += `${(walk.lines[at] as Line).text}\n`;
      if (text.length >= LEAST_CHARS) {
        const before = said.get(text);
        // A list that is all there is in another one is the same list.
        if (before === undefined) said.set(text, region);
        else if (before.end <= region.first) {
          repeats.fill(1, region.first, region.end);
          return;
        }
      }
    }
    for (const child of region.children) visit(child);
  };
  visit(walk.root);
}

/** What changed in a source since it was captured before. */

import type { JSX } from "preact";
import { useLaika } from "../app.js";
import { type DiffLine, diffLines } from "../diff.js";
import { text, thing, things } from "../read.js";
import { w } from "../words/index.js";
import { Loaded } from "./bits.js";
import { Diff } from "./timeline.js";

export function SourceChanges({ source }: { source: string }): JSX.Element {
  const diff = useLaika("source.diff", { source }, readDiff);
  return (
    <div class="source-changes">
      <Loaded of={diff}>
        {(lines) =>
          lines.every((line) => line.kind === "same") ? (
            <p class="note">{w.coll.unchanged}</p>
          ) : (
            <Diff lines={lines} label={w.coll.changes} />
          )
        }
      </Loaded>
    </div>
  );
}

/** Lines, or the two texts, or a unified diff. */
function readDiff(value: unknown): DiffLine[] {
  const one = thing(value);
  const [before, after, unified] = [text(one["before"]), text(one["after"]), text(one["diff"])];
  if (before !== null && after !== null) return diffLines(before, after);
  if (unified !== null) {
    return unified
      .split("\n")
      .map((line): DiffLine => ({
        kind: line.startsWith("+") ? "comes" : line.startsWith("-") ? "goes" : "same",
        text: line.replace(/^[-+ ]/, ""),
      }));
  }
  return things(one["lines"]).map((line): DiffLine => {
    const kind = line["kind"];
    return { kind: kind === "comes" || kind === "goes" ? kind : "same", text: text(line["text"]) ?? "" };
  });
}

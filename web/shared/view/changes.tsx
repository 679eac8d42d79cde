/** What would change in files, whole: a yes is bound to all of it (S18). */

import type { JSX } from "preact";
import type { FileChange } from "../daemon.js";
import { words } from "../words/index.js";
import { Exact } from "./bits.js";

export function Changes({ change }: { change: FileChange }): JSX.Element {
  const places = change.files.reduce((all, file) => all + file.replacements, 0);
  return (
    <>
      <small>{words.changeCount(change.files.length, places)}</small>
      <ul class="plain-list">
        {change.files.map((file) => (
          <li key={file.path}>
            <Exact text={file.path} />
          </li>
        ))}
      </ul>
      <div class="diff" role="group" aria-label={words.changes} tabIndex={0}>
        {change.diff.split("\n").map((line, at) => (
          <DiffLine key={at} line={line} />
        ))}
      </div>
    </>
  );
}

/** The sign stands in front, so that nothing is said by colour alone. */
function DiffLine({ line }: { line: string }): JSX.Element {
  const head = /^(?:---|\+\+\+|@@)/.test(line);
  const kind = head ? "head" : line.startsWith("+") ? "comes" : line.startsWith("-") ? "goes" : "same";
  return (
    <span class={`diff-line ${kind}`}>
      {kind === "comes" && <span class="unseen">{words.fileComes}: </span>}
      {kind === "goes" && <span class="unseen">{words.fileGoes}: </span>}
      {line === "" ? " " : <Exact text={line} />}
    </span>
  );
}

/** A citation opened: the captured text of its source, with the quote marked in its place. All of it is text. */

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { manyLines, oneLine } from "../../../shared/text.js";
import { words } from "../../../shared/words/index.js";
import { Act } from "../../../shared/view/bits.js";
import { useLaika } from "../app.js";
import { placeQuote } from "../place.js";
import { type Citation, readCapture } from "../types/collections.js";
import { count, w, when } from "../words/index.js";
import { Address, Loaded, Tag } from "./bits.js";

interface Props {
  citation: Pick<Citation, "sourceId" | "capture" | "quote" | "start" | "end">;
  url: string;
  title: string;
  sensitive?: boolean;
  onClose: () => void;
}

export function QuoteDrawer({ citation, url, title, sensitive = false, onClose }: Props): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const mark = useRef<HTMLElement>(null);
  const whole = citation.quote === "";
  const capture = useLaika("source.show", { source: citation.sourceId, capture: citation.capture }, readCapture);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => mark.current?.scrollIntoView({ block: "center" }), [capture.value]);
  return (
    <dialog
      ref={dialog}
      class="drawer"
      aria-label={whole ? w.source.text : w.source.place}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div class="drawer-body">
        <header class="drawer-head">
          <h2>{whole ? w.source.text : w.source.place}</h2>
          <Act bare label={words.close} icon="cross" look="quiet" onAct={onClose} />
        </header>
        <p class="drawer-title">{oneLine(title)}</p>
        <Address url={url} quote={citation.quote} copyOnly={sensitive} />
        <Loaded of={capture}>
          {(one) => {
            const placed = placeQuote(one.text, citation.quote, citation.start, citation.end);
            return (
              <>
                <p class="note">
                  {w.source.captured(when(one.head.capturedAt), count(one.head.chars))}{" "}
                  {one.head.publishedAt !== null && w.source.published(when(one.head.publishedAt))}{" "}
                  {one.head.cut && <Tag tone="warn">{w.source.cut}</Tag>}
                </p>
                {!whole && !placed.exact && (
                  <p class="banner">{placed.quote === "" ? w.source.notThere : w.source.moved}</p>
                )}
                <div class="captured" tabIndex={0} role="group" aria-label={w.source.text}>
                  {manyLines(placed.before)}
                  {placed.quote !== "" && <mark ref={mark}>{manyLines(placed.quote)}</mark>}
                  {manyLines(placed.after)}
                </div>
              </>
            );
          }}
        </Loaded>
      </div>
    </dialog>
  );
}

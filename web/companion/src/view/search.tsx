/** Words in what was captured, each found place with its sentence, and the way to it in the text. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { isPersons } from "../../../shared/arming.js";
import { oneLine } from "../../../shared/text.js";
import { Act, Icon } from "../../../shared/view/bits.js";
import { call, useDeed } from "../app.js";
import { type Found, readFound } from "../types/collections.js";
import { w } from "../words/index.js";
import { Address, DeedProblem, TextField } from "./bits.js";
import { QuoteDrawer } from "./quote.js";

export function SearchBox({ collection }: { collection: string | null }): JSX.Element {
  const [query, setQuery] = useState("");
  const [found, setFound] = useState<Found[] | null>(null);
  const [open, setOpen] = useState<Found | null>(null);
  const deed = useDeed();
  const search = (): void =>
    deed.run(async () =>
      setFound(
        readFound(
          await call("collection.search", { query: query.trim(), ...(collection === null ? {} : { collection }) }),
        ),
      ),
    );
  return (
    <search class="search">
      <form
        class="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isPersons(event) && query.trim() !== "") search();
        }}
      >
        <TextField
          label={collection === null ? w.coll.searchAll : w.coll.search}
          type="search"
          value={query}
          onValue={setQuery}
        />
        <button type="submit" class="act" disabled={query.trim() === "" || deed.busy}>
          <Icon name="find" />
          <span>{w.coll.searchDo}</span>
        </button>
      </form>
      <DeedProblem deed={deed} />
      {found !== null && (
        <div role="status">
          <p class="note">{w.coll.foundCount(found.length)}</p>
          <ul class="found">
            {found.map((one, at) => (
              <li key={at}>
                <p class="found-title" id={`found-${at}`}>
                  {oneLine(one.title)}
                </p>
                <q class="quote">{oneLine(one.quote).replace(/[“”]/g, '"')}</q>
                <span class="source-place">
                  <Address url={one.url} quote={one.quote} />
                  <Act label={w.coll.showPlace} look="quiet" onAct={() => setOpen(one)} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {open !== null && <QuoteDrawer citation={open} url={open.url} title={open.title} onClose={() => setOpen(null)} />}
    </search>
  );
}

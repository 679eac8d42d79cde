/** New sources: addresses, a note, a file, or what a page links to. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { isPersons } from "../../../shared/arming.js";
import { webAddress } from "../../../shared/document.js";
import { call, tell, useDeed } from "../app.js";
import { addressesIn } from "../order.js";
import { w } from "../words/index.js";
import { Choose, DeedProblem, Field, TextField } from "./bits.js";

const KINDS = ["addresses", "page", "note", "file"] as const;
type Kind = (typeof KINDS)[number];

/** A file that is larger is no text that somebody reads. */
const MOST_FILE_BYTES = 5_000_000;

export function AddSources({ id, onDone }: { id: string; onDone: () => void }): JSX.Element {
  const [kind, setKind] = useState<Kind>("addresses");
  const [text, setText] = useState("");
  const [page, setPage] = useState("");
  const [way, setWay] = useState("top");
  const [n, setN] = useState("10");
  const [files, setFiles] = useState<File[]>([]);
  const [given, setGiven] = useState(0);
  const deed = useDeed();
  const { urls, wrong } = addressesIn(text);
  const tooLarge = files.some((file) => file.size > MOST_FILE_BYTES);
  const ready =
    kind === "addresses"
      ? urls.length > 0 && wrong.length === 0
      : kind === "page"
        ? webAddress(page.trim()) !== null
        : kind === "note"
          ? text.trim() !== ""
          : files.length > 0 && !tooLarge;
  const add = (): void =>
    deed.run(async () => {
      if (kind === "addresses") await call("collection.add", { collection: id, urls });
      else if (kind === "page")
        await call("collection.add_from_page", {
          collection: id,
          url: page.trim(),
          mode: way,
          n: Math.max(1, Number(n) || 10),
        });
      else if (kind === "note") await call("collection.add", { collection: id, notes: [text.trim()] });
      else await call("collection.add", { collection: id, files: await Promise.all(files.map(packed)) });
      setText("");
      setPage("");
      setFiles([]);
      setGiven(given + 1);
      tell(w.coll.added);
      onDone();
    });
  return (
    <form
      class="card add-box"
      aria-label={w.coll.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (isPersons(event) && ready && !deed.busy) add();
      }}
    >
      <fieldset class="segments">
        <legend>{w.coll.add}</legend>
        {KINDS.map((one) => (
          <label key={one}>
            <input type="radio" name="kind" checked={kind === one} onChange={() => setKind(one)} />
            <span>{w.coll.kinds[one]}</span>
          </label>
        ))}
      </fieldset>
      {kind === "addresses" && (
        <TextField
          label={w.coll.addresses}
          hint={w.coll.addressesHint}
          rows={3}
          value={text}
          onValue={setText}
          placeholder="https://"
        />
      )}
      {kind === "addresses" && wrong.length > 0 && <p class="field-problem">{w.coll.wrongAddresses(wrong.length)}</p>}
      {kind === "page" && (
        <>
          <TextField
            label={w.coll.page}
            hint={w.coll.pageHint}
            type="url"
            value={page}
            onValue={setPage}
            placeholder="https://"
          />
          <div class="filters">
            <Choose
              label={w.coll.way}
              value={way}
              onValue={setWay}
              options={[
                ["top", w.coll.top],
                ["links", w.coll.links],
              ]}
            />
            {way === "top" && <TextField label={w.coll.howMany} type="number" value={n} onValue={setN} />}
          </div>
        </>
      )}
      {kind === "note" && (
        <TextField label={w.coll.note} hint={w.coll.noteHint} rows={4} value={text} onValue={setText} />
      )}
      {kind === "file" && (
        <Field label={w.coll.file} hint={w.coll.fileHint}>
          {(field, described) => (
            <input
              id={field}
              // Another one after each time: what was added is not offered again.
              key={given}
              type="file"
              multiple
              accept=".txt,.md,.markdown,.html,.csv,.json"
              aria-describedby={described}
              onChange={(event) => setFiles([...(event.currentTarget.files ?? [])])}
            />
          )}
        </Field>
      )}
      {tooLarge && <p class="field-problem">{w.coll.fileTooLarge}</p>}
      <DeedProblem deed={deed} />
      <div class="acts">
        <button type="submit" class="act primary" disabled={!ready || deed.busy}>
          {w.coll.addDo}
        </button>
      </div>
    </form>
  );
}

async function packed(file: File): Promise<{ name: string; data: string }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  // In pieces: a call with a million arguments is none.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return { name: file.name, data: btoa(text) };
}

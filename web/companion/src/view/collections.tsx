/** All collections; and a search over all that was captured. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { isPersons } from "../../../shared/arming.js";
import { oneLine } from "../../../shared/text.js";
import { call, live, mayAct, useDeed, useLaika } from "../app.js";
import { text, thing } from "../read.js";
import { hrefOf } from "../route.js";
import { type Collection, readCollection, readCollections } from "../types/collections.js";
import { count, w, when } from "../words/index.js";
import { DeedProblem, Empty, Loaded, Page, Tag, TextField } from "./bits.js";
import { SearchBox } from "./search.js";

export function Collections(): JSX.Element {
  const changes = Object.values(live.value.changed).reduce((all, n) => all + n, 0);
  const all = useLaika("collection.list", {}, readCollections, changes);
  return (
    <Page title={w.nav.collections} lead={w.coll.lead}>
      {mayAct.value && <NewCollection />}
      <Loaded of={all}>
        {(found) =>
          found.length === 0 ? (
            <Empty icon="books" title={w.coll.none}>
              {mayAct.value ? w.coll.noneText : w.coll.noneView}
            </Empty>
          ) : (
            <>
              <SearchBox collection={null} />
              <ul class="collection-list">
                {found.map((one) => (
                  <Row key={one.id} collection={one} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function Row({ collection }: { collection: Collection }): JSX.Element {
  const { sources, captured } = collection;
  return (
    <li class="card collection">
      <h2>
        <a href={hrefOf("collections", collection.id)}>{oneLine(collection.title)}</a>
      </h2>
      <p class="note">
        {w.coll.sourceCount(sources)}
        {captured !== null &&
          sources !== null &&
          captured < sources &&
          `, ${w.coll.capturedOf(count(captured), count(sources))}`}
      </p>
      <p class="tag-row">
        {collection.tags.map((tag) => (
          <Tag key={tag}>{oneLine(tag)}</Tag>
        ))}
      </p>
      <small>{when(collection.updatedAt)}</small>
    </li>
  );
}

function NewCollection(): JSX.Element {
  const [title, setTitle] = useState("");
  const [tags, setTags] = useState("");
  const deed = useDeed();
  const make = (): void =>
    deed.run(async () => {
      const made = await call("collection.create", {
        title: title.trim(),
        tags: tags.split(/[,\s]+/).filter((tag) => tag !== ""),
      });
      const inner = thing(made)["collection"];
      const id = readCollection(inner ?? made).id || (text(inner) ?? "");
      if (id !== "") location.hash = hrefOf("collections", id, "sources");
    });
  return (
    <form
      class="card new-collection"
      aria-label={w.coll.create}
      onSubmit={(event) => {
        event.preventDefault();
        if (isPersons(event) && title.trim() !== "") make();
      }}
    >
      <TextField label={w.coll.newTitle} value={title} onValue={setTitle} placeholder={w.coll.newPlaceholder} />
      <TextField label={w.coll.tags} value={tags} onValue={setTags} placeholder={w.coll.tagsPlaceholder} />
      <button type="submit" class="act primary" disabled={title.trim() === "" || deed.busy}>
        {w.coll.create}
      </button>
      <DeedProblem deed={deed} />
    </form>
  );
}

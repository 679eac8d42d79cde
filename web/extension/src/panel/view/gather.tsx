/** Adding to a collection: what, and where to. Only titles of collections are known here; what is in them is not. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { isPersons } from "../../../../shared/arming.js";
import { oneLine } from "../../../../shared/text.js";
import { Act, Code, Origin, PageWords } from "../../../../shared/view/bits.js";
import type { Deeds } from "../deeds.js";
import { type Chosen, type Gathering, chosenSources } from "../gathering.js";
import { words } from "../words.js";
import type { Offered } from "../../shared/panel-port.js";
import { Sub } from "./sub.js";

const NEW = "";

export function Gather({ gathering, deeds }: { gathering: Gathering; deeds: Deeds }): JSX.Element {
  const { offered, collections, came } = gathering;
  const ready = offered !== null && collections !== null;
  return (
    <Sub title={words.gather} lead={words.gatherLead} deeds={deeds}>
      {!ready && <p class="note">{words.loading}</p>}
      {ready && came === null && <Form offered={offered} gathering={gathering} deeds={deeds} />}
      {came !== null && (
        <div class="gather-end">
          <p>
            <b>{words.gathered(came.added, came.known)}</b>
          </p>
          {came.refused.map(({ what, code, sentence }) => (
            <p key={what} class="note">
              {oneLine(what)}: {oneLine(sentence)} <Code code={code} />
            </p>
          ))}
          {came.added > 0 && <p class="note">{words.gatherLater}</p>}
          <div class="acts">
            <Act label={words.back} look="primary" onAct={() => deeds.view("home")} />
          </div>
        </div>
      )}
    </Sub>
  );
}

function Form({ offered, gathering, deeds }: { offered: Offered; gathering: Gathering; deeds: Deeds }): JSX.Element {
  const collections = gathering.collections ?? [];
  const kinds = kindsOf(offered);
  const [kind, setKind] = useState<Chosen["what"] | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [into, setInto] = useState<string | null>(null);
  const [title, setTitle] = useState("");
  const what = kind ?? kinds[0];
  const where = into ?? collections[0]?.id ?? NEW;
  if (what === undefined) {
    return (
      <>
        <p class="nothing">{words.gatherNothing}</p>
        {offered.unseen > 0 && <p class="note">{words.gatherUnseen(offered.unseen)}</p>}
        <Act label={words.gatherAgain} icon="again" onAct={deeds.gather} />
      </>
    );
  }
  const urls = new Set(offered.links.map((link) => link.url).filter((url) => !left.has(url)));
  const sources = chosenSources(offered, what === "links" ? { what, urls } : { what });
  const isNamed = where !== NEW || title.trim() !== "";
  const add = (): void => {
    if (isNamed) deeds.addTo(sources, where === NEW ? { title: title.trim() } : { id: where });
  };
  const toggle = (url: string): void => {
    const next = new Set(left);
    if (!next.delete(url)) next.add(url);
    setLeft(next);
  };
  return (
    <form
      class="gather"
      onSubmit={(event) => {
        event.preventDefault();
        if (isPersons(event)) add();
      }}
    >
      <fieldset>
        <legend>{words.gatherWhat}</legend>
        {kinds.map((one) => (
          <label key={one} class="choice">
            <input type="radio" name="what" checked={what === one} onChange={() => setKind(one)} />
            <span>
              <b>{nameOf(one, offered)}</b>
              <small>{one === "links" ? words.gatherElsewhere : words.gatherInTab}</small>
            </span>
          </label>
        ))}
        {kinds.length === 1 && <p class="note">{words.gatherHow}</p>}
        {offered.unseen > 0 && <p class="note">{words.gatherUnseen(offered.unseen)}</p>}
      </fieldset>
      <Pages offered={offered} what={what} left={left} onToggle={toggle} />
      <fieldset>
        <legend>{words.gatherWhere}</legend>
        {collections.map(({ id, title: called }) => (
          <label key={id} class="choice">
            <input type="radio" name="where" checked={where === id} onChange={() => setInto(id)} />
            <span>
              <b>{oneLine(called)}</b>
            </span>
          </label>
        ))}
        <label class="choice">
          <input type="radio" name="where" checked={where === NEW} onChange={() => setInto(NEW)} />
          <span>
            <b>{words.gatherNew}</b>
          </span>
        </label>
        {where === NEW && (
          <label class="gather-title">
            {words.gatherTitle}
            <input type="text" maxLength={80} value={title} onInput={(event) => setTitle(event.currentTarget.value)} />
          </label>
        )}
      </fieldset>
      <button type="submit" class="act primary" disabled={!isNamed || sources.length === 0 || gathering.waiting !== null}>
        <span>{words.gatherAdd(sources.length)}</span>
      </button>
    </form>
  );
}

/** What would be added, one by one; a link can be left out. Titles and texts are a page's own, and are marked as such. */
function Pages({
  offered,
  what,
  left,
  onToggle,
}: {
  offered: Offered;
  what: Chosen["what"];
  left: ReadonlySet<string>;
  onToggle: (url: string) => void;
}): JSX.Element {
  if (what === "links") {
    return (
      <ul class="gather-pages">
        {offered.links.map(({ url, text }) => (
          <li key={url}>
            <label class="choice">
              <input type="checkbox" checked={!left.has(url)} onChange={() => onToggle(url)} />
              <span>
                {text !== "" && <PageWords text={text} />}
                <small>
                  <Origin of={new URL(url).origin} />
                </small>
              </span>
            </label>
          </li>
        ))}
      </ul>
    );
  }
  const pages = what === "page" && offered.page !== null ? [offered.page] : offered.tabs;
  return (
    <ul class="gather-pages">
      {pages.map(({ tabId, url, title }) => (
        <li key={tabId}>
          <PageWords text={title === "" ? url : title} />
          <small>
            <Origin of={new URL(url).origin} />
          </small>
        </li>
      ))}
    </ul>
  );
}

/** What there is to choose from: a selection of the person's comes first, since they made it for this. */
function kindsOf(offered: Offered): Chosen["what"][] {
  const kinds: Chosen["what"][] = [];
  if (offered.tabs.length > 0) kinds.push("tabs");
  if (offered.links.length > 0) kinds.push("links");
  if (offered.page !== null) kinds.push("page");
  return kinds;
}

function nameOf(what: Chosen["what"], offered: Offered): string {
  if (what === "page") return words.gatherPage;
  return what === "tabs" ? words.gatherTabs(offered.tabs.length) : words.gatherLinks(offered.links.length);
}

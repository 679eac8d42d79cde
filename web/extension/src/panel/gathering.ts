/** Adding pages to a collection: what is offered, where it goes, and what came of it. Nothing here talks to anybody. */

import type { NewSource, PanelAsk, PanelCollect } from "../../../shared/daemon.js";
import type { Offered } from "../shared/panel-port.js";

export interface CollectionName {
  id: string;
  title: string;
}

export interface Gathering {
  offered: Offered | null;
  /** Unknown until Laika said so. */
  collections: CollectionName[] | null;
  /** What is to be added as soon as the collection for it is there. */
  waiting: NewSource[] | null;
  /** Where it is being added. */
  into: string | null;
  came: Came | null;
}

export interface Came {
  added: number;
  known: number;
  refused: { what: string; code: string; sentence: string }[];
}

export const nothingGathered: Gathering = { offered: null, collections: null, waiting: null, into: null, came: null };

/** What is meant by a press of "Add": one page, the selected tabs, or some of the selected links. */
export type Chosen = { what: "page" } | { what: "tabs" } | { what: "links"; urls: ReadonlySet<string> };

/** The sources that are meant. A tab is read in the tab; a link is opened in a browser of Laika's own. */
export function chosenSources(offered: Offered, chosen: Chosen): NewSource[] {
  switch (chosen.what) {
    case "page":
      return offered.page === null ? [] : [{ type: "tab", ...offered.page }];
    case "tabs":
      return offered.tabs.map((tab) => ({ type: "tab", ...tab }));
    case "links":
      return offered.links
        .filter((link) => chosen.urls.has(link.url))
        .map(({ url, text }) => ({ type: "url", url, title: text }));
  }
}

/** A press of "Add". Where there is no collection yet, one is made first. */
export function begun(gathering: Gathering, sources: NewSource[], into: string | null): Gathering {
  return { ...gathering, waiting: sources, into, came: null };
}

/** What Laika answered to one of our questions. */
export function heardOf(gathering: Gathering, asked: PanelCollect, value: unknown): Gathering {
  const told = Object(value) as Record<string, unknown>;
  switch (asked.do) {
    case "titles":
      return { ...gathering, collections: names(told["collections"]) };
    case "create": {
      const [made] = names([told["collection"]]);
      if (made === undefined) return { ...gathering, waiting: null };
      return { ...gathering, collections: [made, ...(gathering.collections ?? [])], into: made.id };
    }
    case "add":
      return { ...gathering, waiting: null, came: cameOf(told) };
  }
}

/** What to ask because of a change: a collection that is there now gets what waits for it. */
export function asksFor(before: Gathering, after: Gathering): PanelAsk[] {
  const { waiting, into } = after;
  if (waiting === null || into === null || (before.waiting === waiting && before.into === into)) return [];
  return [{ say: "collect", what: { do: "add", collection: into, sources: waiting } }];
}

function names(list: unknown): CollectionName[] {
  return (Array.isArray(list) ? list : []).flatMap((one) => {
    const { id, title } = Object(one) as { id?: unknown; title?: unknown };
    return typeof id === "string" && typeof title === "string" ? [{ id, title }] : [];
  });
}

function cameOf(told: Record<string, unknown>): Came {
  const many = (name: string): number => (Array.isArray(told[name]) ? told[name].length : 0);
  const refused = (Array.isArray(told["refused"]) ? told["refused"] : []).map((one) => {
    const { what, code, sentence } = Object(one) as Record<string, unknown>;
    return { what: String(what ?? ""), code: String(code ?? ""), sentence: String(sentence ?? "") };
  });
  // A page that is read anew is as good as one that was added.
  return { added: many("added") + many("again"), known: many("known"), refused };
}

/**
 * What an icon is called that has no text and no label: authors leave its name in the class, the id or the file of the
 * picture. Only words of a small list count, so a page cannot say anything through it but what a label could say as well.
 */
import * as dom from "./dom.js";
import { nameOf } from "./names.js";
import { textOf } from "./table/parts.js";

/** What is done, whatever it is done to: `send-reply` sends. */
const DONE_TO: Record<string, string> = {
  add: "plus",
  cancel: "",
  close: "dismiss",
  delete: "",
  edit: "pencil",
  remove: "minus",
  save: "",
  send: "paperplane",
  trash: "bin trashcan",
  undo: "",
};
/** What else can be done with a thing. */
const ACTIONS: Record<string, string> = {
  archive: "",
  attach: "attachment paperclip",
  back: "",
  bookmark: "",
  copy: "clipboard duplicate",
  download: "",
  flag: "",
  forward: "",
  heart: "",
  like: "thumbsup",
  mute: "",
  next: "",
  pause: "",
  pin: "",
  play: "",
  previous: "prev",
  print: "printer",
  refresh: "reload",
  reply: "",
  search: "magnifier magnify",
  share: "",
  star: "",
  upload: "",
};
/** Where it leads, or what it shows. */
const PLACES: Record<string, string> = {
  calendar: "datepicker",
  cart: "basket",
  filter: "",
  help: "",
  home: "house",
  mail: "envelope email",
  menu: "hamburger kebab",
  more: "ellipsis",
  notifications: "bell notification",
  settings: "gear cog",
  sort: "",
  user: "account profile avatar",
};

const named = (list: Record<string, string>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(list).flatMap(([name, others]) =>
      `${name} ${others}`.trim().split(" ").map((word) => [word, name] as const),
    ),
  );
/** The first list that knows a word says what it is called. */
const ACTION = [named(DONE_TO), named(ACTIONS)];
const ICON = [...ACTION, named(PLACES)];

/** Elements inside of something to act on that are looked at for the picture that it shows. */
const INSIDE_MOST = 6;

/** The name of what shows nothing but an icon; empty where it has a text or a name of its own, or says nothing of it. */
export const iconName = dom.remember<Element, string>((el) => {
  if (dom.isContentEditable(el) || FIELDS.has(dom.tag(el)) || nameOf(el) !== "" || textOf(el) !== "") return "";
  const own = wordIn(el, ICON);
  if (own !== "") return own;
  for (const inner of dom.queryAll(el, "*").slice(0, INSIDE_MOST)) {
    const word = wordIn(inner, ICON);
    if (word !== "") return word;
  }
  return "";
});

const FIELDS = new Set(["input", "textarea", "select", "option"]);

/**
 * Whether a part of something that is clickable as a whole is there to be clicked for itself: an icon for something that
 * can be done, or a word for it that its class says as well.
 */
export function isOwnAction(el: Element): boolean {
  if (!dom.hasAttr(el, "class") && !dom.hasAttr(el, "id")) return false;
  const word = wordIn(el, ACTION);
  if (word === "" || FIELDS.has(dom.tag(el))) return false;
  const text = textOf(el).toLowerCase();
  return text === "" ? dom.childElementCount(el) <= 1 || dom.isSvg(el) : text === word;
}

function wordIn(el: Element, lists: readonly ReadonlyMap<string, string>[]): string {
  for (const text of writtenOf(el)) {
    const parts = text.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase().split(/[^a-z]+/);
    for (const list of lists) {
      const known = parts.find((part) => list.has(part));
      if (known !== undefined) return list.get(known) as string;
    }
  }
  return "";
}

/** Where authors write what a picture is. */
function writtenOf(el: Element): string[] {
  const written = [dom.attr(el, "data-icon"), dom.attr(el, "id"), dom.attr(el, "class")];
  if (dom.is(el, "img")) written.push(fileOf(dom.attr(el, "src")).replace(/\.\w+$/, ""));
  if (dom.tag(el) === "use") written.push(fileOf(dom.attr(el, "href") ?? dom.attr(el, "xlink:href")));
  return written.filter((text) => text !== null);
}

/** The last part of an address. A picture that stands in the address itself says nothing. */
function fileOf(address: string | null): string {
  if (address === null || address.startsWith("data:")) return "";
  return address.replace(/[?].*$/s, "").split(/[/#]/).pop() ?? "";
}

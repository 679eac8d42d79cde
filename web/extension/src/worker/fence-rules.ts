/**
 * The rules of the fence around a tab (S10): its page goes nowhere but to the origins of the run, and sends nothing
 * that could have an effect but what was permitted. GET, HEAD and OPTIONS go on, or no page would load.
 */

import { Refusal } from "./refusal.js";

type Rule = chrome.declarativeNetRequest.Rule;
type Condition = chrome.declarativeNetRequest.RuleCondition;

export interface Fence {
  tabId: number;
  origins: string[];
  allow: { method: string; url: string }[];
  /** The other tabs that were there before it. One that comes while it stands may be the page's doing. */
  others: readonly number[];
}

/** Each tab has this many numbers for its rules. */
export const RULES_A_TAB = 300;
const MOST_ORIGINS = 50;
const MOST_ALLOWED = 50;

/** A higher one wins. */
const PRIORITY = { leave: 1, stay: 2, effect: 3, permitted: 4 };
const HARMLESS = ["get", "head", "options"];
/** Said by what is harmless, because browsers do not have the same names for the rest. */
const NOT_HARMLESS = { excludedRequestMethods: HARMLESS as Condition["excludedRequestMethods"] };
/** All that have a method. What is said over a WebSocket is not held, here as in a browser of Laika's own (S8). */
const ALL_TYPES = [
  ...["main_frame", "sub_frame", "stylesheet", "script", "image", "font", "object", "xmlhttprequest"],
  ...["ping", "csp_report", "media", "other"],
] as Condition["resourceTypes"];

export function fence(tabId: number, origins: unknown, allow: unknown): Fence {
  if (!Array.isArray(origins) || origins.length > MOST_ORIGINS || !Array.isArray(allow) || allow.length > MOST_ALLOWED) {
    throw new Refusal("INVALID_ARGUMENT", "E_ARGUMENT", "the fence cannot be read");
  }
  return {
    tabId,
    others: [],
    origins: origins.map(readOrigin),
    allow: allow.map((one: unknown) => {
      const { method, url } = Object(one) as Record<string, unknown>;
      return { method: String(method).toLowerCase(), url: readUrl(url) };
    }),
  };
}

export function rules({ tabId, origins, allow, others }: Fence, firstId: number): Rule[] {
  const initiatorDomains = [...new Set(origins.map((origin) => new URL(origin).hostname))];
  const list = around({ tabIds: [tabId] }, origins, allow);
  if (initiatorDomains.length > 0) {
    // What a site's service worker sends for its pages belongs to no tab.
    list.push(...effects({ tabIds: [-1], initiatorDomains }, allow));
    // A window that the page opens is a tab of its own, and goes no further than the page does.
    list.push(...around({ excludedTabIds: [-1, tabId, ...others], initiatorDomains }, origins, allow));
  }
  return list.map((one, index) => ({ id: firstId + index, ...one }));
}

type Unnumbered = Omit<Rule, "id">;

/** Both: no page from elsewhere, and nothing with an effect. */
function around(where: Condition, origins: string[], allow: Fence["allow"]): Unnumbered[] {
  const page = { ...where, resourceTypes: ["main_frame"] as Condition["resourceTypes"] };
  const stay = origins.map((origin) => rule(PRIORITY.stay, "allow", { ...page, urlFilter: `|${origin}/` }));
  return [rule(PRIORITY.leave, "block", page), ...stay, ...effects(where, allow)];
}

function effects(where: Condition, allow: Fence["allow"]): Unnumbered[] {
  const any = { ...where, resourceTypes: ALL_TYPES };
  const permitted = allow.map(({ method, url }) => {
    const requestMethods = [method] as Condition["requestMethods"];
    return rule(PRIORITY.permitted, "allow", { ...any, requestMethods, isUrlFilterCaseSensitive: true, ...exactly(url) });
  });
  return [rule(PRIORITY.effect, "block", { ...any, ...NOT_HARMLESS }), ...permitted];
}

/** Whether the fence is what stopped a request. */
export function stops({ origins, allow }: Fence, method: string, url: string, isMain: boolean): boolean {
  const sent = method.toLowerCase();
  const bare = url.replace(/#.*$/, "");
  if (allow.some((one) => one.method === sent && one.url === bare)) return false;
  return !HARMLESS.includes(sent) || (isMain && !(URL.canParse(url) && origins.includes(new URL(url).origin)));
}

function rule(priority: number, type: "block" | "allow", condition: Condition): Unnumbered {
  return { priority, action: { type: type as chrome.declarativeNetRequest.RuleActionType }, condition };
}

/** Three characters mean something in a filter; an address with one of them needs an expression instead. */
function exactly(url: string): Condition {
  if (!/[*^|]/.test(url)) return { urlFilter: `|${url}|` };
  return { regexFilter: `^${url.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}$` };
}

function readOrigin(origin: unknown): string {
  const isOrigin = typeof origin === "string" && URL.canParse(origin) && /^https?:$/.test(new URL(origin).protocol);
  if (!isOrigin) throw new Refusal("INVALID_ARGUMENT", "E_ARGUMENT", "an origin of the fence cannot be read");
  return new URL(origin).origin;
}

function readUrl(url: unknown): string {
  const isUrl = typeof url === "string" && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isUrl) throw new Refusal("INVALID_ARGUMENT", "E_ARGUMENT", "an address of the fence cannot be read");
  return new URL(url).href.replace(/#.*$/, "");
}

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
}

/** Each tab has this many numbers for its rules. */
export const RULES_A_TAB = 160;
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
    origins: origins.map(readOrigin),
    allow: allow.map((one: unknown) => {
      const { method, url } = Object(one) as Record<string, unknown>;
      return { method: String(method).toLowerCase(), url: readUrl(url) };
    }),
  };
}

export function rules({ tabId, origins, allow }: Fence, firstId: number): Rule[] {
  const hosts = [...new Set(origins.map((origin) => new URL(origin).hostname))];
  const list: Omit<Rule, "id">[] = [
    rule(PRIORITY.leave, "block", { tabIds: [tabId], resourceTypes: ["main_frame"] as Condition["resourceTypes"] }),
    rule(PRIORITY.effect, "block", { tabIds: [tabId], resourceTypes: ALL_TYPES, ...NOT_HARMLESS }),
    ...origins.map((origin) =>
      rule(PRIORITY.stay, "allow", {
        tabIds: [tabId],
        resourceTypes: ["main_frame"] as Condition["resourceTypes"],
        urlFilter: `|${origin}/`,
      }),
    ),
    ...allow.map(({ method, url }) =>
      rule(PRIORITY.permitted, "allow", {
        tabIds: [tabId],
        resourceTypes: ALL_TYPES,
        requestMethods: [method] as Condition["requestMethods"],
        isUrlFilterCaseSensitive: true,
        ...exactly(url),
      }),
    ),
  ];
  // What a site's service worker sends for its pages belongs to no tab.
  if (hosts.length > 0) {
    const condition = { tabIds: [-1], initiatorDomains: hosts, resourceTypes: ALL_TYPES };
    list.push(rule(PRIORITY.effect, "block", { ...condition, ...NOT_HARMLESS }));
    for (const { method, url } of allow) {
      const requestMethods = [method] as Condition["requestMethods"];
      list.push(
        rule(PRIORITY.permitted, "allow", { ...condition, requestMethods, isUrlFilterCaseSensitive: true, ...exactly(url) }),
      );
    }
  }
  return list.map((one, index) => ({ id: firstId + index, ...one }));
}

/** Whether the fence is what stopped a request. */
export function stops({ origins, allow }: Fence, method: string, url: string, isMain: boolean): boolean {
  const sent = method.toLowerCase();
  const bare = url.replace(/#.*$/, "");
  if (allow.some((one) => one.method === sent && one.url === bare)) return false;
  return !HARMLESS.includes(sent) || (isMain && !(URL.canParse(url) && origins.includes(new URL(url).origin)));
}

function rule(priority: number, type: "block" | "allow", condition: Condition): Omit<Rule, "id"> {
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

/** What an element would do if it were acted on now: the facts the gate decides by and an approval is bound to (S6). */

import { effectOf, isSubmit } from "./activation.js";
import { controlOf, isField } from "./control.js";
import * as dom from "./dom.js";
import { fieldFacts } from "./field.js";
import { formFacts, formTarget, sentByEnter } from "./form.js";
import { iconName } from "./icons.js";
import { nameOf } from "./names.js";
import { isCalledByWords, roleOf } from "./roles.js";
import { sha256 } from "./sha256.js";
import { textOf } from "./table/parts.js";
import type { Act, Target, TargetFacts } from "./types.js";

const NAME_MOST = 1_000;
const LABEL_MOST = 60;

export function target(el: Element, act: Act | undefined): Target {
  const control = controlOf(el);
  const facts = targetFacts(el, act);
  return isField(control) ? { facts, field: fieldFacts(el), control } : { facts, control };
}

/**
 * A form belongs to the facts of what sends it: a submit button, and a field when a key is to be pressed in it. Typing
 * and choosing do not depend on it, so they do not change their own facts.
 */
export function targetFacts(el: Element, act: Act | undefined): TargetFacts {
  const facts: TargetFacts = { role: roleOf(el), accessibleName: bounded(nameOf(el) || label(el) || iconName(el)) };
  const effect = effectOf(el);
  if (effect === null) return facts;
  const href = dom.href(effect);
  if (href !== undefined) {
    facts.href = href;
    const download = dom.attr(effect, "download");
    if (download !== null) facts.download = download;
    return withWindow(facts, dom.attr(effect, "target") || baseTarget());
  }
  const form = dom.form(effect);
  if (isSubmit(effect) && form !== null) {
    facts.form = formFacts(form, effect);
    return withWindow(facts, formTarget(form, effect) || baseTarget());
  }
  const sent = act === "key" ? sentByEnter(effect) : null;
  if (sent !== null) {
    facts.form = formFacts(sent.form, sent.button);
    return withWindow(facts, formTarget(sent.form, sent.button) || baseTarget());
  }
  return facts;
}

/** Whether two sets of facts say the same, whatever the order of their members. */
export function equalFacts(a: TargetFacts, b: TargetFacts): boolean {
  const { form, ...plain } = a;
  const { form: otherForm, ...otherPlain } = b;
  return equalMembers(plain, otherPlain) && sameDestination(a, b) && equalMembers(form ?? {}, otherForm ?? {});
}

/** Whether a form would go to the same place in the same way. */
export function sameDestination({ form: a }: TargetFacts, { form: b }: TargetFacts): boolean {
  return a?.action === b?.action && a?.method === b?.method && a?.enctype === b?.enctype;
}

function equalMembers(a: object, b: object): boolean {
  const listed = (value: object): string => JSON.stringify(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)));
  return listed(a) === listed(b);
}

/** What is made clickable by script alone has no name, and whoever sees it takes its words for one: a `div` or an
 * `li` that says Send sends. More words than a label has are content. */
function label(el: Element): string {
  const words = isCalledByWords(el) ? textOf(el) : "";
  return words.length <= LABEL_MOST ? words : "";
}

/** A name of any length, in a short form that still changes with every character of it. */
function bounded(name: string): string {
  return name.length <= NAME_MOST ? name : `${name.slice(0, NAME_MOST)}… ${sha256(name)}`;
}

function withWindow(facts: TargetFacts, window: string): TargetFacts {
  return window === "" ? facts : { ...facts, target: window };
}

function baseTarget(): string {
  const base = dom.query(document, "base[target]");
  return base === null ? "" : dom.attr(base, "target") ?? "";
}

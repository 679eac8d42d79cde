/** What a form would send, and where (S6). Values are hashed here with a secret of this document and never leave. */

import { isSubmit } from "./activation.js";
import * as dom from "./dom.js";
import { enteredIn } from "./entered.js";
import { sha256 } from "./sha256.js";
import type { FormFacts } from "../../generated/protocol.js";

const NAMES_MOST = 500;
const ENCTYPES = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"];
const BUTTONS = new Set(["submit", "image", "button", "reset"]);
/** Of these, two in a form without a button keep Enter from sending it. */
const ONE_LINE = new Set([
  "text", "search", "tel", "url", "email", "password", "date", "month", "week", "time", "datetime-local", "number",
]);

const salt = dom.randomBytes(new Uint8Array(32));

/** What `submitter` would send of its form; without one, what the form would send by itself. */
export function formFacts(form: Element, submitter: Element | null): FormFacts {
  const entries = sentEntries(form, submitter);
  const override = (name: string): string | null => (submitter === null ? null : dom.attr(submitter, name) || null);
  const facts: FormFacts = {
    action: resolved(override("formaction"), form) ?? dom.formAction(form),
    method: known(override("formmethod"), ["get", "post", "dialog"]) ?? dom.formMethod(form).toLowerCase(),
    enctype: known(override("formenctype"), ENCTYPES) ?? dom.formEnctype(form),
    fieldNames: entries.slice(0, NAMES_MOST).map(({ name }) => name),
    values: sha256(JSON.stringify(entries.map(({ name, value }) => [name, value])), salt),
  };
  const held = entries.slice(0, NAMES_MOST).map(({ value, control }) => {
    const entered = enteredIn(control);
    return entered === undefined ? { filled: value !== "" } : { filled: value !== "", entered };
  });
  // Facts are compared as they are written, and nothing is written of a list without entries.
  if (held.length > 0) facts.held = held;
  return facts;
}

/** The window a form opens in. */
export function formTarget(form: Element, submitter: Element | null): string {
  return (submitter === null ? null : dom.attr(submitter, "formtarget")) ?? dom.formTarget(form);
}

/** The form that Enter in `field` would send, with the button it would press. */
export function sentByEnter(field: Element): { form: Element; button: Element | null } | null {
  const form = dom.form(field);
  if (form === null || !(ONE_LINE.has(dom.inputType(field)) || ["checkbox", "radio"].includes(dom.inputType(field)))) {
    return null;
  }
  const button = defaultButton(form);
  if (button !== null) return dom.isDisabled(button) ? null : { form, button };
  const lines = dom.controls(form).filter((control) => ONE_LINE.has(dom.inputType(control)));
  return lines.length <= 1 ? { form, button } : null;
}

/** The first button that sends the form. Image buttons are missing in the browser's own list. */
export function defaultButton(form: Element): Element | null {
  const buttons = dom.queryAll(dom.rootOf(form), "button, input");
  return buttons.find((button) => isSubmit(button) && dom.form(button) === form) ?? null;
}

/** What a form sends that nobody sees or fills in. */
export function hiddenEntries(form: Element): [name: string, value: string][] {
  const hidden = dom.controls(form).filter((control) => dom.inputType(control) === "hidden" && !dom.isDisabled(control));
  return hidden.map((control) => [dom.attr(control, "name") ?? "", dom.fieldValue(control)]);
}

/** What is sent, and by which control. */
interface Entry {
  name: string;
  value: string;
  control: Element;
}

/** Names and values in the order they are sent. */
function sentEntries(form: Element, submitter: Element | null): Entry[] {
  const entries: Entry[] = [];
  for (const control of dom.controls(form)) {
    const name = dom.attr(control, "name") ?? "";
    if (name === "" || dom.isDisabled(control) || dom.closest(control, "datalist") !== null) continue;
    const type = dom.inputType(control);
    if (dom.is(control, "button")) {
      if (control === submitter) entries.push({ name, value: dom.attr(control, "value") ?? "", control });
    } else if (BUTTONS.has(type)) {
      if (control === submitter) entries.push({ name, value: dom.fieldValue(control), control });
    } else if (type === "checkbox" || type === "radio") {
      if (dom.checked(control)) entries.push({ name, value: dom.fieldValue(control), control });
    } else if (dom.is(control, "select")) {
      const chosen = dom.options(control).filter((option) => dom.optionSelected(option) && !dom.isDisabled(option));
      for (const option of chosen) entries.push({ name, value: dom.optionValue(option), control });
    } else if (type !== "" || dom.is(control, "textarea") || isCustom(control)) {
      entries.push({ name, value: dom.fieldValue(control), control });
    }
  }
  if (submitter !== null && dom.inputType(submitter) === "image") {
    const prefix = dom.attr(submitter, "name") || "";
    const dot = prefix === "" ? "" : `${prefix}.`;
    for (const axis of ["x", "y"]) entries.push({ name: `${dot}${axis}`, value: "", control: submitter });
  }
  return entries;
}

/** An element of the page's own making can take part in a form; what it sends cannot be seen. */
const isCustom = (el: Element): boolean => dom.tag(el).includes("-");

function resolved(written: string | null, form: Element): string | undefined {
  if (written === null) return undefined;
  return URL.canParse(written, dom.baseUri(form)) ? new URL(written, dom.baseUri(form)).href : written;
}

/** An override counts even when it is nonsense: the browser then takes the first value. */
function known(written: string | null, values: readonly string[]): string | undefined {
  if (written === null) return undefined;
  return values.find((value) => value === written.toLowerCase()) ?? values[0];
}

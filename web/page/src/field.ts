/** What a field asks for, as far as its labels and surroundings say. Never what it holds. */

import { autocompleteOf } from "./autocomplete.js";
import { isSubmit } from "./activation.js";
import { besideName } from "./beside.js";
import { controlOf } from "./control.js";
import * as dom from "./dom.js";
import { defaultButton } from "./form.js";
import { nameOf } from "./names.js";
import { isPaymentField } from "./observe/fields.js";
import type { FieldFacts } from "./types.js";

const TEXT_MOST = 300;
/** How far up a form without a `form` element is looked for. */
const CLIMB_MOST = 8;

export function fieldFacts(el: Element): FieldFacts {
  const { form, button } = surroundings(el);
  const fields = dom.queryAll(form, "input, select, textarea");
  return {
    inputType: typeOf(el),
    autocomplete: autocompleteOf(el),
    label: (nameOf(el) || besideName(el)).slice(0, TEXT_MOST),
    name: written(el, "name"),
    id: written(el, "id"),
    placeholder: written(el, "placeholder") || written(el, "aria-placeholder"),
    multiLine: controlOf(el).multiline,
    form: {
      hasPasswordField: fields.some((field) => dom.inputType(field) === "password"),
      hasPaymentField: fields.some(isPaymentField),
      urlPath: location.pathname.slice(0, TEXT_MOST),
      submitLabel: button === null ? "" : nameOf(button).slice(0, TEXT_MOST),
    },
  };
}

function typeOf(el: Element): string {
  if (dom.is(el, "select") || dom.is(el, "textarea")) return dom.tag(el);
  if (dom.is(el, "input")) return dom.inputType(el);
  return dom.isContentEditable(el) ? "contenteditable" : "text";
}

/** The form of a field, or the nearest part of the page with a button. */
function surroundings(el: Element): { form: Element; button: Element | null } {
  const form = dom.form(el) ?? dom.above(el, (at) => dom.is(at, "form"));
  if (form !== null) return { form, button: defaultButton(form) };
  let at = dom.parent(el);
  let last = at ?? el;
  for (let step = 0; step < CLIMB_MOST && at !== null && !dom.is(at, "body"); step += 1) {
    const buttons = dom.queryAll(at, "button, input, [role=button]");
    const button = buttons.find((one) => one !== el && isButton(one));
    if (button !== undefined) return { form: at, button };
    last = at;
    at = dom.parent(at);
  }
  return { form: at ?? last, button: null };
}

function isButton(el: Element): boolean {
  return isSubmit(el) || dom.is(el, "button") || dom.inputType(el) === "button" || dom.attr(el, "role") === "button";
}

const written = (el: Element, name: string): string => (dom.attr(el, name) ?? "").slice(0, TEXT_MOST);

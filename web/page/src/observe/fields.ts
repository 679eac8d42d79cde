/** Forms and their fields: what is asked for, never what was entered. */
import { autocompleteOf } from "../autocomplete.js";
import { besideName } from "../beside.js";
import * as dom from "../dom.js";
import { mint } from "../handles.js";
import { nameOf } from "../names.js";
import { isRequired } from "../states.js";
import { isElementHidden } from "../visibility.js";
import type { Field, Form } from "../types.js";
import { isOffered } from "./actionable.js";
import { cut } from "./lines.js";
import type { Actionable, Walk } from "./lines.js";
import type { Addresses } from "./urls.js";

const FORMS_MOST = 20;
const FIELDS_MOST = 150;
const LABEL_MOST = 120;
/** Entries of all lists together: the countries of the world and a little more. */
const OPTIONS_MOST = 300;
const OPTION_MOST = 60;
const NOT_ASKED = new Set(["hidden", "submit", "button", "reset", "image"]);
const NOT_ENTERED = new Set([...NOT_ASKED, "checkbox", "radio", "color", "range"]);
const PAYMENT =
  /card.?(?:number|no\b|num)|credit.?card|debit.?card|\bcc.?(?:num|number|exp|csc|cvc|cvv)|\bcv[cv]2?\b|security.?code|\biban\b|\bbic\b|account.?number|routing.?number|sort.?code|expir(?:y|ation).?(?:date|month|year)/i;

export function isPaymentField(el: Element): boolean {
  const autocomplete = dom.attr(el, "autocomplete");
  if (autocomplete !== null && /(?:^|\s)cc-/.test(autocomplete)) return true;
  const written = `${dom.attr(el, "name") ?? ""} ${dom.attr(el, "id") ?? ""} ${nameOf(el) || besideName(el)}`;
  return PAYMENT.test(written.replace(/[_-]/g, " "));
}

export interface Withheld {
  passwordFields: number;
  paymentFields: number;
  inputValues: number;
}

/** Counts the fields whose content a reading leaves out. */
export function withheld(found: readonly Actionable[]): Withheld {
  const count: Withheld = { passwordFields: 0, paymentFields: 0, inputValues: 0 };
  for (const { el, tag } of found) {
    if ((tag !== "input" && tag !== "textarea" && tag !== "select") || isElementHidden(el)) continue;
    const type = dom.inputType(el);
    if (type === "password") count.passwordFields += 1;
    else if (isPaymentField(el)) count.paymentFields += 1;
    else if (!NOT_ENTERED.has(type) && dom.isFilled(el)) count.inputValues += 1;
  }
  return count;
}

export function readForms(
  page: Walk,
  addresses: Addresses,
): { forms: Form[]; omittedForms: number; omittedFields: number } {
  const forms: Form[] = [];
  let omittedForms = 0;
  let omittedFields = 0;
  let options = OPTIONS_MOST;
  for (const el of page.forms) {
    const controls = dom.controls(el);
    const asked = controls.filter((control) => isAsked(control));
    if (asked.length === 0) continue;
    if (forms.length === FORMS_MOST) {
      omittedForms += 1;
      continue;
    }
    omittedFields += Math.max(0, asked.length - FIELDS_MOST);
    const fields = asked.slice(0, FIELDS_MOST).map((control) => {
      const field = readField(control, options);
      options -= field.options?.length ?? 0;
      return field;
    });
    const form: Form = { handle: mint(el), label: labelOf(page, el, controls), fields };
    const action = otherPlace(el, addresses);
    if (action !== undefined) form.action = action;
    form.method = dom.formMethod(el);
    forms.push(form);
  }
  return { forms, omittedForms, omittedFields };
}

function isAsked(control: Element): boolean {
  const tag = dom.tag(control);
  if (tag === "input") return !NOT_ASKED.has(dom.inputType(control)) && isOffered(control);
  return (tag === "select" || tag === "textarea") && !isElementHidden(control);
}

function readField(el: Element, optionsLeft: number): Field {
  const tag = dom.tag(el);
  const field: Field = {
    handle: mint(el),
    type: tag === "input" ? dom.inputType(el) : tag,
    label: cut(nameOf(el) || besideName(el), LABEL_MOST),
    required: isRequired(el),
  };
  const autocomplete = autocompleteOf(el);
  if (autocomplete !== "") field.autocomplete = autocomplete;
  const options = tag === "select" && !isPaymentField(el) ? optionsOf(el) : [];
  if (options.length > 0 && options.length <= optionsLeft) field.options = options;
  return field;
}

/** What a list offers; not what is chosen in it, which is what was entered. */
function optionsOf(list: Element): string[] {
  const labels = dom.options(list).filter((option) => !dom.isDisabled(option)).map((option) => dom.optionLabel(option));
  return labels.map((label) => cut(label.replace(/\s+/g, " ").trim(), OPTION_MOST)).filter((label) => label !== "");
}

function labelOf(page: Walk, form: Element, controls: readonly Element[]): string {
  const name = nameOf(form);
  if (name !== "") return cut(name, LABEL_MOST);
  const title = dom.query(form, "legend,h1,h2,h3,h4,h5,h6");
  const line = title === null ? undefined : page.lines.find(({ el }) => dom.contains(title, el));
  if (line !== undefined) return cut(line.body, LABEL_MOST);
  const submit = controls.find((control) => isSubmit(control) && !isElementHidden(control));
  return submit === undefined ? "" : cut(nameOf(submit), LABEL_MOST);
}

function isSubmit(control: Element): boolean {
  const type = dom.inputType(control) || dom.buttonType(control);
  return type === "submit" || type === "image";
}

/** Where a form sends to, when that is not the page itself. */
function otherPlace(form: Element, addresses: Addresses): string | undefined {
  if (!dom.hasAttr(form, "action")) return undefined;
  const action = dom.formAction(form);
  const place = (url: string): string => url.replace(/[?#].*$/s, "");
  return place(action) === place(dom.documentUrl(document)) ? undefined : addresses.show(action);
}

/** The words of `autocomplete` that mean something. All others are the page's own, and could be anything. */
import * as dom from "./dom.js";

const KNOWN: ReadonlySet<string> = new Set(
  (
    "on off shipping billing home work mobile fax pager webauthn name honorific-prefix given-name additional-name " +
    "family-name honorific-suffix nickname username new-password current-password one-time-code organization-title " +
    "organization street-address address-line1 address-line2 address-line3 address-level1 address-level2 address-level3 " +
    "address-level4 country country-name postal-code cc-name cc-given-name cc-additional-name cc-family-name cc-number " +
    "cc-exp cc-exp-month cc-exp-year cc-csc cc-type transaction-currency transaction-amount language bday bday-day " +
    "bday-month bday-year sex url photo tel tel-country-code tel-national tel-area-code tel-local tel-local-prefix " +
    "tel-local-suffix tel-extension email impp"
  ).split(" "),
);

/** What autofill would put into a field, as far as the word for it is known. */
export function autocompleteOf(el: Element): string {
  const written = (dom.attr(el, "autocomplete") ?? "").toLowerCase().split(/\s+/);
  return written.filter((word) => KNOWN.has(word)).join(" ");
}

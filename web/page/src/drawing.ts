/** How anything of ours is drawn in a page: rules of the page do not win, and nothing takes input unless it says so. */

const styleOf = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "style")?.get as (
  this: HTMLElement,
) => CSSStyleDeclaration;

export const COLOUR = "#d0006f";

/** The content policy of the page does not apply to styles that are set this way. */
export function paint(el: HTMLElement, rules: Record<string, string>): void {
  const style = styleOf.call(el);
  style.setProperty("all", "initial", "important");
  style.setProperty("pointer-events", "none", "important");
  for (const [name, value] of Object.entries(rules)) style.setProperty(name, value, "important");
}

/** From what stands in the form to a grant, as `laika grants add` takes it; nothing where something is missing or wrong. */

import { webAddress } from "../../shared/document.js";

export const VERBS = ["navigate", "click", "type", "select", "submit"] as const;
export type GrantVerb = (typeof VERBS)[number];

export interface GrantForm {
  title: string;
  origins: string;
  pages: string;
  may: Partial<Record<GrantVerb, string>>;
  fields: string;
  buttons: string;
  forms: string;
  life: string;
}

export interface NewGrant {
  title: string;
  origins: string[];
  pages: string[];
  may: string[];
  fields: string[];
  buttons: string[];
  forms: string[];
  for: string;
}

export function grantOf(form: GrantForm): NewGrant | null {
  const origins = form.origins.split(/\s+/).filter((one) => one !== "");
  const addresses = origins.map(webAddress);
  const pages = lines(form.pages);
  const may = VERBS.flatMap((verb) => {
    const n = Number(form.may[verb] ?? "0");
    return Number.isInteger(n) && n > 0 ? [`${verb}=${n}`] : [];
  });
  const isWhole =
    form.title.trim() !== "" && addresses.length > 0 && addresses.every((one) => one !== null) && may.length > 0;
  if (!isWhole || pages.length === 0 || !pages.every((page) => page.startsWith("/"))) return null;
  return {
    title: form.title.trim(),
    origins: [...new Set(addresses.map((one) => one?.origin ?? ""))],
    pages,
    may,
    fields: lines(form.fields),
    buttons: lines(form.buttons),
    forms: lines(form.forms),
    for: form.life,
  };
}

function lines(text: string): string[] {
  return text
    .split(/\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** What can be set for something that is made: a form, and what the form says. */

import type { Setting } from "./types/collections.js";

export const TRANSFORMS = [
  "comparison",
  "timeline",
  "brief",
  "outline",
  "glossary",
  "faq",
  "study_guide",
  "quiz",
  "flashcards",
  "evidence",
  "spending",
] as const;
export type TransformName = (typeof TRANSFORMS)[number];

const list = (key: string): Setting => ({ key, kind: "list", required: false, choices: [], value: "", about: "" });
const line = (key: string, required = false): Setting => ({ key, kind: "text", required, choices: [], value: "", about: "" });
const amount = (key: string, value: number): Setting => ({
  key,
  kind: "number",
  required: false,
  choices: [],
  value: String(value),
  about: "",
});

/** Where the program does not say what can be set. */
export const USUAL: Record<TransformName, Setting[]> = {
  comparison: [list("columns"), line("preferences")],
  timeline: [line("about")],
  brief: [line("about"), amount("points", 7)],
  outline: [],
  glossary: [amount("entries", 20)],
  faq: [amount("entries", 10)],
  study_guide: [line("about")],
  quiz: [amount("entries", 10)],
  flashcards: [amount("entries", 20)],
  evidence: [line("claim", true)],
  spending: [],
};

/** The settings as they are sent: what is empty is left out. */
export function configOf(settings: Setting[], filled: Record<string, string>): Record<string, unknown> {
  const config: Record<string, unknown> = {};
  for (const { key, kind, value } of settings) {
    const said = (filled[key] ?? value).trim();
    if (said === "") continue;
    if (kind === "list")
      config[key] = said
        .split(/\n/)
        .map((one) => one.trim())
        .filter((one) => one !== "");
    else if (kind === "number") {
      if (Number.isFinite(Number(said))) config[key] = Number(said);
    } else if (kind === "switch") config[key] = said === "true";
    else config[key] = said;
  }
  return config;
}

export function isFilled(settings: Setting[], filled: Record<string, string>): boolean {
  return settings.every(({ key, required, value }) => !required || (filled[key] ?? value).trim() !== "");
}

/** A question to one document: everything is checked before it goes there. */

import type { Browse } from "../../../shared/daemon.js";
import type { Attached, Documents } from "./documents.js";
import { isAct, mayAsk } from "./ops.js";
import { OTHER_DOCUMENT, Refusal } from "./refusal.js";
import { checkToken } from "./tokens.js";

type AskPage = Extract<Browse, { do: "ask" }>;

export async function askPage(documents: Documents, what: AskPage, now: number, signal: AbortSignal): Promise<unknown> {
  const document = meant(documents, what);
  const op = Object(what.request).op as unknown;
  checkToken(document.capability, what.token, what.tool, now);
  if (typeof op !== "string" || !mayAsk(what.tool, op)) {
    throw new Refusal("PRECONDITION_FAILED", "E_TOOL", "this tool does not ask that");
  }
  if (!isAct(op)) return document.ask(what.request, signal);
  if (document.acting) throw new Refusal("RATE_LIMITED", "E_BUSY", "another act is under way in this document");
  document.acting = true;
  try {
    return await document.ask(what.request, signal);
  } finally {
    document.acting = false;
  }
}

function meant(documents: Documents, { context }: AskPage): Attached {
  const { tabId, frameId, documentId, origin } = Object(context) as AskPage["context"];
  const document = documents.at(tabId, frameId);
  if (document === undefined || document.documentId !== documentId || document.origin !== origin) throw OTHER_DOCUMENT();
  return document;
}

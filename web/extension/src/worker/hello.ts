/** How the extension introduces itself. */

import { TOOL_SCHEMA_HASH } from "../../../generated/protocol.js";
import type { ExtensionAsk } from "../../../shared/daemon.js";
import { type Api, isGecko } from "./api.js";
import { hasDebugger } from "./input.js";

/** Of the page script that this build ships. */
declare const PAGE_SCRIPT_HASH: string;

const PROFILE = "profile";

export async function introduction(api: Api): Promise<ExtensionAsk> {
  return {
    say: "extension",
    hello: {
      type: "system.hello",
      protocolVersion: "1.0",
      schemaHash: TOOL_SCHEMA_HASH,
      pageScriptHash: PAGE_SCRIPT_HASH,
      tools: [],
      features: [...features(api), `sites:${await sites(api)}`],
    },
    profile: await profile(api),
  };
}

function features(api: Api): string[] {
  const has: [string, boolean][] = [
    ["debugger", hasDebugger(api)],
    ["gecko", isGecko(api)],
    ["side_panel", "sidePanel" in api],
    ["fence", "declarativeNetRequest" in api],
    ["private", isPrivate(api)],
  ];
  return has.flatMap(([name, there]) => (there ? [name] : []));
}

/** How many sites Laika may see: the doctor says so when there is none. */
async function sites(api: Api): Promise<number> {
  return (await api.permissions.getAll()).origins?.length ?? 0;
}

/** Made once for a profile of the browser. It says nothing about it. In private windows nothing is kept. */
async function profile(api: Api): Promise<string> {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const fresh = `p-${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  if (isPrivate(api)) return fresh;
  const kept: unknown = (await api.storage.local.get(PROFILE))[PROFILE];
  if (typeof kept === "string" && /^p-[0-9a-f]{32}$/.test(kept)) return kept;
  await api.storage.local.set({ [PROFILE]: fresh });
  return fresh;
}

/** Private windows have a worker of their own. */
export function isPrivate(api: Api): boolean {
  return api.extension.inIncognitoContext === true;
}

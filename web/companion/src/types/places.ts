/** Policies, privacy, models, tools and the doctor, as their commands print them. */

import { flag, listed, number, text, texts, thing, things, time, type Thing } from "../read.js";

export interface MatrixRow {
  row: string;
  /** In Read-only, Ask before acting, Auto, and Auto on a sensitive site. */
  decisions: string[];
  sensitive: string | null;
}

export function readMatrix(value: unknown): MatrixRow[] {
  return listed(value, "rows").map((one) => ({
    row: text(one["row"]) ?? "",
    decisions: texts(one["decisions"]),
    sensitive: text(one["sensitive"]),
  }));
}

export interface SiteRow {
  origin: string;
  kind: string | null;
  mode: string | null;
  override: boolean;
}

export function readSites(value: unknown): SiteRow[] {
  return listed(value, "sites").map((one) => ({
    origin: text(one["origin"]) ?? "",
    kind: text(one["class"]),
    mode: text(one["mode"]),
    override: flag(one["override"]),
  }));
}

export interface StandingGrant {
  id: string;
  title: string;
  origins: string[];
  pages: string[];
  verbs: [string, number][];
  uses: number | null;
  used: number;
  expiresAt: number | null;
  holds: boolean;
  code: string | null;
}

export function readGrants(value: unknown): StandingGrant[] {
  return listed(value, "grants").map((one) => {
    const grant = thing(one["grant"]);
    const counts = Object.values(thing(one["used"])).map((n) => number(n) ?? 0);
    const verbs = Object.entries(thing(grant["verbs"]));
    return {
      id: text(grant["id"]) ?? "",
      title: text(grant["title"]) ?? "",
      origins: texts(grant["origins"]),
      pages: texts(grant["pages"]),
      verbs: verbs.map(([verb, n]): [string, number] => [verb, number(n) ?? 0]).filter(([, n]) => n > 0),
      uses: number(grant["uses"]),
      used: counts.reduce((all, n) => all + n, 0),
      expiresAt: time(grant["expiresAtMs"] ?? grant["expires_at_ms"]),
      holds: flag(one["holds"]),
      code: text(one["code"]),
    };
  });
}

/** Another agent, and what it may know: by place `off`, `preview` or `on`. */
export interface KnownAgent {
  name: string;
  mode: string | null;
  places: [string, string][];
  open: string[];
}

export function readAgents(value: unknown): KnownAgent[] {
  return listed(value, "agents").map((one) => ({
    name: text(one["name"]) ?? "",
    mode: text(one["mode"]),
    places: Object.entries(thing(one["places"])).map(([place, sharing]) => [place, text(sharing) ?? ""]),
    open: texts(one["open"]),
  }));
}

export interface SettingRow {
  key: string;
  value: unknown;
  from: string[];
  refused: { wanted: string; code: string; reason: string }[];
}

export function readConfig(value: unknown): SettingRow[] {
  return listed(value, "settings").map((one) => ({
    key: text(one["key"]) ?? "",
    value: one["value"],
    from: things(one["from"]).map((from) =>
      [text(from["layer"]), text(from["place"])].filter((part) => part !== null && part !== "").join(" "),
    ),
    refused: things(one["refused"]).map((refused) => ({
      wanted: JSON.stringify(refused["wanted"] ?? null),
      code: text(refused["code"]) ?? "",
      reason: text(refused["reason"]) ?? "",
    })),
  }));
}

export function settingOf(rows: SettingRow[], key: string): unknown {
  return rows.find((row) => row.key === key)?.value;
}

/** What is stored: how many of what, and how large. */
export interface Stored {
  kind: string;
  count: number | null;
  bytes: number | null;
}

export function readStored(value: unknown): {
  parts: Stored[];
  sites: { origin: string; count: number | null }[];
  place: string | null;
} {
  const one = thing(value);
  return {
    parts: listed(one["stored"] ?? value, "stored").map((part) => ({
      kind: text(part["kind"]) ?? "",
      count: number(part["count"]),
      bytes: number(part["bytes"]),
    })),
    sites: things(one["sites"]).map((site) => ({ origin: text(site["origin"]) ?? "", count: number(site["count"]) })),
    place: text(one["folder"]),
  };
}

export function readRetention(value: unknown): { days: number | null; sentence: string | null } {
  const one = thing(value);
  return { days: number(one["days"]), sentence: text(one["sentence"]) };
}

export interface KeyPlace {
  sentence: string | null;
  because: string | null;
  keys: { name: string; kind: string | null }[];
}

export function readKeys(value: unknown): KeyPlace {
  const one = thing(value);
  return {
    sentence: text(one["sentence"]),
    because: text(one["because"]),
    keys: things(one["keys"]).map((key) => ({ name: text(key["name"]) ?? "", kind: text(key["kind"]) })),
  };
}

export interface Model {
  name: string;
  tier: string | null;
  bytes: number | null;
  licence: string | null;
  state: string;
  partial: number | null;
  usual: boolean;
  readsPerSecond: number | null;
  writesPerSecond: number | null;
  server: boolean;
}

export function readModels(value: unknown): Model[] {
  const one = (model: Thing, server: boolean): Model => {
    const speed = thing(model["speed"]);
    return {
      name: text(model["name"]) ?? "",
      tier: text(model["tier"]),
      bytes: number(model["bytes"]),
      licence: text(model["licence"]),
      state: text(model["state"]) ?? "absent",
      partial: number(model["partial_bytes"] ?? model["partialBytes"]),
      usual: flag(model["default"]),
      readsPerSecond: number(speed["reads"]),
      writesPerSecond: number(speed["writes"]),
      server,
    };
  };
  const servers = things(thing(value)["servers"]).map((model) => one(model, true));
  return [...listed(value, "models").map((model) => one(model, false)), ...servers].filter(
    (model) => model.name !== "",
  );
}

export interface Tool {
  name: string;
  line: string;
  category: string | null;
  mutating: boolean;
  permissions: string[];
  /** Whether it is switched on; nothing where it cannot be switched. */
  on: boolean | null;
  /** Why it is not there, and what helps. */
  why: string | null;
  fix: string | null;
  settings: { key: string; about: string; takes: string; value: string }[];
}

export function readTools(value: unknown): Tool[] {
  return listed(value, "tools").map((one) => ({
    name: text(one["name"]) ?? "",
    line: text(one["line"]) ?? "",
    category: text(one["category"]),
    mutating: flag(one["mutating"]),
    permissions: texts(one["permissions"]),
    on: typeof one["on"] === "boolean" ? one["on"] : null,
    why: text(one["why"]),
    fix: text(one["fix"]),
    settings: things(one["settings"]).map((setting) => ({
      key: text(setting["key"]) ?? "",
      about: text(setting["about"]) ?? "",
      takes: text(setting["takes"]) ?? "",
      value:
        setting["value"] === undefined || setting["value"] === null
          ? ""
          : typeof setting["value"] === "string"
            ? setting["value"]
            : JSON.stringify(setting["value"]),
    })),
  }));
}

export interface Metric {
  tool: string;
  calls: number;
  errors: number;
  p50: number;
  p95: number;
  lastUsed: number | null;
}

export function readMetrics(value: unknown): Metric[] {
  return Object.entries(thing(value))
    .map(([tool, did]) => {
      const one = thing(did);
      return {
        tool,
        calls: number(one["calls"]) ?? 0,
        errors: number(one["errors"]) ?? 0,
        p50: number(one["p50Ms"]) ?? 0,
        p95: number(one["p95Ms"]) ?? 0,
        lastUsed: time(one["lastUsed"]),
      };
    })
    .sort((a, b) => b.calls - a.calls);
}

export interface Check {
  check: string;
  state: string;
  found: string;
  code: string | null;
  fix: string | null;
}

export function readDoctor(value: unknown): { healthy: boolean; checks: Check[] } {
  const one = thing(value);
  return {
    healthy: flag(one["healthy"]),
    checks: listed(value, "checks").map((check) => ({
      check: text(check["check"]) ?? "",
      state: text(check["state"]) ?? "fail",
      found: text(check["found"]) ?? "",
      code: text(check["code"]),
      fix: text(check["fix"]),
    })),
  };
}

export interface Session {
  mayAct: boolean;
  version: string | null;
  home: string | null;
}

export function readSession(value: unknown): Session {
  const one = thing(value);
  return { mayAct: flag(one["mayAct"]), version: text(one["version"]), home: text(one["home"]) };
}

/** A file that the browser saves. */
export interface FileToSave {
  name: string;
  type: string;
  data: Uint8Array<ArrayBuffer>;
}

/** Where the program put a file that it saved itself. */
export function readSaved(value: unknown): string | null {
  return text(thing(value)["saved"]);
}

export function readFile(value: unknown, usual: string): FileToSave | null {
  const one = thing(value);
  const data = text(one["data"]) ?? text(one["base64"]);
  if (data === null) return null;
  try {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    // A name is a name: no folders, nothing hidden.
    const name = (text(one["name"]) ?? usual).replace(/[\\/:*?"<>|\p{Cc}]/gu, "_").replace(/^\.+/, "_");
    return { name: name === "" ? usual : name, type: text(one["type"]) ?? "application/octet-stream", data: bytes };
  } catch {
    return null;
  }
}

/** Runs as `laika runs list`, `show`, `events` and `verify` print them. */

import { flag, listed, number, text, texts, thing, things, time, type Thing } from "../read.js";

export interface RunRow {
  run: string;
  goal: string | null;
  status: string;
  surface: string | null;
  mode: string | null;
  branch: number | null;
  sensitive: boolean;
  createdAt: number | null;
  updatedAt: number | null;
  head: string | null;
  checkpointSeq: number | null;
}

export interface RunWhole extends RunRow {
  pause: string | null;
  sites: string[];
  carried: { from: string; to: string; bits: number }[];
  left: { to: string; bytes: number }[];
  artifacts: RunFile[];
  erased: number;
}

export interface RunFile {
  id: string;
  kind: string | null;
  bytes: number | null;
  origin: string | null;
  createdAt: number | null;
  removed: boolean;
}

/** An event of the log; what was erased has no payload. */
export interface LogEvent {
  seq: number;
  kind: string;
  at: number | null;
  payload: Thing;
  erased: boolean;
}

export interface Verified {
  intact: boolean;
  events: number | null;
  erased: number | null;
  problems: { code: string; sentence: string }[];
}

export function readRow(value: unknown): RunRow {
  const one = thing(value);
  return {
    run: text(one["run"]) ?? "",
    // What was forgotten is an empty line.
    goal: text(one["goal"]) || null,
    status: text(one["status"]) ?? "idle",
    surface: text(one["surface"]),
    mode: text(one["mode"]),
    branch: number(one["branch"]),
    sensitive: flag(one["sensitive"]),
    createdAt: time(one["createdAtMs"]),
    updatedAt: time(one["updatedAtMs"]),
    head: text(one["head"]),
    checkpointSeq: number(one["checkpointSeq"]),
  };
}

export function readRows(value: unknown): RunRow[] {
  return listed(value, "runs")
    .map(readRow)
    .filter((row) => row.run !== "");
}

export function readRun(value: unknown): RunWhole {
  const one = thing(value);
  return {
    ...readRow(one),
    pause: text(one["pause"]),
    sites: texts(one["sites"]),
    carried: things(one["carried"]).map((part) => ({
      from: text(part["from"]) ?? "",
      to: text(part["to"]) ?? "",
      bits: number(part["atMostBits"]) ?? 0,
    })),
    left: things(one["left"]).map((part) => ({ to: text(part["to"]) ?? "", bytes: number(part["bytes"]) ?? 0 })),
    artifacts: things(one["artifacts"]).map((file) => ({
      id: text(file["id"]) ?? "",
      kind: text(file["kind"]),
      bytes: number(file["bytes"]),
      origin: text(file["origin"]),
      createdAt: time(file["createdAtMs"]),
      removed: flag(file["removed"]),
    })),
    erased: number(one["erasedPayloads"]) ?? 0,
  };
}

export function readEvents(value: unknown): LogEvent[] {
  return listed(value, "events").map((one, at) => ({
    seq: number(one["seq"]) ?? at + 1,
    kind: text(one["kind"]) ?? "",
    at: time(one["atMs"]),
    payload: thing(one["payload"]),
    erased: one["erased"] !== null && one["erased"] !== undefined,
  }));
}

export function readVerified(value: unknown): Verified {
  const one = thing(value);
  return {
    intact: flag(one["intact"]),
    events: number(one["events"]),
    erased: number(one["erased"]),
    problems: things(one["problems"]).map((part) => ({
      code: text(part["code"]) ?? "",
      sentence: text(part["sentence"]) ?? "",
    })),
  };
}

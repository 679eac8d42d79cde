/** All runs, the latest first; those that go on move by themselves. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { oneLine } from "../../../shared/text.js";
import { modes, statuses } from "../../../shared/words/index.js";
import type { SiteMode } from "../../../shared/daemon.js";
import { live, useLaika } from "../app.js";
import { hrefOf } from "../route.js";
import { type RunRow, readRows } from "../types/runs.js";
import { named, w, when } from "../words/index.js";
import { Choose, Empty, Loaded, Page, StatusPill, TextField } from "./bits.js";

const LIMIT = 100;
const FILTERS = ["completed", "paused", "awaiting_approval", "failed", "cancelled"] as const;

export function Runs(): JSX.Element {
  const [status, setStatus] = useState("");
  const [text, setText] = useState("");
  const given = {
    limit: LIMIT,
    ...(status === "" ? {} : { status }),
    ...(text.trim() === "" ? {} : { text: text.trim() }),
  };
  // A run that comes or ends changes the list.
  const moved = Object.values(live.value.runs)
    .map((run) => `${run.id} ${run.state?.status}`)
    .join();
  const rows = useLaika("runs.list", given, readRows, moved);
  const filtered = status !== "" || text.trim() !== "";
  return (
    <Page title={w.nav.runs} lead={w.runs.lead}>
      <div class="filters">
        <TextField label={w.runs.search} type="search" value={text} onValue={setText} />
        <Choose
          label={w.runs.status}
          value={status}
          onValue={setStatus}
          options={[["", w.runs.any], ...FILTERS.map((one): [string, string] => [one, statuses[one].name])]}
        />
      </div>
      <Loaded of={rows}>
        {(found) =>
          found.length === 0 ? (
            <Empty icon="clock" title={filtered ? w.runs.noMatch : w.runs.none}>
              {filtered ? w.runs.noMatchText : w.runs.noneText} {!filtered && <a href={hrefOf("new")}>{w.nav.new}</a>}
            </Empty>
          ) : (
            <ul class="run-list">
              {found.map((row) => (
                <Row key={row.run} row={row} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  );
}

function Row({ row }: { row: RunRow }): JSX.Element {
  const status = live.value.runs[row.run]?.state?.status ?? row.status;
  return (
    <li>
      <a class="run-row" href={hrefOf("runs", row.run)}>
        <span class="run-goal">{row.goal === null ? w.runs.goalGone : oneLine(row.goal)}</span>
        <StatusPill status={status} />
        <small class="run-facts">
          {named(w.runs.places, row.surface)} · {modes[row.mode as SiteMode]?.name ?? w.common.unknown} ·{" "}
          {when(row.updatedAt)}
        </small>
      </a>
    </li>
  );
}

/** One run: now, and as it was, event by event. */

import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { goesOn, isOver } from "../../../shared/run.js";
import { oneLine } from "../../../shared/text.js";
import { modes, pauses } from "../../../shared/words/index.js";
import type { Pause, RunStatus, SiteMode } from "../../../shared/daemon.js";
import { Act, Code, Fact, Icon, Origin } from "../../../shared/view/bits.js";
import { type Loading, ask, call, live, mayAct, tell, useDeed, useLaika } from "../app.js";
import { hrefOf } from "../route.js";
import { stoodAt, tabsOf, timeline } from "../timeline.js";
import { readSaved } from "../types/places.js";
import { type LogEvent, type RunWhole, type Verified, readEvents, readRun, readVerified } from "../types/runs.js";
import { bytes, count, duration, named, w, when } from "../words/index.js";
import { Address, DeedProblem, Empty, Loaded, Page, Section, StatusPill, Sure, Tag } from "./bits.js";
import { LiveRun } from "./liverun.js";
import { RunPicture } from "./picture.js";
import { Timeline } from "./timeline.js";

export function RunView({ id }: { id: string }): JSX.Element {
  const now = live.value.runs[id];
  const status = now?.state?.status;
  const run = useLaika("runs.show", { run: id }, readRun, status);
  const events = useLaika("runs.events", { run: id }, readEvents, status, now?.seen);
  const verified = useLaika("runs.verify", { run: id }, readVerified, status);
  const onDone = (): void => {
    run.again();
    events.again();
  };
  return (
    <Page title={w.run.title} up={{ href: hrefOf("runs"), label: w.nav.runs }} acts={<Badge of={verified} />}>
      {now !== undefined && !isOver(status) && <LiveRun id={id} order={now.order} whole />}
      <Loaded of={run}>{(whole) => <About run={whole} status={status ?? whole.status} onDone={onDone} />}</Loaded>
      <Loaded of={events}>{(all) => <Story id={id} events={all} run={run.value} onDone={onDone} />}</Loaded>
    </Page>
  );
}

/** Whether the log is what was written. */
function Badge({ of }: { of: Loading<Verified> }): JSX.Element {
  if (of.value === null) return <Tag>{of.problem === null ? w.run.verifying : w.run.notVerified}</Tag>;
  const { intact, problems } = of.value;
  return (
    <span
      class={`verify ${intact ? "good" : "bad"}`}
      title={intact ? w.run.intactText : problems.map((one) => one.code).join(", ")}
    >
      <Icon name={intact ? "shield" : "alert"} />
      {intact ? w.run.intact : w.run.broken}
    </span>
  );
}

function About({ run, status, onDone }: { run: RunWhole; status: string; onDone: () => void }): JSX.Element {
  return (
    <Section title={run.goal === null ? w.runs.goalGone : oneLine(run.goal)} acts={<StatusPill status={status} />}>
      {status === "paused" && run.pause !== null && <p>{pauses[run.pause as Pause] ?? oneLine(run.pause)}</p>}
      <dl class="tiles">
        <Fact name={w.run.where}>{named(w.runs.places, run.surface)}</Fact>
        <Fact name={w.run.mode}>{modes[run.mode as SiteMode]?.name ?? w.common.unknown}</Fact>
        <Fact name={w.run.started}>{when(run.createdAt)}</Fact>
        <Fact name={w.run.changed}>{when(run.updatedAt)}</Fact>
        <Fact name={w.run.branch}>{count(run.branch)}</Fact>
        <Fact name={w.run.sites}>
          {run.sites.length === 0 ? w.run.nothing : run.sites.map((site) => <Origin key={site} of={site} />)}
        </Fact>
      </dl>
      {run.carried.map((one, at) => (
        <p key={at} class="note">
          {w.run.carried(one.bits)} <Origin of={one.from} /> → <Origin of={one.to} />
        </p>
      ))}
      {run.left.map((one, at) => (
        <p key={at} class="note">
          {w.run.left(bytes(one.bytes))} <Origin of={one.to} />
        </p>
      ))}
      {run.erased > 0 && <p class="note">{w.run.erased(run.erased)}</p>}
      <Ways run={run} status={status} onDone={onDone} />
    </Section>
  );
}

/** What can be done with a run that is not at work. */
function Ways({ run, status, onDone }: { run: RunWhole; status: string; onDone: () => void }): JSX.Element {
  const deed = useDeed();
  const waits = status === "paused" || status === "takeover";
  const exporting = (): void =>
    deed.run(async () => {
      const saved = readSaved(await call("runs.export", { run: run.run }));
      tell(saved === null ? w.run.exported : w.common.savedAs(oneLine(saved)));
    });
  return (
    <>
      <div class="acts">
        {mayAct.value && waits && !live.value.runs[run.run] && (
          <Act
            label={w.run.resume}
            icon="next"
            look="primary"
            disabled={deed.busy}
            onAct={() => deed.run(() => ask({ say: "resume", run: run.run }))}
          />
        )}
        {mayAct.value && !goesOn(status as RunStatus) && run.checkpointSeq !== null && (
          <Sure
            label={w.run.rollback}
            question={w.run.rollbackText}
            yes={w.run.rollback}
            look="quiet"
            icon="again"
            busy={deed.busy}
            onYes={() => deed.run(() => call("runs.rollback", { run: run.run, to: run.checkpointSeq }).then(onDone))}
          />
        )}
        {mayAct.value && (
          <Act label={w.run.export} hint={w.run.exportText} icon="save" disabled={deed.busy} onAct={exporting} />
        )}
      </div>
      <DeedProblem deed={deed} />
    </>
  );
}

function Story({
  id,
  events,
  run,
  onDone,
}: {
  id: string;
  events: LogEvent[];
  run: RunWhole | null;
  onDone: () => void;
}): JSX.Element {
  const [at, setAt] = useState<number | null>(null);
  const deed = useDeed();
  const entries = useMemo(() => timeline(events), [events]);
  const last = events.at(-1)?.seq ?? 0;
  const seq = at ?? last;
  const stood = stoodAt(events, seq);
  const tabs = tabsOf(entries.filter((entry) => entry.seq <= seq));
  if (events.length === 0)
    return (
      <Empty icon="lines" title={w.run.noEvents}>
        {w.run.noEventsText}
      </Empty>
    );
  const branch = (): void =>
    deed.run(async () => {
      await call("runs.branch", { run: id, from: seq });
      onDone();
      tell(w.run.branched);
    });
  return (
    <>
      <Section title={w.run.replay} lead={w.run.replayText}>
        <div class="replay">
          <label class="unseen" for="replay">
            {w.run.replay}
          </label>
          <input
            id="replay"
            type="range"
            min={1}
            max={last}
            value={seq}
            aria-valuetext={w.run.eventOf(seq, last)}
            onInput={(event) => setAt(Number(event.currentTarget.value))}
          />
          <span class="replay-at">{w.run.eventOf(seq, last)}</span>
        </div>
        <dl class="tiles" aria-live="polite">
          <Fact name={w.run.state}>
            <StatusPill status={stood.status} />
          </Fact>
          <Fact name={w.run.steps}>{count(stood.steps)}</Fact>
          <Fact name={w.run.asks}>{count(stood.asked)}</Fact>
          <Fact name={w.run.read}>{w.run.pieces(count(stood.read))}</Fact>
          <Fact name={w.run.wrote}>{w.run.pieces(count(stood.wrote))}</Fact>
          <Fact name={w.run.time}>{duration(stood.ms)}</Fact>
        </dl>
        {tabs.length > 0 && (
          <div>
            <h3>{w.run.tabs}</h3>
            <ul class="tab-list">
              {tabs.map((page, n) => (
                <li key={n}>
                  <span class="tab-title">{page.title === null ? w.common.unknown : oneLine(page.title)}</span>
                  {page.url !== null ? (
                    <Address url={page.url} copyOnly={run?.sensitive === true} />
                  ) : (
                    page.origin !== null && <Origin of={page.origin} />
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
        {mayAct.value && at !== null && at < last && (
          <div class="acts">
            <Act label={w.run.branchHere} hint={w.run.branchText} icon="next" disabled={deed.busy} onAct={branch} />
          </div>
        )}
        <DeedProblem deed={deed} />
      </Section>
      <Section title={w.run.timeline}>
        <Timeline entries={entries.filter((entry) => entry.seq <= seq)} />
      </Section>
      {run !== null && run.artifacts.length > 0 && (
        <Section title={w.run.files} lead={w.run.filesText}>
          <ul class="rows">
            {run.artifacts.map((file) => (
              <li key={file.id}>
                <span>
                  <b>{named(w.run.kinds, file.kind)}</b>
                  <small>
                    {bytes(file.bytes)} {file.origin !== null && <Origin of={file.origin} />}{" "}
                    {file.removed && <Tag>{w.run.removed}</Tag>}
                  </small>
                </span>
                {!file.removed && <RunPicture run={id} file={file} />}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <p class="note">
        <Code code={id} />
      </p>
    </>
  );
}

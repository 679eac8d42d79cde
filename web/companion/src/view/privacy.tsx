/** What is kept, for how long, how to make Laika forget, and what would leave this machine. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { manyLines, oneLine } from "../../../shared/text.js";
import { words } from "../../../shared/words/index.js";
import { Act, Code, Origin } from "../../../shared/view/bits.js";
import { absent, ask, call, canDo, live, mayAct, tell, useDeed, useLaika } from "../app.js";
import { underWay } from "../live.js";
import { number, text, thing, things } from "../read.js";
import { type SettingRow, readConfig, readKeys, readRetention, readStored, settingOf } from "../types/places.js";
import { bytes, count, named, w } from "../words/index.js";
import { Choose, DeedProblem, Empty, Loaded, NotHere, Page, Section, Sure, Switch, TextField } from "./bits.js";

export function Privacy(): JSX.Element {
  const stored = useLaika("privacy.stored", {}, readStored);
  const retention = useLaika("privacy.retention", {}, readRetention);
  const config = useLaika("config.show", {}, readConfig);
  const keys = useLaika("keys.list", {}, readKeys);
  const again = (): void => {
    stored.again();
    retention.again();
    config.again();
  };
  return (
    <Page title={w.nav.privacy} lead={w.privacy.lead}>
      <NotHere verbs={["privacy.stored", "privacy.retention", "config.set"]} />
      {!absent.value.has("privacy.stored") && (
        <Section title={w.privacy.stored} lead={w.privacy.storedText}>
          <Loaded of={stored}>
            {({ parts, place }) => (
              <>
                <dl class="tiles">
                  {parts.map((part) => (
                    <div key={part.kind} class="fact">
                      <dt>{named(w.privacy.kinds, part.kind)}</dt>
                      <dd>
                        <b>{count(part.count)}</b> <small>{bytes(part.bytes)}</small>
                      </dd>
                    </div>
                  ))}
                </dl>
                {parts.length === 0 && <p class="nothing">{w.privacy.nothing}</p>}
                {place !== null && (
                  <p class="note">
                    {w.privacy.place} <Code code={oneLine(place)} />
                  </p>
                )}
              </>
            )}
          </Loaded>
        </Section>
      )}
      {!absent.value.has("privacy.retention") && (
        <Section title={w.privacy.retention} lead={w.privacy.retentionText}>
          <Loaded of={retention}>{(kept) => <Retention days={kept.days} onDone={again} />}</Loaded>
        </Section>
      )}
      <Section title={w.privacy.forget} lead={w.privacy.forgetText}>
        <Forget sites={stored.value?.sites.map((site) => site.origin) ?? []} onDone={again} />
      </Section>
      <Section title={w.privacy.private} lead={w.privacy.privateText}>
        <Loaded of={config}>{(settings) => <Switches settings={settings} onDone={config.again} />}</Loaded>
      </Section>
      <Section title={w.privacy.sent} lead={w.privacy.sentText}>
        <Sent />
      </Section>
      <Section title={w.privacy.keys} lead={w.privacy.keysText}>
        <Loaded of={keys}>
          {(place) => (
            <>
              <p>{place.sentence === null ? w.common.unknown : oneLine(place.sentence)}</p>
              {place.because !== null && <p class="note">{oneLine(place.because)}</p>}
              <ul class="rows">
                {place.keys.map((key) => (
                  <li key={key.name}>
                    <span>
                      <b>{oneLine(key.name)}</b> <small>{key.kind === null ? "" : oneLine(key.kind)}</small>
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Loaded>
      </Section>
    </Page>
  );
}

function Retention({ days, onDone }: { days: number | null; onDone: () => void }): JSX.Element {
  const [value, setValue] = useState(days === null ? "" : String(days));
  const deed = useDeed();
  const next = number(Number(value));
  if (!canDo("config.set")) return <p>{w.privacy.days(days)}</p>;
  const keep = (): void =>
    deed.run(async () => {
      await call("config.set", { key: "limits.retention_days", value: next });
      tell(w.common.savedForNext);
      onDone();
    });
  return (
    <div class="setting">
      <TextField label={w.privacy.daysLabel} hint={w.privacy.daysHint} type="number" value={value} onValue={setValue} />
      <Act label={w.common.save} disabled={deed.busy || next === null || next < 0 || next === days} onAct={keep} />
      <DeedProblem deed={deed} />
    </div>
  );
}

function Forget({ sites, onDone }: { sites: string[]; onDone: () => void }): JSX.Element {
  const [site, setSite] = useState("");
  const [gone, setGone] = useState<string | null>(null);
  const deed = useDeed();
  if (!mayAct.value) return <p class="note">{w.privacy.forgetView}</p>;
  const forget = (): void =>
    deed.run(async () => {
      const did = thing(await call("privacy.forget", { site: site.trim() }));
      const counts = Object.entries(did).flatMap(([name, n]) =>
        typeof n === "number" ? [`${named(w.privacy.kinds, name)}: ${count(n)}`] : [],
      );
      setGone(counts.join(", "));
      setSite("");
      onDone();
    });
  return (
    <>
      <form class="inline-form" onSubmit={(event) => event.preventDefault()}>
        <TextField label={w.privacy.site} type="url" value={site} onValue={setSite} placeholder="https://" />
        <Sure
          label={w.privacy.forgetDo}
          question={w.privacy.forgetSure}
          yes={w.privacy.forgetDo}
          icon="trash"
          busy={deed.busy || site.trim() === ""}
          onYes={forget}
        />
      </form>
      {sites.length > 0 && (
        <details>
          <summary>{w.privacy.sites(sites.length)}</summary>
          <ul class="rows">
            {sites.map((one) => (
              <li key={one}>
                <span>
                  <Origin of={one} />
                </span>
                <Act label={w.privacy.choose} look="quiet" onAct={() => setSite(one)} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <p role="status" class="note">
        {gone === null ? "" : `${w.privacy.forgotten} ${gone}`}
      </p>
      <DeedProblem deed={deed} />
    </>
  );
}

function Switches({ settings, onDone }: { settings: SettingRow[]; onDone: () => void }): JSX.Element {
  const deed = useDeed();
  const set = (key: string, value: unknown): void => 
    deed.run(async () => {
      await call("config.set", { key, value });
      tell(w.common.savedForNext);
      onDone();
    });
  const isPrivate = settingOf(settings, "private") === true;
  const packets = settingOf(settings, "keep_packets");
  if (!canDo("config.set")) {
    return (
      <ul class="facts-list">
        <li>
          {w.privacy.always}: {isPrivate ? w.common.yes : w.common.no}
        </li>
        <li>
          {w.privacy.packets}: {named(w.privacy.packetKinds, text(packets))}
        </li>
      </ul>
    );
  }
  return (
    <>
      <Switch
        label={w.privacy.always}
        hint={w.privacy.alwaysText}
        on={isPrivate}
        disabled={deed.busy}
        onSwitch={(on) => set("private", on)}
      />
      <Choose
        label={w.privacy.packets}
        hint={w.privacy.packetsHint}
        value={text(packets) ?? "redacted"}
        onValue={(value) => set("keep_packets", value)}
        options={[
          ["redacted", w.privacy.packetKinds.redacted],
          ["full", w.privacy.packetKinds.full],
        ]}
      />
      <DeedProblem deed={deed} />
    </>
  );
}

/** Exactly what a model elsewhere would get for a run that goes on. */
function Sent(): JSX.Element {
  const runs = underWay(live.value);
  const [shown, setShown] = useState<{ run: string; text: string } | null>(null);
  const deed = useDeed();
  if (runs.length === 0)
    return (
      <Empty icon="eye" title={w.privacy.noRun}>
        {w.privacy.noRunText}
      </Empty>
    );
  const look = (run: string): void =>
    deed.run(async () => {
      const told = things(await ask({ say: "preview", run })).find((one) => one["says"] === "preview");
      setShown({ run, text: text(told?.["text"]) ?? "" });
    });
  return (
    <>
      <ul class="rows">
        {runs.map((run) => (
          <li key={run.id}>
            <span>
              <b>{run.order?.goal === undefined ? `${words.run} ${run.id}` : oneLine(run.order.goal)}</b>
              <small>{run.site ?? ""}</small>
            </span>
            <Act label={w.privacy.show} look="quiet" disabled={deed.busy} onAct={() => look(run.id)} />
          </li>
        ))}
      </ul>
      <DeedProblem deed={deed} />
      {shown !== null && (
        <pre class="sent-text" tabIndex={0} aria-label={w.privacy.sent}>
          {manyLines(shown.text)}
        </pre>
      )}
    </>
  );
}

/** What Laika may do: the table it decides by, sites with rules of their own, what was allowed ahead, and where runs may go. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ActiveGrant, SiteMode } from "../../../shared/daemon.js";
import { isPersons } from "../../../shared/arming.js";
import { webAddress } from "../../../shared/document.js";
import { oneLine } from "../../../shared/text.js";
import { modes, whatRow, words } from "../../../shared/words/index.js";
import { Act, Code, Origin } from "../../../shared/view/bits.js";
import { absent, ask, call, canDo, live, mayAct, tell, useDeed, useLaika } from "../app.js";
import { texts, things } from "../read.js";
import {
  type KnownAgent,
  type MatrixRow,
  type SettingRow,
  type SiteRow,
  type StandingGrant,
  readAgents,
  readConfig,
  readGrants,
  readMatrix,
  readSites,
  settingOf,
} from "../types/places.js";
import { named, w, when } from "../words/index.js";
import { Choose, DeedProblem, Empty, Loaded, NotHere, Page, Section, Tag, TextField } from "./bits.js";
import { GrantEditor } from "./grant.js";

export function Policies(): JSX.Element {
  const matrix = useLaika("policy.show", {}, readMatrix);
  const sites = useLaika("policy.sites", {}, readSites);
  const grants = useLaika("grants.list", {}, readGrants);
  const config = useLaika("config.show", {}, readConfig);
  const agents = useLaika("agents.list", {}, readAgents);
  return (
    <Page title={w.nav.policies} lead={w.policy.lead}>
      <NotHere verbs={["policy.sites", "policy.override", "grants.add", "config.set"]} />
      <Section title={w.policy.active} lead={w.policy.activeText}>
        <ActiveGrants />
      </Section>
      <Section title={w.policy.standing} lead={w.policy.standingText}>
        <Loaded of={grants}>{(all) => <StandingGrants grants={all} onDone={grants.again} />}</Loaded>
        {canDo("grants.add") && <GrantEditor onDone={grants.again} />}
      </Section>
      {!absent.value.has("policy.sites") && (
        <Section title={w.policy.sites} lead={w.policy.sitesText}>
          <Loaded of={sites}>{(all) => <Sites sites={all} onDone={sites.again} />}</Loaded>
        </Section>
      )}
      <Section title={w.policy.origins} lead={w.policy.originsText}>
        <Loaded of={config}>{(all) => <Origins settings={all} onDone={config.again} />}</Loaded>
      </Section>
      <Section title={w.policy.agents} lead={w.policy.agentsText}>
        <Loaded of={agents}>{(all) => <Agents agents={all} />}</Loaded>
      </Section>
      <Section title={w.policy.matrix} lead={w.policy.matrixText}>
        <Loaded of={matrix}>{(rows) => <Matrix rows={rows} />}</Loaded>
      </Section>
    </Page>
  );
}

/** What other agents may do and know. It is changed where they ask, or at a terminal. */
function Agents({ agents }: { agents: KnownAgent[] }): JSX.Element {
  if (agents.length === 0) return <p class="nothing">{w.policy.noAgents}</p>;
  return (
    <ul class="rows">
      {agents.map((agent) => (
        <li key={agent.name}>
          <span>
            <b>{oneLine(agent.name)}</b>
            <small>{modes[agent.mode as SiteMode]?.name ?? w.common.unknown}</small>
            {agent.places.map(([place, sharing]) => (
              <small key={place}>
                <Origin of={place} /> {named(w.policy.sharing, sharing)}
              </small>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Matrix({ rows }: { rows: MatrixRow[] }): JSX.Element {
  const columns = [modes.observe.name, modes.assist.name, modes.autopilot.name, w.policy.autoSensitive];
  return (
    <div class="table" role="group" aria-label={w.policy.matrix} tabIndex={0}>
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col">{w.policy.kind}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <th scope="row">{rowName(row.row)}</th>
              {columns.map((column, at) => (
                <td key={column}>
                  <Decision of={row.decisions[at] ?? null} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function rowName(row: string): string {
  const ours: Record<string, string> = w.policy.rows;
  return ours[row] ?? whatRow(row);
}

function Decision({ of }: { of: string | null }): JSX.Element {
  const tone = of === "allow" ? "good" : of === "deny" ? "danger" : of === null ? undefined : "warn";
  return <Tag tone={tone}>{named(w.policy.decisions, of)}</Tag>;
}

/** What runs that go on may do without asking again. */
function ActiveGrants(): JSX.Element {
  const [grants, setGrants] = useState<ActiveGrant[] | null>(null);
  const deed = useDeed();
  const load = async (): Promise<void> => {
    const told = things(await ask({ say: "grants" })).find((one) => one["says"] === "grants");
    setGrants((Array.isArray(told?.["grants"]) ? told["grants"] : []) as ActiveGrant[]);
  };
  if (grants === null && !deed.busy && deed.problem === null && live.value.link === "connected") deed.run(load);
  return (
    <>
      <DeedProblem deed={deed} />
      {grants?.length === 0 && <p class="nothing">{w.policy.noActive}</p>}
      {grants !== null && grants.length > 0 && (
        <ul class="rows">
          {grants.map((grant) => (
            <li key={grant.id}>
              <span>
                <b>{whatRow(grant.what)}</b>
                <small>
                  {grant.origin !== null && <Origin of={grant.origin} />} {words.usesLeft(grant.uses, grant.minutes)}
                </small>
              </span>
              {mayAct.value && (
                <Act
                  label={words.revoke}
                  look="danger"
                  disabled={deed.busy}
                  onAct={() =>
                    deed.run(async () => {
                      await ask({ say: "revoke", run: grant.run, grant: grant.id });
                      await load();
                    })
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function StandingGrants({ grants, onDone }: { grants: StandingGrant[]; onDone: () => void }): JSX.Element {
  const deed = useDeed();
  if (grants.length === 0) return <p class="nothing">{w.policy.noStanding}</p>;
  return (
    <>
      <DeedProblem deed={deed} />
      <ul class="rows">
        {grants.map((grant) => (
          <li key={grant.id}>
            <span>
              <b>{oneLine(grant.title)}</b>
              <small>
                {grant.origins.map((origin) => (
                  <Origin key={origin} of={origin} />
                ))}{" "}
                {grant.pages.map(oneLine).join(", ")} ·{" "}
                {grant.verbs.map(([verb, n]) => w.policy.verbTimes(named(w.policy.verbs, verb), n)).join(", ")}
              </small>
              <small>
                {w.policy.used(grant.used, grant.uses)} ·{" "}
                {grant.holds ? w.policy.until(when(grant.expiresAt)) : w.policy.over}{" "}
                {grant.code !== null && <Code code={grant.code} />}
              </small>
            </span>
            {mayAct.value && grant.holds && (
              <Act
                label={words.revoke}
                look="danger"
                disabled={deed.busy}
                onAct={() => deed.run(() => call("grants.revoke", { id: grant.id }).then(onDone))}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What a person can say of a site; "with care" is what Laika finds by itself. */
const CLASSES = ["low", "sensitive"] as const;

function Sites({ sites, onDone }: { sites: SiteRow[]; onDone: () => void }): JSX.Element {
  const [origin, setOrigin] = useState("");
  const [kind, setKind] = useState("");
  const [mode, setMode] = useState("");
  const deed = useDeed();
  const address = webAddress(origin.trim());
  const keep = (): void =>
    deed.run(async () => {
      await call("policy.override", {
        origin: address?.origin,
        ...(kind === "" ? {} : { class: kind }),
        ...(mode === "" ? {} : { mode }),
      });
      setOrigin("");
      tell(w.common.saved);
      onDone();
    });
  return (
    <>
      {sites.length === 0 && (
        <Empty icon="shield" title={w.policy.noSites}>
          {w.policy.noSitesText}
        </Empty>
      )}
      {sites.length > 0 && (
        <ul class="rows">
          {sites.map((site) => (
            <li key={site.origin}>
              <span>
                <Origin of={site.origin} />
                <small>
                  {named(w.policy.classes, site.kind)} · {modes[site.mode as SiteMode]?.name ?? w.policy.asSet}
                </small>
              </span>
              {site.override && <Tag tone="accent">{w.policy.yours}</Tag>}
              {site.override && canDo("policy.override") && (
                <Act
                  label={w.policy.drop}
                  look="quiet"
                  disabled={deed.busy}
                  onAct={() =>
                    deed.run(() => call("policy.override", { origin: site.origin, remove: true }).then(onDone))
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {canDo("policy.override") && (
        <form
          class="inline-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (isPersons(event) && address !== null && (kind !== "" || mode !== "")) keep();
          }}
        >
          <TextField label={w.policy.site} type="url" value={origin} onValue={setOrigin} placeholder="https://" />
          <Choose
            label={w.policy.class}
            value={kind}
            onValue={setKind}
            options={[
              ["", w.policy.asFound],
              ...CLASSES.map((one): [string, string] => [one, named(w.policy.classes, one)]),
            ]}
          />
          <Choose
            label={w.policy.mode}
            value={mode}
            onValue={setMode}
            options={[
              ["", w.policy.asSet],
              ...(Object.keys(modes) as SiteMode[]).map((one): [string, string] => [one, modes[one].name]),
            ]}
          />
          <button type="submit" class="act" disabled={deed.busy || address === null || (kind === "" && mode === "")}>
            {w.common.save}
          </button>
        </form>
      )}
      {kind === "low" && mayAct.value && <p class="note">{w.policy.lowHint}</p>}
      <DeedProblem deed={deed} />
    </>
  );
}

function Origins({ settings, onDone }: { settings: SettingRow[]; onDone: () => void }): JSX.Element {
  return (
    <>
      <OriginSet
        label={w.policy.allowed}
        hint={w.policy.allowedHint}
        name="allowed_origins"
        value={settingOf(settings, "allowed_origins")}
        onDone={onDone}
      />
      <OriginSet
        label={w.policy.blocked}
        hint={w.policy.blockedHint}
        name="blocked_origins"
        value={settingOf(settings, "blocked_origins")}
        onDone={onDone}
      />
    </>
  );
}

function OriginSet({
  label,
  hint,
  name,
  value,
  onDone,
}: {
  label: string;
  hint: string;
  name: string;
  value: unknown;
  onDone: () => void;
}): JSX.Element {
  const before = texts(value).join("\n");
  const [text, setText] = useState(before);
  const deed = useDeed();
  if (!canDo("config.set")) {
    return (
      <div>
        <h3>{label}</h3>
        {before === "" ? (
          <p class="note">{name === "allowed_origins" ? w.policy.any : w.policy.noneBlocked}</p>
        ) : (
          texts(value).map((one) => <Origin key={one} of={one} />)
        )}
      </div>
    );
  }
  const keep = (): void =>
    deed.run(async () => {
      const list = text.split(/\s+/).filter((one) => one !== "");
      await call("config.set", { key: name, value: name === "allowed_origins" && list.length === 0 ? "any" : list });
      tell(w.common.savedForNext);
      onDone();
    });
  return (
    <div class="setting">
      <TextField
        label={label}
        hint={hint}
        rows={2}
        value={text}
        onValue={setText}
        placeholder={name === "allowed_origins" ? w.policy.any : w.policy.noneBlocked}
      />
      <Act label={w.common.save} disabled={deed.busy || text === before} onAct={keep} />
      <DeedProblem deed={deed} />
    </div>
  );
}

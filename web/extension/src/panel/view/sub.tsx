/** The views behind the icons: what may be done unasked, what happened here, and what would be sent. */

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ActiveGrant, PastRun, Site } from "../../../../shared/daemon.js";
import type { Deeds } from "../deeds.js";
import { manyLines, oneLine } from "../../../../shared/text.js";
import { modes, statuses, whatRow, words } from "../words.js";
import { Act, Origin } from "../../../../shared/view/bits.js";

export function Sub({
  title,
  lead,
  deeds,
  children,
}: {
  title: string;
  lead?: string;
  deeds: Deeds;
  children: ComponentChildren;
}): JSX.Element {
  const head = useRef<HTMLHeadingElement>(null);
  // Whoever opened the view by key goes on from its title.
  useEffect(() => head.current?.focus(), []);
  return (
    <section class="sub" aria-label={title}>
      <div class="sub-head">
        <Act bare label={words.back} icon="back" look="quiet" onAct={() => deeds.view("home")} />
        <h1 ref={head} tabIndex={-1}>
          {title}
        </h1>
      </div>
      {lead !== undefined && <p class="lead">{lead}</p>}
      {children}
    </section>
  );
}

export function Grants({
  grants,
  site,
  deeds,
}: {
  grants: ActiveGrant[] | null;
  site: Site | null;
  deeds: Deeds;
}): JSX.Element {
  return (
    <Sub title={words.grants} lead={words.grantsLead} deeds={deeds}>
      {grants === null && <p class="note">{words.loading}</p>}
      {grants?.length === 0 && <p class="nothing">{words.noGrants}</p>}
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
              <Act label={words.revoke} look="danger" onAct={() => deeds.revoke(grant.run, grant.id)} />
            </li>
          ))}
        </ul>
      )}
      {site !== null && (
        <div class="site-box">
          <h2>{words.siteAccess}</h2>
          <p>
            <Origin of={site.origin} />
            <small>
              {modes[site.mode].name}
              {site.connected ? `, ${words.connected}` : ""}
            </small>
          </p>
          <p class="note">{words.disconnectText}</p>
          <Act label={words.disconnect} look="danger" onAct={deeds.disconnect} />
        </div>
      )}
    </Sub>
  );
}

export function History({
  site,
  history,
  deeds,
}: {
  site: Site | null;
  history: PastRun[];
  deeds: Deeds;
}): JSX.Element {
  return (
    <Sub title={words.history} deeds={deeds}>
      {site !== null && (
        <p class="lead">
          <Origin of={site.origin} />
        </p>
      )}
      {history.length === 0 && <p class="nothing">{words.noHistory}</p>}
      <ul class="rows">
        {history.map((past) => (
          <li key={past.run}>
            <span>
              <b class="past-goal">{oneLine(past.goal)}</b>
              <small>
                {statuses[past.status].name} · {when(past.at)}
              </small>
            </span>
            <Act label={words.askAgain} look="quiet" onAct={() => deeds.again(past)} />
          </li>
        ))}
      </ul>
    </Sub>
  );
}

export function Preview({
  text,
  running,
  deeds,
}: {
  text: string | null;
  running: boolean;
  deeds: Deeds;
}): JSX.Element {
  return (
    <Sub title={words.preview} lead={words.previewLead} deeds={deeds}>
      {!running && <p class="nothing">{words.noPreview}</p>}
      {running && text === null && <p class="note">{words.loading}</p>}
      {running && text !== null && (
        <pre class="sent-text" tabIndex={0} aria-label={words.preview}>
          {manyLines(text)}
        </pre>
      )}
    </Sub>
  );
}

function when(at: string): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return oneLine(at);
  return time.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

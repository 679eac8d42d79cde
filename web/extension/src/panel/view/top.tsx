/** The top row: where the person is, how much Laika may do there, and the two ways to end everything. */

import type { JSX } from "preact";
import type { SiteMode } from "../../../../shared/daemon.js";
import type { Front } from "../../shared/panel-port.js";
import type { Deeds } from "../deeds.js";
import { modes, words } from "../words.js";
import { Act, Icon, Mark, Origin, hostOf } from "../../../../shared/view/bits.js";

interface Props {
  front: Front | null;
  mode: SiteMode;
  connected: boolean;
  online: boolean;
  stoppable: boolean;
  onStop: () => void;
  deeds: Deeds;
}

export function Top({ front, mode, connected, online, stoppable, onStop, deeds }: Props): JSX.Element {
  const site = front !== null && front.origin !== "" ? front.origin : null;
  return (
    <header class="top">
      <h1 class="unseen">{words.laika}</h1>
      <div class="top-row">
        <Mark />
        <div class="where">
          <strong class="host" title={site ?? ""}>
            {site === null ? noSite(front) : <Origin of={site.startsWith("https:") ? hostOf(site) : site} />}
          </strong>
          {online && front !== null && (
            <span class={`access ${front.access}`}>
              <span class="dot" aria-hidden="true" />
              {connected ? words.connected : words.access[front.access]}
            </span>
          )}
        </div>
        <div class="ends">
          {stoppable && <Act label={words.stop} hint={words.stopHint} icon="stop" look="plain" onAct={onStop} />}
          <Act label={words.panic} hint={words.panicHint} icon="panic" look="danger" onAct={deeds.panic} />
        </div>
      </div>
      {online && (
        <div class="top-row second">
          <label class="mode">
            <Icon name="shield" />
            <span class="unseen">{words.mode}</span>
            <select
              value={mode}
              disabled={site === null}
              title={modes[mode].text}
              onChange={(event) => deeds.setMode(event.currentTarget.value as SiteMode)}
            >
              {(Object.keys(modes) as SiteMode[]).map((one) => (
                <option key={one} value={one}>
                  {modes[one].name}
                </option>
              ))}
            </select>
          </label>
          <nav class="places" aria-label={words.more}>
            <Act
              bare
              label={words.grants}
              hint={words.grants}
              icon="lock"
              look="quiet"
              onAct={() => deeds.view("grants")}
            />
            <Act
              bare
              label={words.preview}
              hint={words.preview}
              icon="eye"
              look="quiet"
              onAct={() => deeds.view("preview")}
            />
            <Act
              bare
              label={words.history}
              hint={words.history}
              icon="clock"
              look="quiet"
              onAct={() => deeds.view("history")}
            />
            <Act
              bare
              label={words.palette}
              hint={`${words.palette} (${words.paletteKey})`}
              icon="more"
              look="quiet"
              onAct={() => deeds.palette(true)}
            />
          </nav>
        </div>
      )}
    </header>
  );
}

function noSite(front: Front | null): string {
  if (front === null) return words.laika;
  return front.access === "restricted" ? words.noSite : words.siteNotKnown;
}

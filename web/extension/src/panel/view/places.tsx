/** What the whole panel says when there is nothing to ask: Laika is away, locked or other, or the page is out of reach. */

import type { JSX, ComponentChildren } from "preact";
import type { Front, Link } from "../../shared/panel-port.js";
import type { Deeds } from "../deeds.js";
import { oneLine } from "../../../../shared/text.js";
import { words } from "../words.js";
import { Act, Icon, type IconName, Mark, Origin } from "../../../../shared/view/bits.js";

function Place({
  icon,
  title,
  children,
}: {
  icon: IconName | null;
  title: string;
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="place">
      <div class="place-icon">{icon === null ? <Mark /> : <Icon name={icon} />}</div>
      <h1>{title}</h1>
      {children}
    </div>
  );
}

export function Connecting(): JSX.Element {
  return (
    <div class="place">
      <div class="place-icon breathing">
        <Mark />
      </div>
      <h1>{words.connecting}</h1>
    </div>
  );
}

export function Offline({ link, deeds }: { link: Link; deeds: Deeds }): JSX.Element {
  return (
    <Place icon="plug" title={words.offlineTitle}>
      <p>{words.offlineText}</p>
      {link.sentence !== undefined && link.sentence !== `${words.offlineTitle}.` && (
        <p class="note">{oneLine(link.sentence)}</p>
      )}
      <div class="acts column">
        <Act label={words.openLaika} look="primary" onAct={deeds.openLaika} />
      </div>
    </Place>
  );
}

export function Locked({ deeds }: { deeds: Deeds }): JSX.Element {
  return (
    <Place icon="lock" title={words.lockedTitle}>
      <p>{words.lockedText}</p>
      <p class="note">
        {words.lockedHow} <code class="command">{words.lockedCommand}</code>
      </p>
      <div class="acts column">
        <Act label={words.unlock} look="primary" onAct={deeds.unlock} />
      </div>
    </Place>
  );
}

export function Update({ link, deeds }: { link: Link; deeds: Deeds }): JSX.Element {
  return (
    <Place icon="alert" title={words.updateTitle}>
      <p>{link.sentence === undefined ? words.updateText : oneLine(link.sentence)}</p>
      {link.laika !== undefined && <p class="note">Laika {oneLine(link.laika)}</p>}
      <div class="acts column">
        <Act label={words.tryAgain} onAct={deeds.openLaika} />
      </div>
    </Place>
  );
}

export function Restricted(): JSX.Element {
  return (
    <Place icon="shield" title={words.restrictedTitle}>
      <p>{words.restrictedText}</p>
    </Place>
  );
}

/** The site has to be granted first; the one button asks the browser, and there are other ways (UI-030, UI-033). */
export function Needed({ front, refused, deeds }: { front: Front; refused: boolean; deeds: Deeds }): JSX.Element {
  const known = front.origin !== "";
  return (
    <Place icon="eye" title={words.neededTitle}>
      {known && (
        <p>
          <Origin of={front.origin} />
        </p>
      )}
      <p>{known ? words.neededText : words.unknownSite}</p>
      {refused && <p class="trouble">{words.refusedAccess}</p>}
      <div class="acts column">
        {known && <Act label={words.enable} icon="eye" look="primary" onAct={() => deeds.enable(front.origin)} />}
        {refused && known && <Act label={words.openWorkspace} onAct={() => deeds.openInWorkspace(null, front.url)} />}
        {refused && known && <Act label={words.copyLink} onAct={() => deeds.copy(front.url)} />}
        <Act label={words.copyInstructions} look="quiet" onAct={() => deeds.copy(words.instructions)} />
      </div>
      {refused && <p class="note">{words.instructions}</p>}
    </Place>
  );
}

export function PrivateBanner(): JSX.Element {
  return (
    <div class="banner private">
      <Icon name="mask" />
      <p>
        <b>{words.privateTitle}</b> {words.privateText}
      </p>
    </div>
  );
}

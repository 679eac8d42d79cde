/** What an authorisation covers, before it is given: the six things of SURF-016 to SURF-021, in this order everywhere. */

import type { JSX } from "preact";
import type { Authorisation } from "../daemon.js";
import { oneLine } from "../text.js";
import { modes, words } from "../words/index.js";
import { Signature, Yes, useArming } from "./approval.js";
import { Act, Fact, Origin } from "./bits.js";

interface Props {
  run: string;
  digest: string;
  summary: Authorisation;
  sent: boolean;
  deeds: {
    decline(run: string): void;
    authorise(run: string, digest: string, origins: string[]): void;
  };
}

export function Authorise(props: Props): JSX.Element {
  const face = JSON.stringify([props.run, props.digest, props.summary]);
  return <Shown key={face} face={face} {...props} />;
}

function Shown({ face, run, digest, summary, sent, deeds }: Props & { face: string }): JSX.Element {
  const armed = useArming(face);
  return (
    <section class="asks" aria-label={`${words.asks}: ${words.authTitle}`}>
      <div class="asks-frame">
        <Signature />
        <h2>{words.authTitle}</h2>
        <Summary summary={summary} />
        <p class="note">{words.authOnce}</p>
        <div class="asks-answers">
          <Act label={words.notNow} disabled={sent} onAct={() => deeds.decline(run)} />
          {/* The browser asks for the site inside this click, and only inside it. */}
          <Yes
            label={words.authorize}
            armed={armed}
            said={sent}
            onYes={() => deeds.authorise(run, digest, summary.origins)}
          />
        </div>
        {sent && <p class="asks-sent">{words.sent}</p>}
      </div>
    </section>
  );
}

export function Summary({ summary }: { summary: Authorisation }): JSX.Element {
  return (
    <dl class="facts">
      <Fact name={words.authWhere}>
        {summary.origins.map((origin) => (
          <div key={origin}>
            <Origin of={origin} />
          </div>
        ))}
        <div>{summary.target.tabId === null ? words.authNewTab : words.authTab}</div>
      </Fact>
      <Fact name={words.authMode}>
        <b>{modes[summary.mode].name}</b>
        <Lines lines={summary.categories} title={words.authMay} />
      </Fact>
      <Fact name={words.authAsks}>
        <Lines lines={summary.always_asks} />
        <Lines lines={summary.gestures} title={words.authGestures} />
      </Fact>
      <Fact name={words.authKept}>
        <Lines lines={summary.kept} />
      </Fact>
      <Fact name={words.authModel}>{oneLine(summary.model)}</Fact>
      <Fact name={words.authStop}>
        <Lines lines={summary.stop} />
      </Fact>
    </dl>
  );
}

function Lines({ lines, title }: { lines: string[]; title?: string }): JSX.Element | null {
  if (lines.length === 0) return null;
  return (
    <>
      {title !== undefined && <small class="lines-title">{title}</small>}
      <ul class="plain-list">
        {lines.map((line, at) => (
          <li key={at}>{oneLine(line)}</li>
        ))}
      </ul>
    </>
  );
}

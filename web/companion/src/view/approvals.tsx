/** Everything that waits for the person, from whichever run or agent. */

import type { JSX } from "preact";
import type { AgentReply } from "../../../shared/daemon.js";
import { words } from "../../../shared/words/index.js";
import { Signature, Yes, useArming } from "../../../shared/view/approval.js";
import { Act, Exact, Fact } from "../../../shared/view/bits.js";
import { answerAgent, live, mayAct } from "../app.js";
import { type AskedAgent, waiting } from "../live.js";
import { hrefOf } from "../route.js";
import { w } from "../words/index.js";
import { Empty, Page } from "./bits.js";
import { LiveRun } from "./liverun.js";

export function Approvals(): JSX.Element {
  const runs = waiting(live.value);
  const { agents } = live.value;
  return (
    <Page title={w.nav.approvals} lead={w.inbox.lead}>
      <Legend />
      {runs.length === 0 && agents.length === 0 && (
        <Empty icon="check" title={w.inbox.none}>
          {w.inbox.noneText} <a href={hrefOf("policies")}>{w.inbox.noneLink}</a>
        </Empty>
      )}
      {agents.map((asked) => (
        <AgentCard key={`${asked.ask.id} ${asked.ask.digest} ${asked.round}`} asked={asked} />
      ))}
      {runs.map((run) => (
        <LiveRun key={run.id} id={run.id} order={run.order} />
      ))}
    </Page>
  );
}

/** How the values of a card show where they come from: by a line and by words. */
function Legend(): JSX.Element {
  return (
    <ul class="legend" aria-label={w.inbox.legend}>
      <li>
        <span class="swatch own" aria-hidden="true" />
        {w.inbox.own}
      </li>
      <li>
        <span class="swatch page" aria-hidden="true" />
        {w.inbox.page}
      </li>
      <li>
        <span class="swatch carried" aria-hidden="true" />
        {w.inbox.carried}
      </li>
    </ul>
  );
}

/** A question about another agent: what it would learn, whole, and how far the answer goes. */
function AgentCard({ asked }: { asked: AskedAgent }): JSX.Element {
  const { ask, said, round } = asked;
  const armed = useArming(JSON.stringify([ask, round]));
  const reply = (words_: AgentReply): void => answerAgent(ask.id, ask.digest, words_);
  const { what } = ask;
  const places = what.kind === "open" ? [what.place] : what.places;
  return (
    <section class="asks" aria-label={`${words.asks}: ${w.inbox.agentAsks[what.kind]}`}>
      <div class="asks-frame">
        <Signature />
        <h2>{w.inbox.agentAsks[what.kind]}</h2>
        <dl class="facts">
          <Fact name={w.inbox.agent}>
            <Exact text={ask.agent} />
          </Fact>
          <Fact name={w.inbox.about}>
            <ul class="plain-list">
              {places.map((place) => (
                <li key={place}>
                  <Exact text={place} />
                </li>
              ))}
            </ul>
          </Fact>
          {what.kind === "open" && (
            <Fact name={w.inbox.address}>
              <div class="value">
                <Exact text={what.url} />
              </div>
            </Fact>
          )}
          {what.kind === "hear" && (
            <Fact name={w.inbox.hears}>
              <div class="value tall" tabIndex={0} role="group" aria-label={w.inbox.hears}>
                <Exact text={what.text} />
              </div>
            </Fact>
          )}
        </dl>
        {mayAct.value ? (
          <div class="asks-answers">
            <Act label={words.deny} icon="cross" disabled={said} onAct={() => reply("no")} />
            <Yes
              label={what.kind === "hear" ? w.inbox.thisOnce : w.inbox.session}
              armed={armed}
              said={said}
              onYes={() => reply("session")}
            />
            {what.kind !== "hear" && (
              <Yes label={w.inbox.preview} armed={armed} said={said} wide onYes={() => reply("preview")} />
            )}
            {what.kind !== "hear" && (
              <Yes label={w.inbox.always} armed={armed} said={said} wide onYes={() => reply("always")} />
            )}
          </div>
        ) : (
          <p class="note">{w.inbox.answerElsewhere}</p>
        )}
        {said && <p class="asks-sent">{words.sent}</p>}
      </div>
    </section>
  );
}

/** What of a run waits for a yes or no. The cards are those of the side panel; in a window that only looks they have no buttons. */

import type { JSX } from "preact";
import type { Run } from "../../../shared/run.js";
import { Approval, CardFacts } from "../../../shared/view/approval.js";
import { Authorise, Summary } from "../../../shared/view/authorise.js";
import { mayLaika } from "../../../shared/words/index.js";
import { Origin } from "../../../shared/view/bits.js";
import { answer, ask, authorise, failed, mayAct } from "../app.js";
import { w } from "../words/index.js";

export function Waits({ run }: { run: Run }): JSX.Element | null {
  if (
    run.card === null &&
    run.authorise === null &&
    run.gesture === null &&
    run.conflict === null &&
    run.candidates.length === 0
  )
    return null;
  if (!mayAct.value) return <Looking run={run} />;
  return (
    <>
      {run.card !== null && <Approval run={run.id} asked={run.card} deeds={{ answer }} />}
      {run.authorise !== null && (
        <Authorise
          run={run.id}
          digest={run.authorise.digest}
          summary={run.authorise.summary}
          sent={run.authorise.sent}
          deeds={{ authorise, decline: (id) => void ask({ say: "decline", run: id }).catch(failed) }}
        />
      )}
      {(run.gesture !== null || run.conflict !== null || run.candidates.length > 0) && (
        <p class="banner">
          {w.inbox.inBrowser} {run.gesture !== null && <Origin of={run.gesture.origin} />}
        </p>
      )}
    </>
  );
}

/** The same facts, to be read only. */
function Looking({ run }: { run: Run }): JSX.Element {
  return (
    <div class="card" role="group" aria-label={w.inbox.waits}>
      {run.card !== null && (
        <>
          <h3>{mayLaika(run.card.card.tool)}</h3>
          <CardFacts card={run.card.card} />
        </>
      )}
      {run.authorise !== null && <Summary summary={run.authorise.summary} />}
      <p class="note">{w.inbox.answerElsewhere}</p>
    </div>
  );
}

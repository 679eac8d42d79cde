/** Whether everything that Laika needs works here, and how to mend what does not. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { oneLine } from "../../../shared/text.js";
import { Act, Code, Icon } from "../../../shared/view/bits.js";
import { call, copy, live, send, useDeed } from "../app.js";
import { type Check, readDoctor } from "../types/places.js";
import { w } from "../words/index.js";
import { DeedProblem, Empty, Page, ProgressBar, Section } from "./bits.js";

/** What was found last stays while the window is open: looking takes a while. */
let last: ReturnType<typeof readDoctor> | null = null;

export function Doctor(): JSX.Element {
  const [found, setFound] = useState(last);
  const deed = useDeed();
  const progress = live.value.progress["doctor"];
  const look = (): void =>
    deed.run(async () => {
      last = readDoctor(await call("doctor"));
      setFound(last);
      send({ kind: "over", verb: "doctor" });
    });
  const groups: [string, Check[]][] = (["fail", "warn", "ok"] as const).map((state) => [
    state,
    (found?.checks ?? []).filter((check) => check.state === state),
  ]);
  return (
    <Page
      title={w.nav.doctor}
      lead={w.doctor.lead}
      acts={
        <Act
          label={found === null ? w.doctor.look : w.doctor.again}
          icon="pulse"
          look="primary"
          disabled={deed.busy}
          onAct={look}
        />
      }
    >
      <DeedProblem deed={deed} />
      {deed.busy && (
        <ProgressBar of={progress ?? { done: 0, all: null, what: w.doctor.looking }} label={w.doctor.looking} />
      )}
      {found === null && !deed.busy && (
        <Empty icon="pulse" title={w.doctor.none}>
          {w.doctor.noneText}
        </Empty>
      )}
      {found !== null && (
        <div class={`verdict ${found.healthy ? "good" : "bad"}`}>
          <Icon name={found.healthy ? "check" : "alert"} />
          <p>{found.healthy ? w.doctor.healthy : w.doctor.unhealthy}</p>
        </div>
      )}
      {groups.map(([state, checks]) =>
        checks.length === 0 ? null : (
          <Section key={state} title={`${w.doctor.states[state as "ok"]} (${checks.length})`}>
            <ul class="checks">
              {checks.map((check) => (
                <li key={check.check} class={state}>
                  <p>
                    <b>{oneLine(check.check)}</b> {oneLine(check.found)}{" "}
                    {check.code !== null && <Code code={check.code} />}
                  </p>
                  {check.fix !== null && (
                    <p class="fix">
                      <span>
                        {w.doctor.fix}: {oneLine(check.fix)}
                      </span>
                      <Act label={w.common.copy} look="quiet" onAct={() => void copy(check.fix ?? "")} />
                    </p>
                  )}
                </li>
              ))}
            </ul>
          </Section>
        ),
      )}
    </Page>
  );
}

/** What a run waits for that is not a yes or no: words, hands, a tab, another way. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { isPersons } from "../../../../shared/arming.js";
import type { Deeds } from "../deeds.js";
import { type Gesture, type Run, goesOn } from "../../../../shared/run.js";
import { oneLine } from "../../../../shared/text.js";
import { gestures, handoffs, offers, words } from "../words.js";
import { Signature } from "../../../../shared/view/approval.js";
import { Act, Icon, Origin, PageWords } from "../../../../shared/view/bits.js";

interface Props {
  run: Run;
  deeds: Deeds;
  resumable: boolean;
  /** The browser does not let Laika see the tab of this run, which is in front. */
  isLockedOut: boolean;
}

export function Waiting({ run, deeds, resumable, isLockedOut }: Props): JSX.Element | null {
  // Until it really waits, nothing is asked for.
  if (goesOn(run.state?.status)) return null;
  // The site it worked on is known from when it still had access.
  const lost = isLockedOut || run.state?.lastReasonCode === "E_NO_SITE_ACCESS" ? run.site : null;
  if (run.conflict !== null) return <Conflict run={run} deeds={deeds} />;
  if (run.candidates.length > 0) return <Candidates run={run} deeds={deeds} />;
  return (
    <>
      {run.handoff !== null && <Handoff run={run} />}
      {resumable && lost !== null && (
        <Act label={words.restore} icon="lock" look="primary" onAct={() => deeds.enable(lost)} />
      )}
      {resumable && run.question !== null && <Question run={run} deeds={deeds} />}
      {resumable && run.question === null && <GoOn run={run} deeds={deeds} second={lost !== null || isOfferedHere(run)} />}
      {run.offers.length > 0 && <Ladder run={run} deeds={deeds} />}
    </>
  );
}

/** A window of the Workspace may not be there to be used; this browser is. */
function isOfferedHere(run: Run): boolean {
  return run.offers.some((offer) => offer.what === "my_browser" && !offer.taken);
}

function Question({ run, deeds }: { run: Run; deeds: Deeds }): JSX.Element {
  const [text, setText] = useState("");
  return (
    <form
      class="question"
      onSubmit={(event) => {
        event.preventDefault();
        if (isPersons(event) && text.trim() !== "") deeds.resume(run.id, text.trim());
      }}
    >
      <h2>{words.question}</h2>
      <p class="asked">{oneLine(run.question ?? "")}</p>
      <label>
        <span class="unseen">{words.questionPlaceholder}</span>
        <textarea
          rows={2}
          placeholder={words.questionPlaceholder}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <div class="acts">
        <button type="submit" class="act primary" disabled={text.trim() === ""}>
          {words.answer}
        </button>
        <Act label={words.skip} look="quiet" onAct={() => deeds.resume(run.id)} />
      </div>
    </form>
  );
}

/** The one way on for a run that waits (C-41): a person's click. Words may go with it. */
function GoOn({ run, deeds, second }: { run: Run; deeds: Deeds; second: boolean }): JSX.Element {
  const [text, setText] = useState("");
  const wordy = run.state?.pause === "rejected" || run.state?.pause === "retries_spent";
  const said = text.trim();
  const resume = (): void => (said === "" ? deeds.resume(run.id) : deeds.resume(run.id, said));
  return (
    <div class="go-on">
      {wordy && (
        <label>
          <span class="unseen">{words.addWords}</span>
          <textarea
            rows={2}
            placeholder={words.addWords}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
      )}
      <Act
        label={run.handoff === null ? words.resume : words.handoffDone}
        icon="next"
        look={second ? "plain" : "primary"}
        onAct={resume}
      />
    </div>
  );
}

function Handoff({ run }: { run: Run }): JSX.Element | null {
  if (run.handoff === null) return null;
  return (
    <div class="handoff">
      <Icon name="hand" />
      <div>
        <h2>{words.handoffTitle}</h2>
        <p>
          <b>{handoffs[run.handoff.need]}.</b> {oneLine(run.handoff.what)}
        </p>
      </div>
    </div>
  );
}

function Conflict({ run, deeds }: { run: Run; deeds: Deeds }): JSX.Element | null {
  if (run.conflict === null) return null;
  const { holder } = run.conflict;
  return (
    <div class="choices">
      <h2>{words.conflictTitle}</h2>
      <p>{words.conflictText}</p>
      <Choice
        label={words.conflictSwitch}
        hint={words.conflictSwitchHint}
        onAct={() => deeds.switchRun(run.id, holder)}
      />
      {run.order !== null && (
        <Choice label={words.conflictNewTab} hint={words.conflictNewTabHint} onAct={() => deeds.newTaskTab(run.id)} />
      )}
      <Choice label={words.conflictStop} hint={words.conflictStopHint} onAct={() => deeds.stopOther(run.id, holder)} />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  hint: string;
  disabled?: boolean;
  onAct: () => void;
}

function Choice({ label, hint, disabled = false, onAct }: ChoiceProps): JSX.Element {
  return (
    <button type="button" class="choice" disabled={disabled} onClick={(event) => isPersons(event) && onAct()}>
      <b>{label}</b>
      <small>{hint}</small>
    </button>
  );
}

function Candidates({ run, deeds }: { run: Run; deeds: Deeds }): JSX.Element {
  return (
    <div class="choices">
      <h2>{words.candidatesTitle}</h2>
      <p>{words.candidatesText}</p>
      <ul class="plain-list">
        {run.candidates.map((tab) => (
          <li key={tab.tabId} class="candidate">
            <span>
              <PageWords text={tab.title} />
              <small>
                <Origin of={tab.origin} />
              </small>
            </span>
            <Act label={words.useTab} onAct={() => deeds.reattach(run.id, tab.tabId)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Other ways, the mildest first (UI-033). */
function Ladder({ run, deeds }: { run: Run; deeds: Deeds }): JSX.Element {
  const goal = run.order?.goal ?? null;
  // A run that only could go on elsewhere as well is no matter of access, and reads as it did.
  const isAboutAccess = run.offers.some((offer) => offer.what !== "my_browser");
  return (
    <div class="choices">
      <h2>{words.ladderTitle}</h2>
      {run.offers.map((offer) => {
        const act = (): void => {
          switch (offer.what) {
            case "open_workspace":
              return deeds.openInWorkspace(goal, offer.url);
            case "copy_url":
              return deeds.copy(offer.url ?? "");
            case "manual":
              return deeds.copy(offer.why);
            case "my_browser":
              return deeds.continueHere(run.id);
          }
        };
        return (
          <Choice
            key={offer.what}
            label={offers[offer.what].button}
            hint={oneLine(offer.why) || offers[offer.what].text}
            disabled={offer.taken}
            onAct={act}
          />
        );
      })}
      {isAboutAccess && (
        <Choice label={words.stayReadOnly} hint={words.homeLead} onAct={() => deeds.stop(run.id)} />
      )}
    </div>
  );
}

/** One button for what a browser lets only a person do. It ends by itself, and nothing tries again on its own. */
export function GestureCard({ run, gesture, deeds }: { run: string; gesture: Gesture; deeds: Deeds }): JSX.Element {
  const left = useLeft(gesture.expiresAtMs);
  const of = gestures[gesture.kind];
  return (
    <section class="asks" aria-label={`${words.asks}: ${of.title}`}>
      <div class="asks-frame">
        <Signature />
        <h2>{of.title}</h2>
        <p>
          <Origin of={gesture.origin} />
        </p>
        <p>{of.text}</p>
        {left > 0 && !gesture.used && (
          <div class="asks-answers">
            <button
              type="button"
              class="act primary"
              onClick={(event) => {
                if (isPersons(event) && Date.now() < gesture.expiresAtMs) deeds.gesture(run, gesture);
              }}
            >
              {of.button}
            </button>
          </div>
        )}
        <p class="note">{gesture.used ? words.gestureDone : left > 0 ? words.gestureEnds : words.gestureOver}</p>
      </div>
    </section>
  );
}

/** Seconds until a time; it redraws as they pass. */
function useLeft(until: number): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, Math.ceil((until - now) / 1000));
}

/** The whole panel, out of a state and what can be done. */

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { commands } from "../commands.js";
import type { Deeds } from "../deeds.js";
import { type State, canStop, isLockedOut, modeOf, otherRuns, screen, shownRun } from "../model.js";
import { type Run, isOver, waits } from "../../../../shared/run.js";
import { oneLine } from "../../../../shared/text.js";
import { failure, statuses, words } from "../words.js";
import { Answer } from "../../../../shared/view/answer.js";
import { Approval } from "../../../../shared/view/approval.js";
import { Authorise } from "../../../../shared/view/authorise.js";
import { Act, Code, Icon } from "../../../../shared/view/bits.js";
import { Gather } from "./gather.js";
import { Composer, WantsToAct, Welcome } from "./home.js";
import { Onboarding } from "./onboarding.js";
import { Palette } from "../../../../shared/view/palette.js";
import { Picking } from "./part.js";
import { Connecting, Locked, Needed, Offline, PrivateBanner, Restricted, Update } from "./places.js";
import { RunCard } from "./run.js";
import { Grants, History, Preview } from "./sub.js";
import { Top } from "./top.js";
import { GestureCard } from "./waiting.js";

interface Props {
  state: State;
  deeds: Deeds;
  said: { polite: string; assertive: string };
  copied: boolean;
}

export function Panel({ state, deeds, said, copied }: Props): JSX.Element {
  useKeys(state, deeds);
  const run = shownRun(state);
  const online = state.link.state === "online" && state.app === "online";
  const stop = (): void => (run !== null && !isOver(run.state?.status) ? deeds.stop(run.id) : deeds.stopAll());
  return (
    <>
      <TopOf state={state} online={online} stop={stop} deeds={deeds} />
      <main>
        {state.front?.incognito === true && <PrivateBanner />}
        {state.failure !== null && <Failure state={state} deeds={deeds} />}
        {online && state.view !== "home" ? (
          <SubView state={state} run={run} deeds={deeds} />
        ) : (
          <Main state={state} run={run} deeds={deeds} />
        )}
      </main>
      {state.palette && <Palette commands={commands(state, deeds)} onClose={() => deeds.palette(false)} />}
      <div class="unseen" role="status" aria-live="polite">
        {said.polite}
      </div>
      <div class="unseen" role="alert" aria-live="assertive">
        {said.assertive}
      </div>
      {copied && <div class="toast">{words.copied}</div>}
    </>
  );
}

function TopOf({
  state,
  online,
  stop,
  deeds,
}: {
  state: State;
  online: boolean;
  stop: () => void;
  deeds: Deeds;
}): JSX.Element {
  return (
    <Top
      front={state.front}
      mode={modeOf(state)}
      connected={state.site?.connected === true}
      online={online}
      stoppable={canStop(state)}
      onStop={stop}
      deeds={deeds}
    />
  );
}

function Main({ state, run, deeds }: { state: State; run: Run | null; deeds: Deeds }): JSX.Element {
  switch (screen(state)) {
    case "connecting":
      return <Connecting />;
    case "offline":
      return <Offline link={state.link} deeds={deeds} />;
    case "locked":
      return <Locked deeds={deeds} />;
    case "update":
      return <Update link={state.link} deeds={deeds} />;
    case "onboarding":
      return <Onboarding front={state.front} deeds={deeds} />;
    case "restricted":
      return (
        <>
          <Restricted />
          <Others state={state} deeds={deeds} />
        </>
      );
    case "needed":
      return (
        <>
          {state.front !== null && <Needed front={state.front} refused={state.accessRefused} deeds={deeds} />}
          <Others state={state} deeds={deeds} />
        </>
      );
    case "ready":
      return <Ready state={state} run={run} deeds={deeds} />;
  }
}

function Ready({ state, run, deeds }: { state: State; run: Run | null; deeds: Deeds }): JSX.Element {
  const over = run === null || isOver(run.state?.status);
  const readable = state.front?.access === "granted" && state.wantsToAct === null;
  return (
    <>
      {run !== null && <Questions run={run} deeds={deeds} />}
      {run !== null && (
        <RunCard run={run} goal={run.order?.goal ?? null} isLockedOut={isLockedOut(state, run)} deeds={deeds} />
      )}
      {run !== null && run.answer !== null && (
        <Answer finished={run.answer} sensitive={state.site?.sensitive === true} deeds={deeds} />
      )}
      {state.wantsToAct !== null && <WantsToAct goal={state.wantsToAct} deeds={deeds} />}
      {run === null && state.wantsToAct === null && <Welcome front={state.front} />}
      <Others state={state} deeds={deeds} />
      {over && readable && state.picking && <Picking deeds={deeds} />}
      {over && readable && !state.picking && (
        <Composer
          draft={state.draft}
          part={state.part}
          compact={run !== null && run.answer !== null}
          mayGather={state.front?.incognito === false}
          deeds={deeds}
        />
      )}
    </>
  );
}

/** What is asked stands above everything else, so that nothing that comes later can push it about. */
function Questions({ run, deeds }: { run: Run; deeds: Deeds }): JSX.Element | null {
  if (run.card !== null) return <Approval run={run.id} asked={run.card} deeds={deeds} />;
  if (run.authorise !== null) return <Authorise run={run.id} {...run.authorise} deeds={deeds} />;
  if (run.gesture !== null)
    return <GestureCard key={run.gesture.nonce} run={run.id} gesture={run.gesture} deeds={deeds} />;
  return null;
}

function Others({ state, deeds }: { state: State; deeds: Deeds }): JSX.Element | null {
  const others = otherRuns(state);
  if (others.length === 0) return null;
  const waiting = others.filter(waits).length;
  return (
    <section class="others" aria-label={words.otherRuns}>
      <h2>
        {words.otherRuns} {waiting > 0 && <span class="count">{words.waiting(waiting)}</span>}
      </h2>
      <ul class="rows">
        {others.map((run) => (
          <li key={run.id}>
            <span>
              <b class="past-goal">{oneLine(run.order?.goal ?? run.id)}</b>
              <small>{statuses[run.state?.status ?? "idle"].name}</small>
            </span>
            <Act label={words.showRun} look="quiet" onAct={() => deeds.choose(run.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SubView({ state, run, deeds }: { state: State; run: Run | null; deeds: Deeds }): JSX.Element {
  switch (state.view) {
    case "grants":
      return <Grants grants={state.grants} site={state.site} deeds={deeds} />;
    case "gather":
      return <Gather gathering={state.gathering} deeds={deeds} />;
    case "history":
      return <History site={state.site} history={state.history} deeds={deeds} />;
    default: {
      const text = state.preview !== null && state.preview.run === run?.id ? state.preview.text : null;
      return <Preview text={text} running={run !== null} deeds={deeds} />;
    }
  }
}

function Failure({ state, deeds }: { state: State; deeds: Deeds }): JSX.Element | null {
  if (state.failure === null) return null;
  const { code, sentence } = state.failure;
  return (
    <div class="banner failure">
      <Icon name="alert" />
      <p>
        {failure(code, oneLine(sentence))} <Code code={code} />
      </p>
      <Act bare label={words.close} icon="cross" look="quiet" onAct={deeds.dropFailure} />
    </div>
  );
}

/** The keys that hold everywhere: the palette, and Escape out of a sub view. */
function useKeys(state: State, deeds: Deeds): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        deeds.palette(!state.palette);
      } else if (event.key === "Escape" && !state.palette && state.view !== "home") {
        deeds.view("home");
      } else if (event.key === "Escape" && state.picking) {
        deeds.dropRegion();
      } else if (event.key === "Escape" && state.wantsToAct !== null) {
        deeds.dropAct();
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [state.palette, state.view, state.wantsToAct, state.picking]);
}

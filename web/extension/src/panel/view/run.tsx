/** The run card: where it stands, what it does, what comes next and why, and what was done. */

import type { JSX } from "preact";
import type { Deeds } from "../deeds.js";
import { type Run, type StepLine, canResume, goesOn, isOver } from "../../../../shared/run.js";
import { oneLine } from "../../../../shared/text.js";
import { does, pauses, reason, statuses, words } from "../words.js";
import { Act, Card, Code, Fact, Icon, PageWords } from "../../../../shared/view/bits.js";
import { Waiting } from "./waiting.js";

interface Props {
  run: Run;
  goal: string | null;
  /** The browser does not let Laika see the tab of this run, which is in front. */
  isLockedOut: boolean;
  deeds: Deeds;
}

export function RunCard({ run, goal, isLockedOut, deeds }: Props): JSX.Element {
  const status = run.state?.status ?? "idle";
  const over = isOver(status);
  const busy = goesOn(status);
  const code = run.state?.lastReasonCode ?? null;
  return (
    <Card label={words.run} look="run">
      <div class="run-head">
        <span class={`state ${busy ? "busy" : status}`}>
          <span class="pulse" aria-hidden="true" />
          {statuses[status].name}
        </span>
        <span class="run-acts">
          {busy && <Act label={words.pause} look="quiet" onAct={() => deeds.pause(run.id)} />}
          {!over && <Act label={words.stop} icon="stop" look="quiet" onAct={() => deeds.stop(run.id)} />}
          {over && <Act label={words.newQuestion} look="quiet" onAct={() => deeds.choose(null)} />}
        </span>
      </div>
      {goal !== null && (
        <p class="goal">
          <span class="unseen">{words.goal}: </span>
          {oneLine(goal)}
        </p>
      )}
      {run.suspicion !== null && <Suspicion run={run} />}
      {!over && <Going run={run} />}
      {status === "paused" && run.state?.pause != null && !saysMore(run) && (
        <p class="paused-why">
          {isLockedOut ? words.accessGone : pauses[run.state.pause]} {code !== null && <Code code={code} />}
        </p>
      )}
      {status === "takeover" && (
        <div class="takeover-box">
          <Icon name="hand" />
          <p>{words.takeoverText}</p>
        </div>
      )}
      {status === "failed" && code !== null && run.trouble === null && (
        <p class="paused-why">
          <Code code={code} />
        </p>
      )}
      {run.trouble !== null && !saysMore(run) && (
        <p class="trouble">
          <Icon name="alert" />
          <span>
            {reason(run.trouble.code, oneLine(run.trouble.sentence))} <Code code={run.trouble.code} />
          </span>
        </p>
      )}
      <Waiting run={run} deeds={deeds} resumable={canResume(run)} isLockedOut={isLockedOut} />
      <Steps lines={run.steps} />
    </Card>
  );
}

/** Whether what stands below says the same as the pause would, and more. */
function saysMore(run: Run): boolean {
  return run.question !== null || run.handoff !== null || run.conflict !== null || run.candidates.length > 0;
}

function Suspicion({ run }: { run: Run }): JSX.Element {
  return (
    <div class="suspicion">
      <Icon name="alert" />
      <p>
        {words.suspicious}
        {run.suspicion !== null && (
          <small>
            {words.suspiciousWhere}: {oneLine(run.suspicion.place)} ({run.suspicion.signs.map(oneLine).join(", ")})
          </small>
        )}
      </p>
    </div>
  );
}

/** What it does now, what it would do next, and why exactly that element. */
function Going({ run }: { run: Run }): JSX.Element | null {
  const last = run.steps.at(-1);
  const step = last?.kind === "step" && last.end === null ? last.step : null;
  const now = run.doing ?? run.state?.lastActionSummary ?? null;
  const next = run.state?.nextStepPreview ?? null;
  if (now === null && next === null && step === null) return null;
  return (
    <>
      <dl class="going">
        {now !== null && <Fact name={words.now}>{oneLine(now)}</Fact>}
        {next !== null && <Fact name={words.nextStep}>{oneLine(next)}</Fact>}
      </dl>
      {step !== null && (
        <details class="why">
          <summary>{words.why}</summary>
          <dl>
            {step.role !== null && <Fact name={words.whyRole}>{oneLine(step.role)}</Fact>}
            {step.target !== null && (
              <Fact name={words.whyName}>
                <PageWords text={step.target} />
              </Fact>
            )}
            <Fact name={words.whyReason}>{oneLine(step.why)}</Fact>
          </dl>
        </details>
      )}
    </>
  );
}

function Steps({ lines }: { lines: StepLine[] }): JSX.Element | null {
  if (lines.length === 0) return null;
  return (
    <details class="steps">
      <summary>
        {words.steps} <span class="count">{lines.length}</span>
      </summary>
      <ol>
        {lines.map((line, at) => (
          <li key={at} class={toneOf(line)}>
            <StepText line={line} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function toneOf(line: StepLine): string {
  if (line.kind === "step") return line.end === null ? "open" : line.end.done ? "done" : "undone";
  return line.kind === "answered" && line.granted ? "done" : "undone";
}

function StepText({ line }: { line: StepLine }): JSX.Element {
  if (line.kind === "step") {
    return (
      <>
        <b>{does(line.step.tool)}</b>
        {line.step.target !== null && (
          <>
            {" "}
            <PageWords text={line.step.target} />
          </>
        )}
        <small>
          {line.end === null
            ? oneLine(line.step.why)
            : `${line.end.done ? words.done : words.notDone}: ${oneLine(line.end.how)}`}
        </small>
      </>
    );
  }
  const sentence = line.kind === "denied" ? line.sentence : line.reason;
  return (
    <>
      <b>{does(line.tool)}</b>{" "}
      <span class="tag">{line.kind === "denied" ? words.denied : line.granted ? words.done : words.notDone}</span>
      <small>
        {reason(line.code, oneLine(sentence))} <Code code={line.code} />
      </small>
    </>
  );
}

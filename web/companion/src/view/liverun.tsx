/** A run while it goes on: where it stands, what comes next, what it waits for, and what was done. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Order } from "../../../shared/daemon.js";
import { type Run, type StepLine, canResume, goesOn, isOver } from "../../../shared/run.js";
import { manyLines, oneLine } from "../../../shared/text.js";
import { does, handoffs, pauses, reason, words } from "../../../shared/words/index.js";
import { Answer } from "../../../shared/view/answer.js";
import { Act, Code, Fact, Icon, Origin, PageWords } from "../../../shared/view/bits.js";
import { ask, call, canDo, copy, failed, live, mayAct, openLink, tell, useDeed } from "../app.js";
import { text, thing } from "../read.js";
import { hrefOf } from "../route.js";
import { named, w, whySaid } from "../words/index.js";
import { DeedProblem, StatusPill, TextField } from "./bits.js";
import { Waits } from "./waits.js";

export function LiveRun({
  id,
  order,
  whole = false,
}: {
  id: string;
  order: Order | null;
  whole?: boolean;
}): JSX.Element | null {
  const run = live.value.runs[id];
  if (run === undefined) return null;
  const status = run.state?.status ?? "idle";
  const over = isOver(status);
  const goal = order?.goal ?? run.order?.goal ?? null;
  return (
    <article class="card live" aria-label={words.run}>
      <h2 class="unseen">{words.run}</h2>
      <div class="run-head">
        <StatusPill status={status} />
        <span class="acts">
          {mayAct.value && goesOn(status) && (
            <Act label={words.pause} look="quiet" onAct={() => void ask({ say: "pause", run: id }).catch(failed)} />
          )}
          {mayAct.value && !over && (
            <Act
              label={words.stop}
              icon="stop"
              look="quiet"
              onAct={() => void ask({ say: "stop", run: id }).catch(failed)}
            />
          )}
          {!whole && (
            <a class="act quiet" href={hrefOf("runs", id)}>
              {w.fresh.whole}
            </a>
          )}
        </span>
      </div>
      {goal !== null && (
        <p class="goal">
          <span class="unseen">{words.goal}: </span>
          {oneLine(goal)}
        </p>
      )}
      {order?.private === true && (
        <div class="banner">
          <Icon name="mask" />
          <p>
            <b>{w.fresh.private}.</b> {w.fresh.privateText}
          </p>
        </div>
      )}
      {run.suspicion !== null && (
        <div class="suspicion">
          <Icon name="alert" />
          <p>
            {words.suspicious}
            <small>
              {words.suspiciousWhere}: {oneLine(run.suspicion.place)} ({run.suspicion.signs.map(oneLine).join(", ")})
            </small>
          </p>
        </div>
      )}
      <div class="live-columns">
        <div class="live-plan">
          {!over && <Plan run={run} />}
          {status === "paused" && run.state?.pause != null && run.question === null && (
            <p>
              {pauses[run.state.pause]} {run.state.lastReasonCode != null && <Code code={run.state.lastReasonCode} />}
            </p>
          )}
          {run.trouble !== null && (
            <p class="trouble">
              <Icon name="alert" />
              <span>
                {reason(run.trouble.code, oneLine(run.trouble.sentence))} <Code code={run.trouble.code} />
              </span>
            </p>
          )}
          <Needs run={run} />
          {mayAct.value && <GoOn run={run} />}
          <Queue lines={run.steps} />
        </div>
        <Picture id={id} site={run.site} />
      </div>
      <Waits run={run} />
      {run.answer !== null && (
        <Answer finished={run.answer} sensitive={false} deeds={{ openLink, copy: (text) => void copy(text) }} />
      )}
      {order?.private === true && mayAct.value && <SaveSummary id={id} />}
    </article>
  );
}

/** What it does now and what it would do next. */
function Plan({ run }: { run: Run }): JSX.Element | null {
  const now = run.doing ?? run.state?.lastActionSummary ?? null;
  const next = run.state?.nextStepPreview ?? null;
  const last = run.steps.at(-1);
  const why = last?.kind === "step" && last.end === null ? last.step.why : null;
  if (now === null && next === null && why === null) return null;
  return (
    <>
      <h3>{w.fresh.plan}</h3>
      <dl class="going">
        {now !== null && <Fact name={words.now}>{oneLine(now)}</Fact>}
        {next !== null && <Fact name={words.nextStep}>{oneLine(next)}</Fact>}
        {why !== null && <Fact name={words.whyReason}>{oneLine(whySaid(why))}</Fact>}
      </dl>
    </>
  );
}

function Queue({ lines }: { lines: StepLine[] }): JSX.Element | null {
  if (lines.length === 0) return null;
  return (
    <div class="steps">
      <h3>{w.fresh.queue}</h3>
      <ol>
        {lines.map((line, at) => (
          <li key={at} class={toneOf(line)}>
            <b>{does(line.kind === "step" ? line.step.tool : line.tool)}</b>{" "}
            {line.kind === "step" && line.step.target !== null && <PageWords text={line.step.target} />}
            <small>{textOf(line)}</small>
          </li>
        ))}
      </ol>
    </div>
  );
}

function toneOf(line: StepLine): string {
  if (line.kind === "step") return line.end === null ? "open" : line.end.done ? "done" : "undone";
  return line.kind === "answered" && line.granted ? "done" : "undone";
}

function textOf(line: StepLine): string {
  if (line.kind === "step") {
    return line.end === null
      ? oneLine(whySaid(line.step.why))
      : `${line.end.done ? words.done : words.notDone}: ${oneLine(named(w.hows, line.end.how))}`;
  }
  const sentence = reason(line.code, oneLine(line.kind === "denied" ? line.sentence : line.reason));
  return `${line.kind === "denied" ? words.denied : line.granted ? words.done : words.notDone}: ${sentence} (${line.code})`;
}

/** The tab of the run: the last picture of it, where one may be taken, and the site. */
function Picture({ id, site }: { id: string; site: string | null }): JSX.Element | null {
  const png = live.value.pictures[id];
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (png === undefined) return setUrl(null);
    const made = URL.createObjectURL(new Blob([Uint8Array.from(png)], { type: "image/png" }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [png]);
  if (url === null && site === null) return null;
  return (
    <figure class="tab-picture">
      {url !== null && <img src={url} alt={w.fresh.picture} />}
      <figcaption>
        <small>{w.fresh.tabs}</small> {site !== null && <Origin of={site} />}
      </figcaption>
    </figure>
  );
}

/** What it needs that is no yes or no: words, or the person's own hands. */
function Needs({ run }: { run: Run }): JSX.Element | null {
  if (!canResume(run)) return null;
  return (
    <>
      {run.state?.status === "takeover" && <p>{words.takeoverText}</p>}
      {run.handoff !== null && (
        <div class="handoff">
          <Icon name="hand" />
          <div>
            <h3>{words.handoffTitle}</h3>
            <p>
              <b>{handoffs[run.handoff.need]}.</b> {oneLine(run.handoff.what)}
            </p>
          </div>
        </div>
      )}
      {run.question !== null && (
        <div>
          <h3>{words.question}</h3>
          <p class="asked">{oneLine(run.question)}</p>
        </div>
      )}
    </>
  );
}

/** The one way on for a run that waits: a person's click. Words may go with it. */
function GoOn({ run }: { run: Run }): JSX.Element | null {
  const [text, setText] = useState("");
  const deed = useDeed();
  if (!canResume(run)) return null;
  const said = text.trim();
  const resume = (words_: string): void =>
    deed.run(async () => {
      await ask(words_ === "" ? { say: "resume", run: run.id } : { say: "resume", run: run.id, words: words_ });
      setText("");
    });
  return (
    <div class="go-on">
      <TextField
        label={run.question === null ? words.addWords : words.questionPlaceholder}
        rows={2}
        value={text}
        onValue={setText}
      />
      <DeedProblem deed={deed} />
      <div class="acts">
        <Act
          label={run.question !== null ? words.answer : run.handoff === null ? words.resume : words.handoffDone}
          icon="next"
          look="primary"
          disabled={deed.busy || (run.question !== null && said === "")}
          onAct={() => resume(said)}
        />
        {run.question !== null && <Act label={words.skip} look="quiet" disabled={deed.busy} onAct={() => resume("")} />}
      </div>
    </div>
  );
}

/** The only thing that may leave a private run: exactly the text that is shown, once the person says so. */
function SaveSummary({ id }: { id: string }): JSX.Element {
  const deed = useDeed();
  const [shown, setShown] = useState<{ text: string; digest: string } | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  if (!canDo("runs.save_summary")) return <p class="note">{w.codes["E_NO_VERB"]}</p>;
  const summary = async (digest?: string): Promise<Record<string, unknown>> =>
    thing(await call("runs.save_summary", { run: id, shown: digest }));
  if (saved !== null) {
    return (
      <p class="note">
        {w.fresh.saved}. <a href={hrefOf("runs", saved)}>{w.fresh.whole}</a>
      </p>
    );
  }
  return (
    <div class="site-note">
      <p class="note">{w.fresh.saveHint}</p>
      {shown === null ? (
        <Act
          label={w.fresh.save}
          icon="save"
          disabled={deed.busy}
          onAct={() =>
            deed.run(async () => {
              const { text: words_, digest } = await summary();
              setShown({ text: text(words_) ?? "", digest: text(digest) ?? "" });
            })
          }
        />
      ) : (
        <>
          <pre class="sent-text" tabIndex={0} aria-label={w.fresh.saveExactly}>
            {manyLines(shown.text)}
          </pre>
          <div class="acts">
            <Act
              label={w.fresh.saveYes}
              icon="save"
              look="primary"
              disabled={deed.busy}
              onAct={() =>
                deed.run(async () => {
                  setSaved(text((await summary(shown.digest))["saved"]));
                  tell(w.fresh.saved);
                })
              }
            />
            <Act label={w.fresh.saveNo} look="quiet" disabled={deed.busy} onAct={() => setShown(null)} />
          </div>
        </>
      )}
      <DeedProblem deed={deed} />
    </div>
  );
}

/** What happened, in order: each step with why, the verdict and its reason, the approval, the result, and how long it took. */

import type { JSX } from "preact";
import { oneLine } from "../../../shared/text.js";
import { does, pauses, statuses } from "../../../shared/words/index.js";
import type { Pause, RunStatus } from "../../../shared/daemon.js";
import { Code, Origin, PageWords } from "../../../shared/view/bits.js";
import type { DiffLine } from "../diff.js";
import type { Entry, SeenPage, Verdict } from "../timeline.js";
import { count, duration, hour, named, sentenceOf, w } from "../words/index.js";
import { Tag } from "./bits.js";

export function Timeline({ entries }: { entries: Entry[] }): JSX.Element {
  return (
    <ol class="timeline">
      {entries.map((entry) => (
        <li key={entry.seq} class={toneOf(entry)}>
          <div class="when">
            <time>{hour(entry.at)}</time>
            {entry.ms !== null && entry.ms > 0 && <small>{duration(entry.ms)}</small>}
          </div>
          <div class="what">
            <Head entry={entry} />
            {entry.erased && <p class="note">{w.run.entryErased}</p>}
            {entry.kind === "user.message" && entry.words !== null && <p class="own-words">{oneLine(entry.words)}</p>}
            {entry.kind === "run.summary" && entry.words?.split("\n").map((line) => <p key={line}>{oneLine(line)}</p>)}
            {entry.kind === "step" && entry.words !== null && <p class="note given">{oneLine(entry.words)}</p>}
            {entry.verdicts.map((verdict, at) => (
              <VerdictLine key={at} verdict={verdict} />
            ))}
            {entry.approval !== null && (
              <p>
                <Tag tone={entry.approval.approved ? "good" : "danger"}>
                  {entry.approval.approved ? w.run.youYes : w.run.youNo}
                </Tag>{" "}
                <small>{named(w.run.answeredIn, entry.approval.where)}</small>
              </p>
            )}
            {entry.kind === "step" && entry.outcome !== null && (
              <p>
                <Tag tone={entry.outcome === "done" ? "good" : "warn"}>{named(w.run.outcomes, entry.outcome)}</Tag>{" "}
                {entry.confirmed !== null && <small>{entry.confirmed ? w.run.confirmed : w.run.unconfirmed}</small>}{" "}
                {entry.code !== null && <Reason code={entry.code} />}
              </p>
            )}
            {entry.kind !== "step" && entry.code !== null && (
              <p>
                <Reason code={entry.code} />
              </p>
            )}
            {entry.page !== null && <PageSeen page={entry.page} />}
            {entry.model !== null && (
              <p class="note">
                {oneLine(entry.model.name)}: {w.run.modelRead(count(entry.model.read), count(entry.model.wrote))}{" "}
                {entry.model.leftTo !== null && (
                  <>
                    {w.run.leftTo} <Origin of={entry.model.leftTo} />
                  </>
                )}
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Head({ entry }: { entry: Entry }): JSX.Element {
  const label = entry.kind === "step" ? does(entry.tool ?? "") : named(w.run.events, entry.kind);
  const more =
    entry.kind === "run.ended"
      ? (statuses[entry.outcome as RunStatus]?.name ?? null)
      : entry.kind === "run.paused"
        ? (pauses[entry.outcome as Pause] ?? null)
        : entry.kind === "model.prompt" && entry.outcome !== null
          ? named(w.run.proposals, entry.outcome)
          : null;
  return (
    <p class="what-head">
      {entry.step !== null && <span class="step-number">{entry.step}</span>}
      <b>{oneLine(label)}</b> {entry.target !== null && <Origin of={entry.target} />}{" "}
      {more !== null && <span>{more}</span>}
    </p>
  );
}

function VerdictLine({ verdict }: { verdict: Verdict }): JSX.Element {
  const tone = verdict.decision === "allow" ? "good" : verdict.decision === "deny" ? "danger" : "warn";
  return (
    <p>
      <Tag tone={tone}>{named(w.policy.decisions, verdict.decision)}</Tag> <Reason code={verdict.code} />
      {verdict.also.map((code) => (
        <small key={code} class="also">
          {w.run.also}: <Reason code={code} />
        </small>
      ))}
    </p>
  );
}

/** A reason in words of ours; its code stays beside it. */
export function Reason({ code }: { code: string }): JSX.Element {
  return (
    <>
      {sentenceOf(code) ?? ""} <Code code={code} />
    </>
  );
}

function PageSeen({ page }: { page: SeenPage }): JSX.Element {
  return (
    <div class="seen-page">
      {page.title !== null && <PageWords text={page.title} />} {page.origin !== null && <Origin of={page.origin} />}{" "}
      <small>{w.run.elements(count(page.elements))}</small>
      {page.suspicious && <Tag tone="danger">{w.run.suspicious}</Tag>}
      {page.changes !== null && (
        <details>
          <summary>{w.run.pageDiff}</summary>
          <Diff lines={page.changes} label={w.run.pageDiff} />
        </details>
      )}
    </div>
  );
}

/** The sign stands in front, so that nothing is said by colour alone. */
export function Diff({ lines, label }: { lines: DiffLine[]; label: string }): JSX.Element {
  return (
    <div class="diff" role="group" aria-label={label} tabIndex={0}>
      {lines.map((line, at) => (
        <span key={at} class={`diff-line ${line.kind}`}>
          {line.kind === "comes" ? "+ " : line.kind === "goes" ? "− " : "  "}
          {oneLine(line.text)}
        </span>
      ))}
    </div>
  );
}

function toneOf(entry: Entry): string {
  if (entry.kind === "step") return entry.outcome === null ? "open" : entry.outcome === "done" ? "done" : "undone";
  if (entry.kind === "run.ended") return entry.outcome === "completed" ? "done" : "undone";
  return entry.kind === "run.paused" ? "undone" : "";
}

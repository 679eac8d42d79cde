/** One collection: its sources, questions to them, what can be made, and what was. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { isPersons } from "../../../shared/arming.js";
import { oneLine } from "../../../shared/text.js";
import { Act, Code, Icon } from "../../../shared/view/bits.js";
import { call, live, mayAct, send, tell, useDeed, useLaika } from "../app.js";
import { hrefOf } from "../route.js";
import { type Made, type Source, readMade, readWhole } from "../types/collections.js";
import { count, named, w, when } from "../words/index.js";
import { AddSources } from "./add.js";
import { ArtifactView, Artifacts } from "./artifacts.js";
import { Address, DeedProblem, Empty, Loaded, Page, ProgressBar, Sure, Tabs, Tag, TextField } from "./bits.js";
import { MadeView } from "./made.js";
import { QuoteDrawer } from "./quote.js";
import { SearchBox } from "./search.js";
import { SourceChanges } from "./changes.js";
import { Transforms } from "./transforms.js";

export function CollectionView({ id, part, of }: { id: string; part: string; of: string | null }): JSX.Element {
  const whole = useLaika("collection.show", { collection: id }, readWhole, live.value.changed[id] ?? 0);
  const title = oneLine(whole.value?.collection.title ?? "") || w.nav.collections;
  const deed = useDeed();
  const remove = (): void =>
    deed.run(async () => {
      await call("collection.remove", { collection: id });
      location.hash = hrefOf("collections");
    });
  const tab = (
    name: string,
    label: string,
    n?: number,
  ): { name: string; href: string; label: string; count?: number } => ({
    name,
    href: hrefOf("collections", id, name),
    label,
    ...(n === undefined ? {} : { count: n }),
  });
  return (
    <Page
      title={title}
      up={{ href: hrefOf("collections"), label: w.nav.collections }}
      acts={
        mayAct.value &&
        part === "sources" && (
          <Sure
            label={w.coll.remove}
            question={w.coll.removeText}
            yes={w.coll.remove}
            icon="trash"
            look="quiet"
            busy={deed.busy}
            onYes={remove}
          />
        )
      }
    >
      <Tabs
        label={title}
        at={part}
        tabs={[
          tab("sources", w.coll.sources, whole.value?.sources.length),
          tab("ask", w.coll.ask),
          tab("make", w.coll.make),
          tab("kept", w.coll.kept),
        ]}
      />
      <DeedProblem deed={deed} />
      <Loaded of={whole}>
        {({ sources }) => {
          switch (part) {
            case "ask":
              return <Chat id={id} sources={sources} />;
            case "make":
              return <Transforms id={id} sources={sources} />;
            case "kept":
              return of === null ? <Artifacts collection={id} /> : <ArtifactView key={of} id={of} collection={id} />;
            default:
              return <Sources id={id} sources={sources} onDone={whole.again} />;
          }
        }}
      </Loaded>
    </Page>
  );
}

function Sources({ id, sources, onDone }: { id: string; sources: Source[]; onDone: () => void }): JSX.Element {
  const busy = sources.filter((one) => one.state === "waiting" || one.state === "capturing").length;
  return (
    <>
      {mayAct.value && <AddSources id={id} onDone={onDone} />}
      {sources.length > 0 && <SearchBox collection={id} />}
      {busy > 0 && (
        <ProgressBar
          of={{ done: sources.length - busy, all: sources.length, what: w.coll.capturing }}
          label={w.coll.capturing}
        />
      )}
      {sources.length === 0 ? (
        <Empty icon="books" title={w.coll.empty}>
          {mayAct.value ? w.coll.emptyText : w.coll.noneView}
        </Empty>
      ) : (
        <ul class="source-list">
          {sources.map((source) => (
            <SourceRow key={source.id} source={source} onDone={onDone} />
          ))}
        </ul>
      )}
    </>
  );
}

function SourceRow({ source, onDone }: { source: Source; onDone: () => void }): JSX.Element {
  const [open, setOpen] = useState(false);
  const [changes, setChanges] = useState(false);
  const deed = useDeed();
  const { latest } = source;
  const tone = source.state === "captured" ? "good" : source.state === "failed" ? "danger" : "accent";
  return (
    <li class={`source ${source.state}`}>
      <div class="source-main">
        <p class="source-title">{source.title === "" ? w.coll.untitled : oneLine(source.title)}</p>
        <Address url={source.url} copyOnly={source.sensitive} />
        <p class="source-facts">
          <Tag tone={tone}>{named(w.coll.states, source.state)}</Tag>{" "}
          {source.sensitive && <Tag tone="warn">{w.coll.sensitive}</Tag>}{" "}
          {source.confidential && <Tag>{w.coll.confidential}</Tag>}{" "}
          {latest !== null && (
            <small>
              {w.source.captured(when(latest.capturedAt), count(latest.chars))} {latest.cut && w.source.cut}
            </small>
          )}
        </p>
        {source.failure !== null && (
          <p class="source-failure">
            <Icon name="alert" /> {oneLine(source.failure.sentence)} <Code code={source.failure.code} />
          </p>
        )}
        {source.state === "waiting" && source.retryAt !== null && (
          <small>{w.coll.retry(source.tries, when(source.retryAt))}</small>
        )}
        <DeedProblem deed={deed} />
      </div>
      <div class="acts">
        {latest !== null && <Act label={w.coll.read} look="quiet" onAct={() => setOpen(true)} />}
        {latest !== null && latest.number > 1 && (
          <Act label={w.coll.changes} look="quiet" onAct={() => setChanges(!changes)} />
        )}
        {mayAct.value && source.kind !== "note" && (
          <Act
            bare
            label={w.coll.refresh}
            hint={w.coll.refresh}
            icon="again"
            look="quiet"
            disabled={deed.busy}
            onAct={() => deed.run(() => call("source.refresh", { source: source.id }).then(onDone))}
          />
        )}
        {mayAct.value && (
          <Sure
            label={w.coll.takeOut}
            question={w.coll.takeOutText}
            yes={w.coll.takeOut}
            look="quiet"
            busy={deed.busy}
            onYes={() => deed.run(() => call("source.remove", { source: source.id }).then(onDone))}
          />
        )}
      </div>
      {changes && <SourceChanges source={source.id} />}
      {open && latest !== null && (
        <QuoteDrawer
          citation={{ sourceId: source.id, capture: latest.number, quote: "", start: 0, end: 0 }}
          url={source.url}
          title={source.title}
          sensitive={source.sensitive}
          onClose={() => setOpen(false)}
        />
      )}
    </li>
  );
}

interface Turn {
  question: string;
  made: Made | null;
  problem: { code: string; sentence: string } | null;
}

/** What was asked here stays while the window is open. */
const talks = new Map<string, Turn[]>();

function Chat({ id, sources }: { id: string; sources: Source[] }): JSX.Element {
  const [question, setQuestion] = useState("");
  const [turns, setTurns] = useState<Turn[]>(talks.get(id) ?? []);
  const deed = useDeed();
  const ready = sources.filter((one) => one.state === "captured").length;
  const progress = live.value.progress["collection.ask"];
  const put = (turn: Turn): void => {
    const next = [...(talks.get(id) ?? []), turn];
    talks.set(id, next);
    setTurns(next);
  };
  const asking = (): void => {
    const asked = question.trim();
    deed.run(async () => {
      const made = readMade(await call("collection.ask", { collection: id, question: asked }));
      send({ kind: "over", verb: "collection.ask" });
      put({ question: asked, made, problem: null });
      setQuestion("");
      tell(w.coll.answered);
    });
  };
  if (ready === 0) {
    return (
      <Empty icon="find" title={w.coll.nothingToAsk}>
        {w.coll.nothingToAskText} <a href={hrefOf("collections", id, "sources")}>{w.coll.sources}</a>
      </Empty>
    );
  }
  return (
    <div class="chat">
      {turns.length === 0 && !deed.busy && <p class="lead">{w.coll.askLead}</p>}
      {turns.map((turn, at) => (
        <article key={at} class="turn" aria-label={turn.question}>
          <h2 class="own-words">{oneLine(turn.question)}</h2>
          {turn.made !== null && (
            <div class="card">
              <MadeView made={turn.made} />
            </div>
          )}
        </article>
      ))}
      {deed.busy && (
        <div class="turn">
          <p class="own-words">{oneLine(question)}</p>
          <ProgressBar of={progress ?? { done: 0, all: null, what: w.coll.reading }} label={w.coll.reading} />
        </div>
      )}
      <DeedProblem deed={deed} />
      {mayAct.value && (
        <form
          class="ask-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (isPersons(event) && question.trim() !== "" && !deed.busy) asking();
          }}
        >
          <TextField
            label={w.coll.question}
            rows={2}
            value={question}
            onValue={setQuestion}
            placeholder={w.coll.questionPlaceholder}
          />
          <button type="submit" class="act primary" disabled={question.trim() === "" || deed.busy}>
            <Icon name="send" />
            <span>{w.coll.askDo}</span>
          </button>
        </form>
      )}
    </div>
  );
}

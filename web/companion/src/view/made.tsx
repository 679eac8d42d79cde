/** What was made or answered: every claim with its citations, which open the source at the quote. */

import { createElement, type JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { oneLine } from "../../../shared/text.js";
import { isPersons } from "../../../shared/arming.js";
import { Act, Origin } from "../../../shared/view/bits.js";
import { webAddress } from "../../../shared/document.js";
import type { Cell, Citation, Cited, Made, MadeFrom, Part, Side } from "../types/collections.js";
import { named, said, w } from "../words/index.js";
import { Address, Tag } from "./bits.js";
import { QuoteDrawer } from "./quote.js";

export function MadeView({ made }: { made: Made }): JSX.Element {
  const [open, setOpen] = useState<Citation | null>(null);
  const numbers = useMemo(() => new Map(made.sources.map((from, at) => [from.sourceId, at + 1])), [made]);
  const cite: Cite = {
    number: (id) => numbers.get(id) ?? null,
    open: setOpen,
    whose: (id) => {
      const from = made.sources.find((one) => one.sourceId === id);
      return oneLine(from?.title || from?.outlet || "");
    },
    tells: made.transform === "",
    columns: w.made.columns[made.transform] ?? {},
  };
  const used = made.sources.filter((from) => from.used).length;
  const from = open === null ? null : (made.sources.find((one) => one.sourceId === open.sourceId) ?? null);
  return (
    <div class="made">
      <div class="document">
        {made.parts.map((part, at) => (
          <PartView key={at} part={part} cite={cite} />
        ))}
        {made.parts.length === 0 && <p class="note">{w.made.empty}</p>}
      </div>
      {made.disagreement.length > 0 && <Disagreement sides={made.disagreement} cite={cite} />}
      {made.missing.length > 0 && (
        <div class="missing">
          <h3>{w.made.missing}</h3>
          <ul>
            {made.missing.map((line, at) => (
              <li key={at}>{oneLine(line)}</li>
            ))}
          </ul>
        </div>
      )}
      {made.notes.length > 0 && (
        <div class="missing">
          <h3>{w.made.notes}</h3>
          <ul>
            {made.notes.map((note, at) => (
              <li key={at}>
                <Words of={note} cite={cite} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {made.sources.length > 0 && (
        <details class="made-sources">
          <summary>{w.made.coverage(used, made.sources.length)}</summary>
          <ol>
            {made.sources.map((source) => (
              <SourceLine key={source.sourceId} source={source} />
            ))}
          </ol>
        </details>
      )}
      {open !== null && (
        <QuoteDrawer citation={open} url={from?.url ?? ""} title={from?.title ?? ""} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}

interface Cite {
  number: (source: string) => number | null;
  open: (citation: Citation) => void;
  /** What a source is called. */
  whose: (source: string) => string;
  /** Whether a sentence says whose it is: in an answer, where every sentence is somebody's. */
  tells: boolean;
  /** The names of columns that are ours, by how they are kept. */
  columns: Record<string, string>;
}

/** Each side with who says so. Which one is right is not Laika's to say. */
function Disagreement({ sides, cite }: { sides: Side[]; cite: Cite }): JSX.Element {
  return (
    <section class="missing disagreement" aria-label={w.made.disagree}>
      <h3>{w.made.disagree}</h3>
      <ul>
        {sides.map((side, at) => (
          <li key={at}>
            <b>{side.values.map(oneLine).join(", ")}</b>
            <ul>
              {side.said.map((each, n) => (
                <li key={n}>
                  <span class="whose">{cite.whose(each.sourceId)}:</span> <Words of={each.cited} cite={cite} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The sources of a sentence, each once. */
function sourcesOf(sentence: Cited): string[] {
  return [...new Set(sentence.citations.map((citation) => citation.sourceId))];
}

function SourceLine({ source }: { source: MadeFrom }): JSX.Element {
  return (
    <li>
      {oneLine(source.title)} <Address url={source.url} /> {!source.used && <Tag>{w.made.unused}</Tag>}
    </li>
  );
}

function Whose({ of, cite }: { of: Cited; cite: Cite }): JSX.Element | null {
  const names = sourcesOf(of)
    .map(cite.whose)
    .filter((name) => name !== "");
  return names.length === 0 ? null : <span class="whose">{names.join(", ")}: </span>;
}

/** Words, and behind them the numbers of their sources. */
function Words({ of, cite }: { of: Cited; cite: Cite }): JSX.Element {
  return (
    <>
      {oneLine(said(of))}
      {of.citations.length > 0 && (
        <span class="cites">
          {of.citations.map((citation, at) => (
            <CiteButton key={at} citation={citation} cite={cite} />
          ))}
        </span>
      )}
    </>
  );
}

function CiteButton({ citation, cite }: { citation: Citation; cite: Cite }): JSX.Element {
  const n = cite.number(citation.sourceId);
  return (
    <button
      type="button"
      class="cite"
      aria-label={w.made.cite(n)}
      onClick={(event) => isPersons(event) && cite.open(citation)}
    >
      {n ?? "?"}
    </button>
  );
}

function PartView({ part, cite }: { part: Part; cite: Cite }): JSX.Element {
  switch (part.part) {
    case "heading":
      return createElement(`h${Math.min(6, Math.max(3, part.level + 1))}`, null, <Words of={part.words} cite={cite} />);
    case "paragraph": {
      const several = cite.tells && new Set(part.sentences.flatMap(sourcesOf)).size > 1;
      if (several) {
        return (
          <ul class="told">
            {part.sentences.map((sentence, at) => (
              <li key={at}>
                <Whose of={sentence} cite={cite} />
                <Words of={sentence} cite={cite} />
              </li>
            ))}
          </ul>
        );
      }
      return (
        <p>
          {part.sentences.map((sentence, at) => (
            <span key={at}>
              <Words of={sentence} cite={cite} />{" "}
            </span>
          ))}
        </p>
      );
    }
    case "list":
      return (
        <ul>
          {part.entries.map((entry, at) => (
            <li key={at}>
              <Words of={entry} cite={cite} />
            </li>
          ))}
        </ul>
      );
    case "table":
      return (
        <div class="table" role="group" aria-label={w.made.table} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {part.columns.map((column, at) => (
                  <th key={at} scope="col">
                    {oneLine(named(cite.columns, column))}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {part.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, n) => (
                    <td key={n}>
                      <CellView cell={cell} cite={cite} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case "cards":
      return (
        <ul class="flashcards">
          {part.cards.map((card, at) => (
            <Flashcard key={at} card={card} cite={cite} />
          ))}
        </ul>
      );
    case "quiz":
      return (
        <ol class="quiz">
          {part.questions.map((question, at) => (
            <QuizQuestion key={at} at={at} question={question} cite={cite} />
          ))}
        </ol>
      );
  }
}

function CellView({ cell, cite }: { cell: Cell; cite: Cite }): JSX.Element {
  if (cell.kind === "unknown") return <span class="unknown">{w.common.unknown}</span>;
  return (
    <>
      <Words of={cell.said} cite={cite} />{" "}
      {cell.kind === "computed" && <small class="computed">{w.made.computed}</small>}
    </>
  );
}

function Flashcard({ card, cite }: { card: { front: Cited; back: Cited }; cite: Cite }): JSX.Element {
  const [turned, setTurned] = useState(false);
  return (
    <li class="flashcard">
      <div aria-live="polite">
        {turned ? <Words of={card.back} cite={cite} /> : <Words of={card.front} cite={cite} />}
      </div>
      <Act label={turned ? w.made.front : w.made.turn} look="quiet" onAct={() => setTurned(!turned)} />
    </li>
  );
}

/** A choice is a word of a source, so it is text beside its radio button; the button itself is called by its letter. */
function QuizQuestion({
  at,
  question,
  cite,
}: {
  at: number;
  question: { question: Cited; choices: string[]; answer: number | null };
  cite: Cite;
}): JSX.Element {
  const [chosen, setChosen] = useState<number | null>(null);
  const right = chosen !== null && chosen === question.answer;
  return (
    <li>
      <fieldset class="quiz-question">
        <legend>
          {at + 1}. {oneLine(question.question.text)}
        </legend>
        {question.choices.map((choice, n) => (
          <div key={n} class={`quiz-choice ${chosen === n ? (right ? "right" : "wrong") : ""}`}>
            <input
              type="radio"
              name={`quiz-${at}`}
              aria-label={w.made.choice(n)}
              aria-describedby={`quiz-${at}-${n}`}
              checked={chosen === n}
              onChange={() => setChosen(n)}
            />
            <span id={`quiz-${at}-${n}`}>{oneLine(choice)}</span>
          </div>
        ))}
      </fieldset>
      <p role="status">{chosen === null ? "" : right ? w.made.right : w.made.wrong}</p>
      {chosen !== null && (
        <span class="cites">
          {question.question.citations.map((citation, n) => (
            <CiteButton key={n} citation={citation} cite={cite} />
          ))}
        </span>
      )}
    </li>
  );
}

/** Where a source stands, for lists without room. */
export function Host({ url }: { url: string }): JSX.Element {
  const address = webAddress(url);
  return address === null ? <small>{w.coll.own}</small> : <Origin of={address.origin} />;
}

/** An answer: a document of text nodes, and where each of its claims stands, with the origin that was verified. */

import { createElement, type JSX } from "preact";
import type { CitedPlace, Finished } from "../daemon.js";
import { type Cell, type Line, type Shown, shown, webAddress } from "../document.js";
import { atQuote, oneLine } from "../text.js";
import { words } from "../words/index.js";
import { Act, Card, Origin } from "./bits.js";

/** What a person may do with an address. */
export interface Leads {
  openLink(url: string): void;
  copy(text: string): void;
}

interface Props {
  finished: Finished;
  /** On sensitive sites addresses are copied, not opened. */
  sensitive: boolean;
  deeds: Leads;
}

export function Answer({ finished, sensitive, deeds }: Props): JSX.Element {
  const { assistant, places, took } = finished;
  const blocks = shown(
    assistant.render,
    places.map((place) => place.url),
  );
  const title = oneLine(assistant.title ?? "");
  const titled = title !== "" && blocks[0]?.kind !== "heading";
  return (
    <Card label={words.answerTitle} look="answer">
      <div class="document">
        {titled && <h2>{title}</h2>}
        <Blocks blocks={blocks} sensitive={sensitive} deeds={deeds} />
      </div>
      <Missing title={words.unanswered} lines={finished.missing ?? []} />
      <Missing title={words.undone} lines={finished.undone ?? []} />
      {places.length > 0 && (
        <div class="sources">
          <h3>{words.sources}</h3>
          {sensitive && <p class="note">{words.sensitiveLinks}</p>}
          <ol>
            {places.map((place, at) => (
              <li key={at}>
                <Source place={place} sensitive={sensitive} deeds={deeds} />
              </li>
            ))}
          </ol>
        </div>
      )}
      {(finished.files ?? []).length > 0 && (
        <div class="sources">
          <h3>{words.files}</h3>
          <ul class="plain-list">
            {(finished.files ?? []).map((file) => (
              <li key={file.id}>
                {oneLine(file.name)}{" "}
                <small>
                  ({file.bytes} bytes) {words.fileNote}
                </small>
              </li>
            ))}
          </ul>
        </div>
      )}
      <footer class="took">
        <span>
          {words.took(took.steps, took.asks, took.pages, took.ms / 1000)}; {oneLine(finished.method)}
        </span>
        <Act label={words.copyAnswer} look="quiet" onAct={() => deeds.copy(plainText(blocks))} />
      </footer>
    </Card>
  );
}

function Missing({ title, lines }: { title: string; lines: string[] }): JSX.Element | null {
  if (lines.length === 0) return null;
  return (
    <div class="missing">
      <h3>{title}</h3>
      <ul>
        {lines.map((line, at) => (
          <li key={at}>{oneLine(line)}</li>
        ))}
      </ul>
    </div>
  );
}

function Source({ place, sensitive, deeds }: { place: CitedPlace; sensitive: boolean; deeds: Leads }): JSX.Element {
  const address = webAddress(place.url);
  return (
    <>
      {/* A page must not be able to end its own quote and go on with the origin of another. */}
      <q class="quote">{oneLine(place.quote).replace(/[“”]/g, '"')}</q>
      <span class="source-place">
        {address !== null ? (
          <Origin of={address.origin} />
        ) : place.url === null ? (
          <small>{words.noPlace}</small>
        ) : (
          <small>{words.copyOnly}</small>
        )}
        <span class="acts">
          {address !== null && !sensitive && (
            <Act
              label={words.open}
              look="quiet"
              hint={address.href}
              onAct={() => deeds.openLink(atQuote(address.href, place.quote))}
            />
          )}
          {place.url !== null && <Act label={words.copyLink} look="quiet" onAct={() => deeds.copy(place.url ?? "")} />}
        </span>
      </span>
    </>
  );
}

interface BlockProps {
  blocks: Shown[];
  sensitive: boolean;
  deeds: Leads;
}

export function Blocks({ blocks, sensitive, deeds }: BlockProps): JSX.Element {
  return (
    <>
      {blocks.map((block, at) => (
        <Block key={at} block={block} sensitive={sensitive} deeds={deeds} />
      ))}
    </>
  );
}

function Block({ block, sensitive, deeds }: { block: Shown; sensitive: boolean; deeds: Leads }): JSX.Element {
  const line = (of: Line): JSX.Element => <Inlines line={of} sensitive={sensitive} deeds={deeds} />;
  switch (block.kind) {
    case "heading":
      // The window's own headings are h1 to h3; an answer's stand below them.
      return createElement(`h${Math.min(6, block.level + 1)}`, null, line(block.line));
    case "paragraph":
      return <p>{line(block.line)}</p>;
    case "list":
      return createElement(
        block.ordered ? "ol" : "ul",
        null,
        block.items.map((item, at) => (
          <li key={at}>
            <Blocks blocks={item} sensitive={sensitive} deeds={deeds} />
          </li>
        )),
      );
    case "quote":
      return (
        <blockquote>
          <Blocks blocks={block.blocks} sensitive={sensitive} deeds={deeds} />
        </blockquote>
      );
    case "code":
      return (
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case "table": {
      const rows = (of: Cell[][]): JSX.Element[] =>
        of.map((row, at) => (
          <tr key={at}>
            {row.map((cell, n) =>
              cell.header ? <th key={n}>{line(cell.line)}</th> : <td key={n}>{line(cell.line)}</td>,
            )}
          </tr>
        ));
      return (
        <div class="table" role="group" aria-label={words.extractTable} tabIndex={0}>
          <table>
            {block.head.length > 0 && <thead>{rows(block.head)}</thead>}
            {block.body.length > 0 && <tbody>{rows(block.body)}</tbody>}
          </table>
        </div>
      );
    }
  }
}

/** A link is a button with its label in the text and its destination beside it: opening is always a person's click. */
function Inlines({ line, sensitive, deeds }: { line: Line; sensitive: boolean; deeds: Leads }): JSX.Element {
  return (
    <>
      {line.map((piece, at) => {
        if (piece.kind === "text") return piece.text;
        const open = (): void => (sensitive ? deeds.copy(piece.href) : deeds.openLink(piece.href));
        return (
          <span key={at} class="named-link">
            {piece.label}{" "}
            <Act
              label={`${sensitive ? words.copyLink : words.open}: ${piece.to}`}
              look="quiet"
              hint={piece.href}
              onAct={open}
            />
          </span>
        );
      })}
    </>
  );
}

/** The answer as plain words, for the clipboard. */
function plainText(blocks: Shown[]): string {
  const line = (of: Line): string => of.map((piece) => (piece.kind === "text" ? piece.text : piece.label)).join("");
  const one = (block: Shown): string => {
    switch (block.kind) {
      case "heading":
      case "paragraph":
        return line(block.line);
      case "list":
        return block.items
          .map((item, at) => `${block.ordered ? `${at + 1}.` : "-"} ${item.map(one).join("\n")}`)
          .join("\n");
      case "quote":
        return block.blocks.map((inner) => `> ${one(inner)}`).join("\n");
      case "code":
        return block.text;
      case "table":
        return [...block.head, ...block.body].map((row) => row.map((cell) => line(cell.line)).join("\t")).join("\n");
    }
  };
  return blocks.map(one).join("\n\n");
}

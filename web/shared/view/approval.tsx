/**
 * The card that asks. It looks like nothing else here, so that no page can draw one; a yes counts only by a person's own
 * press, begun after the card stood unchanged for a while, and carries the digest of exactly what was drawn (S18).
 */

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Card, CardField, CardForm, CardValue, Reply } from "../daemon.js";
import { type Standing, armedIn, isArmed, isPersons, stand } from "../arming.js";
import { type AskedCard, faceOf } from "../run.js";
import { exactly } from "../text.js";
import { isCarried, isOwn, mayLaika, reason, rowInside, sentence, source, valueName, words } from "../words/index.js";
import { Act, Code, Exact, Fact, Mark, Origin, PageWords } from "./bits.js";
import { Changes } from "./changes.js";

export interface Answers {
  answer(run: string, requestId: string, digest: string, reply: Reply): void;
}

/** A card by its face: another face is another element, so that neither focus nor a begun press goes over to it. */
export function Approval({ run, asked, deeds }: { run: string; asked: AskedCard; deeds: Answers }): JSX.Element {
  const face = faceOf(run, asked);
  const answer = (reply: Reply): void => deeds.answer(run, asked.card.requestId, asked.card.digest, reply);
  return <Asked key={face} face={face} asked={asked} onAnswer={answer} />;
}

function Asked({
  face,
  asked,
  onAnswer,
}: {
  face: string;
  asked: AskedCard;
  onAnswer: (reply: Reply) => void;
}): JSX.Element {
  const { card, said } = asked;
  const armed = useArming(face);
  return (
    <section class="asks" aria-label={`${words.asks}: ${mayLaika(card.tool)}`}>
      <div class="asks-frame">
        <Signature />
        <h2>{mayLaika(card.tool)}</h2>
        <CardFacts card={card} />
        {(card.untrusted || card.leavesAtOnce) && (
          <div class="cautions">
            {card.leavesAtOnce && <p>{words.atOnce}</p>}
            {card.untrusted && <p>{words.careful}</p>}
          </div>
        )}
        <div class="asks-answers">
          <Act label={words.deny} icon="cross" disabled={said} onAct={() => onAnswer("no")} />
          <Yes label={words.allowOnce} armed={armed} said={said} onYes={() => onAnswer("once")} />
          {card.offer !== null && (
            <Yes
              label={words.allowKind(rowInside(card.offer.what), card.offer.uses, card.offer.minutes)}
              armed={armed}
              said={said}
              wide
              onYes={() => onAnswer("offered")}
            />
          )}
        </div>
        {said && <p class="asks-sent">{words.sent}</p>}
      </div>
    </section>
  );
}

export function Signature(): JSX.Element {
  return (
    <div class="signature" title={words.askMark}>
      <Mark />
      <span>{words.asks}</span>
    </div>
  );
}

/** What is asked, with every value whole. */
export function CardFacts({ card }: { card: Card }): JSX.Element {
  return (
    <dl class="facts">
      {card.by != null && (
        <Fact name={words.askedBy}>
          <Exact text={card.by} />
        </Fact>
      )}
      {card.origin !== null && (
        <Fact name={words.where}>
          <Origin of={card.origin} />
        </Fact>
      )}
      {card.target !== null && (
        <Fact name={words.element}>
          <PageWords text={card.target} note={`(${words.soCalled})`} />
        </Fact>
      )}
      {card.values.map((value, at) => (
        <Fact key={at} name={valueName(value.name)}>
          <Value value={value} />
        </Fact>
      ))}
      {card.sends !== null && (
        <Fact name={words.sends}>
          <FormOf form={card.sends} />
        </Fact>
      )}
      {(card.requests ?? []).length > 0 && (
        <Fact name={words.requests}>
          <ul class="plain-list">
            {(card.requests ?? []).map((request, at) => (
              <li key={at}>
                <Exact text={request} />
              </li>
            ))}
          </ul>
          <small>{words.keptFrom}</small>
        </Fact>
      )}
      {card.change != null && (
        <Fact name={words.changes}>
          <Changes change={card.change} />
        </Fact>
      )}
      <Fact name={words.reason}>
        {reason(card.reasonCode, card.reason)} <Code code={card.reasonCode} />
        {card.more.map((more, at) => (
          <span key={at} class="also">
            {words.also}: {sentence(more)}
          </span>
        ))}
      </Fact>
    </dl>
  );
}

function Value({ value }: { value: CardValue }): JSX.Element {
  const hidden = exactly(value.value).some((piece) => piece.named && piece.text !== "⏎");
  return (
    <>
      {/* Long values scroll inside; none is ever cut off. A box that scrolls can be reached by key. */}
      <div
        class={`value ${isOwn(value.source) ? "own" : isCarried(value.source) ? "carried" : "page"}`}
        role="group"
        aria-label={valueName(value.name)}
        tabIndex={value.value.length > 240 ? 0 : undefined}
      >
        <Exact text={value.value} />
      </div>
      <small class={isOwn(value.source) ? "from" : "from foreign"}>
        {words.from} {source(value.source)}
      </small>
      {hidden && <small class="from foreign">{words.hiddenNote}</small>}
    </>
  );
}

function FormOf({ form }: { form: CardForm }): JSX.Element {
  return (
    <>
      <div class="value">
        <b>{form.method.toUpperCase()}</b> {words.sendsTo} <Exact text={form.to} />
      </div>
      <small>
        {words.fields} {form.fields.length === 0 && words.noFields}
      </small>
      {form.fields.length > 0 && (
        <ul class="plain-list">
          {form.fields.map((field, at) => (
            <li key={at}>
              <span class="field">
                <Exact text={field.name} />
              </span>{" "}
              {field.held === "entered" ? <Value value={field} /> : <small>{held(field)}</small>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What a field holds that is not shown. */
function held(field: Exclude<CardField, { held: "entered" }>): string {
  const what = words.held[field.held];
  return field.held === "secret" ? `${what} (${words.from} ${source(field.source)})` : what;
}

interface YesProps {
  label: string;
  armed: () => boolean;
  said: boolean;
  wide?: boolean;
  onYes: () => void;
}

/** A button that says yes: never focused by us, and dead until it is armed. */
export function Yes({ label, armed, said, wide, onYes }: YesProps): JSX.Element {
  const pressed = useRef(false);
  const ready = armed();
  return (
    <button
      type="button"
      class={`act yes${wide === true ? " wide" : " primary"}`}
      disabled={said || !ready}
      onPointerDown={(event) => (pressed.current = isPersons(event) && armed())}
      onClick={(event) => {
        // A press that began before the card was armed is not an answer to it. Keys and assistive tools press nothing.
        const begun = event.detail === 0 || pressed.current;
        pressed.current = false;
        if (isPersons(event) && begun && !said && armed()) onYes();
      }}
    >
      <span>{label}</span>
      {!ready && !said && <span class="arming" aria-hidden="true" />}
    </button>
  );
}

/**
 * Whether a yes may count now. The wait begins again whenever the face changes, and whenever the window comes back or
 * changes its size: what was not in sight was not read, and what moved may have moved under a finger.
 */
export function useArming(face: string): () => boolean {
  const standing = useRef<Standing | null>(null);
  const [, redraw] = useState(0);
  standing.current = stand(standing.current, face, performance.now());
  useEffect(() => {
    let timer = 0;
    const wait = (): void => {
      clearTimeout(timer);
      if (standing.current === null) return;
      timer = window.setTimeout(() => redraw((n) => n + 1), armedIn(standing.current, performance.now()) + 1);
    };
    const restart = (): void => {
      standing.current = { face, since: performance.now() };
      redraw((n) => n + 1);
      wait();
    };
    wait();
    document.addEventListener("visibilitychange", restart);
    window.addEventListener("resize", restart);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", restart);
      window.removeEventListener("resize", restart);
    };
  }, [face]);
  return () => isArmed(standing.current, performance.now());
}

/** What can be asked here: the one-click actions, and a field for a person's own words. */

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Front } from "../../shared/panel-port.js";
import { isPersons } from "../../../../shared/arming.js";
import type { Deeds } from "../deeds.js";
import { words } from "../words.js";
import type { ChosenPart } from "../model.js";
import { Act, Card, Icon, Mark, PageWords } from "../../../../shared/view/bits.js";
import { Part } from "./part.js";

export function Welcome({ front }: { front: Front | null }): JSX.Element {
  return (
    <div class="welcome">
      <Mark />
      <h1>{words.homeTitle}</h1>
      <p>{words.homeLead}</p>
      {front !== null && front.title !== "" && (
        <p class="page-title">
          {words.pageTitle} <PageWords text={front.title} />
        </p>
      )}
    </div>
  );
}

interface ComposerProps {
  draft: string | null;
  /** What is asked about, where it is not the whole page. */
  part: ChosenPart | null;
  /** Below an answer only the field stays: what was asked for is what is read. */
  compact: boolean;
  /** Nothing of a private window is kept. */
  mayGather: boolean;
  deeds: Deeds;
}

export function Composer({ draft, part, compact, mayGather, deeds }: ComposerProps): JSX.Element {
  const [text, setText] = useState("");
  const [finding, setFinding] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (draft === null) return;
    setText(draft);
    field.current?.focus();
    deeds.draftTaken();
  }, [draft]);
  const send = (): void => {
    const said = text.trim();
    if (said === "") return field.current?.focus();
    setText("");
    setFinding(false);
    return finding && part === null ? deeds.find(said) : deeds.ask(said);
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        if (isPersons(event)) send();
      }}
    >
      {part !== null && <Part part={part} onAsk={() => field.current?.focus()} deeds={deeds} />}
      {!compact && part === null && (
        <div class="chips">
          <Act label={words.summarize} hint={words.summarizeHint} icon="lines" look="primary" onAct={deeds.summarize} />
          <Act label={words.extractTable} icon="table" onAct={deeds.extractTable} />
          <button
            type="button"
            class="act plain"
            aria-pressed={finding}
            onClick={() => {
              setFinding(!finding);
              field.current?.focus();
            }}
          >
            <Icon name="find" />
            <span>{words.findOnPage}</span>
          </button>
          <Act label={words.pickRegion} icon="frame" onAct={deeds.pickRegion} />
          {mayGather && <Act label={words.gather} icon="books" onAct={deeds.gather} />}
        </div>
      )}
      <div class="field-row">
        <textarea
          ref={field}
          rows={compact ? 1 : 2}
          aria-label={words.ask}
          placeholder={part !== null ? words.partPlaceholder : finding ? words.findPlaceholder : words.askPlaceholder}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            // While an input method composes, Enter belongs to it.
            if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            if (isPersons(event)) send();
          }}
        />
        <button
          type="submit"
          class="act primary bare send"
          aria-label={words.send}
          title={words.send}
          disabled={text.trim() === ""}
        >
          <Icon name="send" />
        </button>
      </div>
    </form>
  );
}

/** A request that would act: it needs the site connected, or is answered by reading. */
export function WantsToAct({ goal, deeds }: { goal: string; deeds: Deeds }): JSX.Element {
  return (
    <Card label={words.actTitle} look="prompt">
      <h2>{words.actTitle}</h2>
      <p class="goal">{goal}</p>
      <p>{words.actText}</p>
      <div class="acts column">
        <Act label={words.connect} icon="plug" look="primary" onAct={() => deeds.connect(goal)} />
        <Act label={words.openWorkspace} onAct={() => deeds.openInWorkspace(goal, null)} />
        <Act label={words.readInstead} look="quiet" onAct={() => deeds.readOnly(goal)} />
        <Act label={words.close} look="quiet" onAct={deeds.dropAct} />
      </div>
    </Card>
  );
}

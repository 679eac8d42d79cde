/** A part of the page: while it is being chosen, and once it was. What it says stays in the page. */

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Deeds } from "../deeds.js";
import { type ChosenPart, saidOf } from "../model.js";
import { words } from "../words.js";
import { Act, Card, Icon } from "../../../../shared/view/bits.js";

export function Picking({ deeds }: { deeds: Deeds }): JSX.Element {
  const acts = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone; who uses keys goes on from here.
  useEffect(() => acts.current?.querySelector("button")?.focus(), []);
  return (
    <Card label={words.pickingTitle} look="prompt">
      <h2>{words.pickingTitle}</h2>
      <p>{words.pickingText}</p>
      <div class="acts" ref={acts}>
        <Act label={words.close} look="quiet" onAct={deeds.dropRegion} />
      </div>
    </Card>
  );
}

interface PartProps {
  part: ChosenPart;
  /** Brings the person to the field for their own words. */
  onAsk: () => void;
  deeds: Deeds;
}

export function Part({ part, onAsk, deeds }: PartProps): JSX.Element {
  return (
    <section class="part" aria-label={words.partTitle}>
      <Icon name="frame" />
      <p>
        <b>{saidOf(part)}</b>
        <small>{words.partText}</small>
      </p>
      <Act bare label={words.wholePage} icon="cross" look="quiet" onAct={deeds.dropPart} />
      <div class="acts">
        <Act label={words.explain} icon="lines" look="primary" onAct={deeds.explain} />
        <Act label={words.askAboutIt} onAct={onAsk} />
      </div>
    </section>
  );
}

/** The first open: what the modes are and what Connect means, then this site with one button, or not. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { SiteMode } from "../../../../shared/daemon.js";
import type { Front } from "../../shared/panel-port.js";
import type { Deeds } from "../deeds.js";
import { modes, words } from "../words.js";
import { Act, Mark, Origin } from "../../../../shared/view/bits.js";

export function Onboarding({ front, deeds }: { front: Front | null; deeds: Deeds }): JSX.Element {
  const [step, setStep] = useState(1);
  return (
    <div class="onboarding">
      <Mark />
      <p class="step-of">{words.stepOf(step, 2)}</p>
      {step === 1 ? <Modes onNext={() => setStep(2)} /> : <ThisSite front={front} deeds={deeds} />}
    </div>
  );
}

function Modes({ onNext }: { onNext: () => void }): JSX.Element {
  return (
    <>
      <h1>{words.hello}</h1>
      <p>{words.helloLead}</p>
      <h2>{words.helloModes}</h2>
      <dl class="modes">
        {(Object.keys(modes) as SiteMode[]).map((mode) => (
          <div key={mode}>
            <dt>{modes[mode].name}</dt>
            <dd>{modes[mode].text}</dd>
          </div>
        ))}
      </dl>
      <h2>{words.helloConnect}</h2>
      <p>{words.helloConnectText}</p>
      <div class="acts column">
        <Act label={words.next} look="primary" onAct={onNext} />
      </div>
    </>
  );
}

function ThisSite({ front, deeds }: { front: Front | null; deeds: Deeds }): JSX.Element {
  const known = front !== null && front.origin !== "";
  const can = known && front.access === "needed";
  return (
    <>
      <h1>{words.helloSite}</h1>
      {known && (
        <p>
          <Origin of={front.origin} />
        </p>
      )}
      <p>{can ? words.helloSiteText : known ? words.helloGranted : words.helloNoSite}</p>
      <div class="acts column">
        {can && (
          <Act
            label={words.enable}
            look="primary"
            onAct={() => {
              deeds.enable(front.origin);
              deeds.onboarded();
            }}
          />
        )}
        <Act label={words.stayReadOnly} look={can ? "plain" : "primary"} onAct={deeds.onboarded} />
      </div>
    </>
  );
}

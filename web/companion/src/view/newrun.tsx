/** Something new to be done: what, how far Laika may go, and where; and what was begun here. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Choice, Order, SiteMode } from "../../../shared/daemon.js";
import { isPersons } from "../../../shared/arming.js";
import { modes } from "../../../shared/words/index.js";
import { Icon } from "../../../shared/view/bits.js";
import { ask, live, mayAct, runsOf, send, useDeed } from "../app.js";
import { orderOf } from "../order.js";
import { hrefOf } from "../route.js";
import { w } from "../words/index.js";
import { DeedProblem, Empty, Page, Switch, TextField } from "./bits.js";
import { LiveRun } from "./liverun.js";
import { underWay } from "../live.js";

type Place = "workspace" | "mine";

/** What was begun in this window, so that a private run can be found again while it is there. */
const begun = new Map<string, Order>();

export function NewRun(): JSX.Element {
  const [goal, setGoal] = useState("");
  const [addresses, setAddresses] = useState("");
  const [mode, setMode] = useState<SiteMode>("assist");
  const [place, setPlace] = useState<Place>("workspace");
  const [isPrivate, setPrivate] = useState(false);
  const [model, setModel] = useState<Choice>("usual");
  const deed = useDeed();
  const wrong = orderOf({ goal, addresses, mode, place, isPrivate }).wrong;
  const ready = goal.trim() !== "" && wrong.length === 0;
  const start = (): void => {
    const { order } = orderOf({ goal, addresses, mode, place, isPrivate });
    deed.run(async () => {
      const runs = runsOf(await ask({ say: "begin", order, model }));
      for (const run of runs) begun.set(run, order);
      setGoal("");
      setAddresses("");
      for (const told of await ask({ say: "status" })) send({ kind: "told", told });
    });
  };
  const shown = [...new Set([...begun.keys(), ...underWay(live.value).map((run) => run.id)])].reverse();
  return (
    <Page title={w.fresh.title} lead={w.fresh.lead}>
      {mayAct.value && (
        <form
          class="card goal-box"
          aria-label={w.fresh.title}
          onSubmit={(event) => {
            event.preventDefault();
            if (isPersons(event) && ready && !deed.busy) start();
          }}
        >
          <TextField
            label={w.fresh.goal}
            rows={3}
            value={goal}
            onValue={setGoal}
            placeholder={w.fresh.goalPlaceholder}
          />
          <TextField
            label={w.fresh.addresses}
            hint={w.fresh.addressesHint}
            rows={1}
            value={addresses}
            onValue={setAddresses}
            placeholder="https://"
          />
          {wrong.length > 0 && (
            <p class="field-problem" role="alert">
              {w.fresh.wrongAddress}
            </p>
          )}
          <fieldset class="options">
            <legend>{w.fresh.mode}</legend>
            <div class="option-row">
              {(Object.keys(modes) as SiteMode[]).map((one) => (
                <Option
                  key={one}
                  name="mode"
                  value={one}
                  at={mode}
                  title={modes[one].name}
                  text={modes[one].text}
                  onChoose={() => setMode(one)}
                />
              ))}
            </div>
          </fieldset>
          <fieldset class="options">
            <legend>{w.fresh.place}</legend>
            <div class="option-row">
              <Option
                name="place"
                value="workspace"
                at={place}
                title={w.fresh.workspace}
                text={w.fresh.workspaceText}
                onChoose={() => setPlace("workspace")}
              />
              <Option
                name="place"
                value="mine"
                at={place}
                title={w.fresh.mine}
                text={w.fresh.mineText}
                onChoose={() => setPlace("mine")}
              />
            </div>
          </fieldset>
          <Switch label={w.fresh.private} hint={w.fresh.privateText} on={isPrivate} onSwitch={setPrivate} />
          <Switch
            label={w.fresh.without}
            hint={w.fresh.withoutText}
            on={model === "without"}
            onSwitch={(on) => setModel(on ? "without" : "usual")}
          />
          <DeedProblem deed={deed} />
          <div class="acts">
            <button type="submit" class="act primary large" disabled={!ready || deed.busy}>
              <Icon name="send" />
              <span>{w.fresh.start}</span>
            </button>
          </div>
        </form>
      )}
      <section aria-label={w.fresh.underWay}>
        <h2 class="list-title">{w.fresh.underWay}</h2>
        {shown.length === 0 ? (
          <Empty icon="clock" title={w.fresh.none}>
            {mayAct.value ? w.fresh.noneText : w.fresh.noneView} <a href={hrefOf("runs")}>{w.fresh.allRuns}</a>
          </Empty>
        ) : (
          shown.map((id) => <LiveRun key={id} id={id} order={begun.get(id) ?? null} />)
        )}
      </section>
    </Page>
  );
}

function Option({
  name,
  value,
  at,
  title,
  text,
  onChoose,
}: {
  name: string;
  value: string;
  at: string;
  title: string;
  text: string;
  onChoose: () => void;
}): JSX.Element {
  return (
    <label class="option">
      <input type="radio" name={name} value={value} checked={at === value} onChange={onChoose} />
      <span>
        <b>{title}</b>
        <small>{text}</small>
      </span>
    </label>
  );
}

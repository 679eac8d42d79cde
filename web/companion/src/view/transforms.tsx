/** What can be made from a collection, each with what can be set for it. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { isPersons } from "../../../shared/arming.js";
import { oneLine } from "../../../shared/text.js";
import { call, live, mayAct, send, useDeed, useLaika } from "../app.js";
import { hrefOf } from "../route.js";
import { TRANSFORMS, type TransformName, USUAL, configOf, isFilled } from "../settings.js";
import { type Made, type Setting, type Source, keptAs, readMade, readTypes } from "../types/collections.js";
import { w } from "../words/index.js";
import { Choose, DeedProblem, Empty, ProgressBar, Switch, TextField } from "./bits.js";
import { MadeView } from "./made.js";

export function Transforms({ id, sources }: { id: string; sources: Source[] }): JSX.Element {
  const types = useLaika("transform.types", {}, readTypes);
  const [chosen, setChosen] = useState<TransformName>("comparison");
  const [filled, setFilled] = useState<Record<string, string>>({});
  const [made, setMade] = useState<Made | null>(null);
  const deed = useDeed();
  const ready = sources.filter((one) => one.state === "captured").length;
  const told = types.value?.get(chosen);
  const settings = told !== undefined && told.length > 0 ? told : USUAL[chosen];
  const progress = live.value.progress["transform.run"];
  if (ready === 0) {
    return (
      <Empty icon="table" title={w.make.nothing}>
        {w.make.nothingText} <a href={hrefOf("collections", id, "sources")}>{w.coll.sources}</a>
      </Empty>
    );
  }
  const run = (): void =>
    deed.run(async () => {
      setMade(null);
      const answer = await call("transform.run", { collection: id, type: chosen, config: configOf(settings, filled) });
      send({ kind: "over", verb: "transform.run" });
      const kept = keptAs(answer);
      if (kept !== null) location.hash = hrefOf("collections", id, "kept", kept);
      else setMade(readMade(answer));
    });
  return (
    <>
      {!mayAct.value && <p class="note">{w.make.viewOnly}</p>}
      {mayAct.value && (
        <form
          class="card"
          aria-label={w.coll.make}
          onSubmit={(event) => {
            event.preventDefault();
            if (isPersons(event) && isFilled(settings, filled) && !deed.busy) run();
          }}
        >
          <fieldset class="options">
            <legend>{w.make.what}</legend>
            <div class="option-grid">
              {TRANSFORMS.map((one) => (
                <label key={one} class="option">
                  <input type="radio" name="transform" checked={chosen === one} onChange={() => setChosen(one)} />
                  <span>
                    <b>{w.make.types[one].name}</b>
                    <small>{w.make.types[one].text}</small>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
          {settings.map((setting) => (
            <SettingField
              key={`${chosen} ${setting.key}`}
              setting={setting}
              value={filled[setting.key] ?? setting.value}
              onValue={(value) => setFilled({ ...filled, [setting.key]: value })}
            />
          ))}
          <DeedProblem deed={deed} />
          {deed.busy && (
            <ProgressBar of={progress ?? { done: 0, all: null, what: w.make.making }} label={w.make.making} />
          )}
          <div class="acts">
            <button type="submit" class="act primary large" disabled={deed.busy || !isFilled(settings, filled)}>
              {w.make.run(ready)}
            </button>
          </div>
        </form>
      )}
      {made !== null && (
        <div class="card">
          <MadeView made={made} />
        </div>
      )}
    </>
  );
}

function SettingField({
  setting,
  value,
  onValue,
}: {
  setting: Setting;
  value: string;
  onValue: (value: string) => void;
}): JSX.Element {
  const ours = w.make.settings[setting.key];
  const label = ours ?? (setting.about === "" ? setting.key : oneLine(setting.about));
  const hints: Record<string, string> = w.make.hints;
  const hint = hints[setting.key];
  const more = hint === undefined ? {} : { hint };
  if (setting.kind === "switch")
    return <Switch label={label} {...more} on={value === "true"} onSwitch={(on) => onValue(String(on))} />;
  if (setting.kind === "choice") {
    return (
      <Choose
        label={label}
        {...more}
        value={value}
        onValue={onValue}
        options={setting.choices.map((one): [string, string] => [one, oneLine(one)])}
      />
    );
  }
  if (setting.kind === "list") return <TextField label={label} {...more} rows={3} value={value} onValue={onValue} />;
  return (
    <TextField
      label={label}
      {...more}
      type={setting.kind === "number" ? "number" : "text"}
      value={value}
      onValue={onValue}
    />
  );
}

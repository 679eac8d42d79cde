/**
 * Allows something ahead, for runs that ask nobody: what exactly, where and how often. It is shown whole before it counts,
 * and a yes counts only after that stood still (S18).
 */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { isPersons } from "../../../shared/arming.js";
import { Signature, Yes, useArming } from "../../../shared/view/approval.js";
import { Act, Exact, Fact, Origin } from "../../../shared/view/bits.js";
import { call, tell, useDeed } from "../app.js";
import { type GrantForm, VERBS, grantOf } from "../grants.js";
import { w } from "../words/index.js";
import { Choose, DeedProblem, TextField } from "./bits.js";

const LIVES = ["1h", "1d", "7d", "30d"] as const;
const EMPTY: GrantForm = {
  title: "",
  origins: "",
  pages: "/",
  may: {},
  fields: "",
  buttons: "",
  forms: "",
  life: "1d",
};

export function GrantEditor({ onDone }: { onDone: () => void }): JSX.Element {
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState<GrantForm>(EMPTY);
  const [shown, setShown] = useState(false);
  const set = (part: Partial<GrantForm>): void => setForm({ ...form, ...part });
  const grant = grantOf(form);
  if (!open) {
    return (
      <div class="acts">
        <Act label={w.grant.new} icon="plus" onAct={() => setOpen(true)} />
      </div>
    );
  }
  if (shown && grant !== null) {
    const close = (): void => {
      setShown(false);
      setOpen(false);
      setForm(EMPTY);
      onDone();
    };
    return <Review key={JSON.stringify(grant)} grant={grant} onBack={() => setShown(false)} onDone={close} />;
  }
  return (
    <form
      class="grant-form"
      aria-label={w.grant.new}
      onSubmit={(event) => {
        event.preventDefault();
        if (isPersons(event) && grant !== null) setShown(true);
      }}
    >
      <p class="note">{w.grant.never}</p>
      <TextField label={w.grant.title} value={form.title} onValue={(title) => set({ title })} />
      <TextField
        label={w.grant.origins}
        rows={1}
        value={form.origins}
        onValue={(origins) => set({ origins })}
        placeholder="https://shop.example"
      />
      <TextField
        label={w.grant.pages}
        hint={w.grant.pagesHint}
        rows={1}
        value={form.pages}
        onValue={(pages) => set({ pages })}
        placeholder="/order"
      />
      <fieldset class="options">
        <legend>{w.grant.may}</legend>
        <div class="verb-row">
          {VERBS.map((verb) => (
            <TextField
              key={verb}
              label={w.policy.verbs[verb]}
              type="number"
              value={form.may[verb] ?? ""}
              onValue={(n) => set({ may: { ...form.may, [verb]: n } })}
              placeholder="0"
            />
          ))}
        </div>
      </fieldset>
      <TextField
        label={w.grant.fields}
        hint={w.grant.fieldsHint}
        rows={2}
        value={form.fields}
        onValue={(fields) => set({ fields })}
        placeholder="name=Ada"
      />
      <TextField
        label={w.grant.buttons}
        hint={w.grant.buttonsHint}
        rows={1}
        value={form.buttons}
        onValue={(buttons) => set({ buttons })}
      />
      <TextField
        label={w.grant.forms}
        hint={w.grant.formsHint}
        rows={1}
        value={form.forms}
        onValue={(forms) => set({ forms })}
        placeholder="POST /order name,email"
      />
      <Choose
        label={w.grant.life}
        value={form.life}
        onValue={(life) => set({ life })}
        options={LIVES.map((one): [string, string] => [one, w.grant.lives[one]])}
      />
      <div class="acts">
        <Act label={w.common.cancel} onAct={() => setOpen(false)} />
        <button type="submit" class="act primary" disabled={grant === null}>
          {w.grant.review}
        </button>
      </div>
    </form>
  );
}

function Review({
  grant,
  onBack,
  onDone,
}: {
  grant: NonNullable<ReturnType<typeof grantOf>>;
  onBack: () => void;
  onDone: () => void;
}): JSX.Element {
  const armed = useArming(JSON.stringify(grant));
  const deed = useDeed();
  const lines = (list: string[]): JSX.Element => (
    <ul class="plain-list">
      {list.map((one, at) => (
        <li key={at}>
          <Exact text={one} />
        </li>
      ))}
    </ul>
  );
  return (
    <section class="asks" aria-label={w.grant.reviewTitle}>
      <div class="asks-frame">
        <Signature />
        <h3>{w.grant.reviewTitle}</h3>
        <dl class="facts">
          <Fact name={w.grant.title}>
            <Exact text={grant.title} />
          </Fact>
          <Fact name={w.grant.origins}>
            {grant.origins.map((origin) => (
              <div key={origin}>
                <Origin of={origin} />
              </div>
            ))}
          </Fact>
          <Fact name={w.grant.pages}>{lines(grant.pages)}</Fact>
          <Fact name={w.grant.may}>{lines(grant.may)}</Fact>
          {grant.fields.length > 0 && <Fact name={w.grant.fields}>{lines(grant.fields)}</Fact>}
          {grant.buttons.length > 0 && <Fact name={w.grant.buttons}>{lines(grant.buttons)}</Fact>}
          {grant.forms.length > 0 && <Fact name={w.grant.forms}>{lines(grant.forms)}</Fact>}
          <Fact name={w.grant.life}>{grant.for}</Fact>
        </dl>
        <DeedProblem deed={deed} />
        <div class="asks-answers">
          <Act label={w.grant.back} onAct={onBack} />
          <Yes
            label={w.grant.make}
            armed={armed}
            said={deed.busy}
            onYes={() =>
              deed.run(async () => {
                await call("grants.add", grant);
                tell(w.common.saved);
                onDone();
              })
            }
          />
        </div>
      </div>
    </section>
  );
}

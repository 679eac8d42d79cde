/** What thinks: the models that can run here, how large and how fast they are, and which of them does. */

import type { JSX } from "preact";
import { oneLine } from "../../../shared/text.js";
import { Act } from "../../../shared/view/bits.js";
import { call, live, mayAct, send, tell, useDeed, useLaika } from "../app.js";
import { type Model, readModels } from "../types/places.js";
import { bytes, count, named, w } from "../words/index.js";
import { DeedProblem, Empty, Loaded, Page, ProgressBar, Tag } from "./bits.js";

export function Models(): JSX.Element {
  const models = useLaika("models.list", {}, readModels);
  return (
    <Page title={w.nav.models} lead={w.models.lead}>
      <Loaded of={models}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon="chip" title={w.models.none}>
              {w.models.noneText}
            </Empty>
          ) : (
            <ul class="model-list">
              {all.map((model) => (
                <ModelCard key={model.name} model={model} onDone={models.again} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  );
}

function ModelCard({ model, onDone }: { model: Model; onDone: () => void }): JSX.Element {
  const deed = useDeed();
  const progress = deed.busy ? live.value.progress["models.pull"] : undefined;
  const here = model.state === "here" || model.server;
  const partial =
    model.partial !== null && model.bytes !== null ? Math.floor((100 * model.partial) / model.bytes) : null;
  const pull = (): void =>
    deed.run(async () => {
      await call("models.pull", { name: model.name });
      send({ kind: "over", verb: "models.pull" });
      tell(w.models.pulled);
      onDone();
    });
  return (
    <li class="card model">
      <div class="model-head">
        <h2>{oneLine(model.name)}</h2>
        {model.usual && <Tag tone="accent">{w.models.usual}</Tag>}
        <Tag tone={here ? "good" : model.state === "changed" ? "danger" : undefined}>
          {partial !== null ? w.models.part(partial) : named(w.models.states, model.state)}
        </Tag>
      </div>
      <dl class="tiles">
        <div class="fact">
          <dt>{w.models.tier}</dt>
          <dd>{model.server ? w.models.server : named(w.models.tiers, model.tier)}</dd>
        </div>
        <div class="fact">
          <dt>{w.models.size}</dt>
          <dd>{model.server ? "–" : bytes(model.bytes)}</dd>
        </div>
        <div class="fact">
          <dt>{w.models.licence}</dt>
          <dd>{model.licence === null ? w.common.unknown : oneLine(model.licence)}</dd>
        </div>
        <div class="fact">
          <dt>{w.models.speed}</dt>
          <dd>
            {model.readsPerSecond === null && model.writesPerSecond === null
              ? w.models.notMeasured
              : w.models.perSecond(count(model.readsPerSecond), count(model.writesPerSecond))}
          </dd>
        </div>
      </dl>
      {progress !== undefined && <ProgressBar of={progress} label={w.models.pulling} />}
      <DeedProblem deed={deed} />
      {mayAct.value && (
        <div class="acts">
          {!here && (
            <Act
              label={
                model.state === "changed" || model.state === "unverified"
                  ? w.models.pullAgain
                  : partial !== null
                    ? w.models.pullOn
                    : w.models.pull
              }
              icon="save"
              disabled={deed.busy}
              onAct={pull}
            />
          )}
          {here && !model.usual && (
            <Act
              label={w.models.use}
              disabled={deed.busy}
              onAct={() => deed.run(() => call("models.use", { name: model.name }).then(onDone))}
            />
          )}
        </div>
      )}
    </li>
  );
}

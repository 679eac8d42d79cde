/** What was made and kept: its versions, what changed in its sources since, and the ways out of Laika. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { oneLine } from "../../../shared/text.js";
import { words } from "../../../shared/words/index.js";
import { Act, Icon } from "../../../shared/view/bits.js";
import { call, mayAct, tell, toClipboard, useDeed, useLaika } from "../app.js";
import { flag, number, text, thing, things, time } from "../read.js";
import { hrefOf } from "../route.js";
import { type Artifact, type Made, keptAs, readArtifact, readArtifacts, readMade } from "../types/collections.js";
import { readSaved } from "../types/places.js";
import { named, w, when } from "../words/index.js";
import { Choose, DeedProblem, Empty, Loaded, Sure, Tag } from "./bits.js";
import { MadeView } from "./made.js";

export const FORMATS = ["markdown", "text", "json", "csv", "html", "pdf"] as const;

function typeName(transform: string): string {
  const types: Record<string, { name: string }> = w.make.types;
  return types[transform]?.name ?? transform;
}

export function Artifacts({ collection }: { collection: string }): JSX.Element {
  const all = useLaika("artifact.list", { collection }, readArtifacts);
  return (
    <Loaded of={all}>
      {(found) =>
        found.length === 0 ? (
          <Empty icon="table" title={w.kept.none}>
            {w.kept.noneText} <a href={hrefOf("collections", collection, "make")}>{w.coll.make}</a>
          </Empty>
        ) : (
          <ul class="run-list">
            {found.map((one) => (
              <li key={one.id}>
                <a class="run-row" href={hrefOf("collections", collection, "kept", one.id)}>
                  <span class="run-goal">{typeName(one.transform)}</span>
                  {one.stale && <Tag tone="warn">{w.kept.stale}</Tag>}
                  <small class="run-facts">
                    {w.kept.version(one.version)} · {when(one.madeAt)}
                  </small>
                </a>
                {one.title !== "" && <p class="under-row">{oneLine(one.title)}</p>}
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

interface Whole {
  artifact: Artifact;
  made: Made;
  versions: { version: number; madeAt: number | null }[];
}

function readWhole(value: unknown): Whole {
  const one = thing(value);
  const artifact = thing(one["artifact"] ?? value);
  const made = readMade(value);
  return {
    artifact: {
      ...readArtifact(artifact),
      transform: text(artifact["transform"]) ?? made.transform,
      title: text(artifact["title"]) ?? made.title,
    },
    made,
    versions: things(artifact["versions"] ?? one["versions"]).map((version) => ({
      version: number(version["version"]) ?? 1,
      madeAt: time(version["madeAt"]),
    })),
  };
}

export function ArtifactView({ id, collection }: { id: string; collection: string }): JSX.Element {
  const [version, setVersion] = useState("");
  const whole = useLaika(
    "artifact.show",
    { artifact: id, ...(version === "" ? {} : { version: Number(version) }) },
    readWhole,
  );
  const changes = useLaika("transform.changes", { artifact: id }, readChanges);
  const deed = useDeed();
  const again = (made: Made): void =>
    deed.run(async () => {
      const answer = await call("transform.run", {
        collection,
        type: made.transform,
        config: made.config,
        artifact: id,
      });
      const kept = keptAs(answer);
      if (kept !== null && kept !== id) location.hash = hrefOf("collections", collection, "kept", kept);
      else {
        whole.again();
        changes.again();
      }
    });
  return (
    <>
      <a class="up" href={hrefOf("collections", collection, "kept")}>
        <Icon name="back" />
        {w.coll.kept}
      </a>
      <Loaded of={whole}>
        {({ artifact, made, versions }) => (
          <article class="card artifact" aria-label={typeName(artifact.transform)}>
            <div class="section-head">
              <h2>{oneLine(artifact.title)}</h2>
              <small>
                {typeName(artifact.transform)} · {when(made.madeAt ?? artifact.madeAt)}
              </small>
            </div>
            {changes.value !== null && changes.value.length > 0 && (
              <div class="banner">
                <Icon name="again" />
                <div class="banner-words">
                  <p>{w.kept.changed}</p>
                  <ul>
                    {changes.value.map((line, at) => (
                      <li key={at}>{oneLine(line)}</li>
                    ))}
                  </ul>
                  {mayAct.value && <Act label={w.kept.again} disabled={deed.busy} onAct={() => again(made)} />}
                </div>
              </div>
            )}
            {versions.length > 1 && (
              <Choose
                label={w.kept.versions}
                value={version === "" ? String(artifact.version ?? versions[0]?.version ?? 1) : version}
                onValue={setVersion}
                options={versions.map((one): [string, string] => [
                  String(one.version),
                  `${w.kept.version(one.version)} · ${when(one.madeAt)}`,
                ])}
              />
            )}
            <MadeView made={made} />
            {mayAct.value && <WaysOut id={id} collection={collection} />}
            <DeedProblem deed={deed} />
          </article>
        )}
      </Loaded>
    </>
  );
}

/** Each is a click of the person's: nothing leaves by itself. */
function WaysOut({ id, collection }: { id: string; collection: string }): JSX.Element {
  const [format, setFormat] = useState<string>("markdown");
  const deed = useDeed();
  const exporting = (): void =>
    deed.run(async () => {
      const saved = readSaved(await call("artifact.export", { artifact: id, format }));
      tell(saved === null ? w.kept.exported : w.common.savedAs(oneLine(saved)));
    });
  const copying = (): void =>
    deed.run(async () => {
      // The program puts it on the clipboard itself where it can; else it hands the text over.
      const given = thing(await call("artifact.copy", { artifact: id }));
      const handed = text(given["text"]);
      if (handed !== null) await toClipboard(handed);
      tell(words.copied);
    });
  const remove = (): void =>
    deed.run(async () => {
      await call("artifact.remove", { artifact: id });
      location.hash = hrefOf("collections", collection, "kept");
    });
  return (
    <div class="ways-out">
      <Choose
        label={w.kept.format}
        value={format}
        onValue={setFormat}
        options={FORMATS.map((one): [string, string] => [one, named(w.kept.formats, one)])}
      />
      <div class="acts">
        <Act label={w.kept.export} icon="save" look="primary" disabled={deed.busy} onAct={exporting} />
        <Act label={w.common.copy} disabled={deed.busy} onAct={copying} />
        <Sure
          label={w.kept.remove}
          question={w.kept.removeText}
          yes={w.kept.remove}
          icon="trash"
          look="quiet"
          busy={deed.busy}
          onYes={remove}
        />
      </div>
      <DeedProblem deed={deed} />
    </div>
  );
}

/** What changed in the sources since it was made, in words. */
function readChanges(value: unknown): string[] {
  const one = thing(value);
  const named_ = things(one["sources"]).map((source) => {
    const title = text(source["title"]) ?? text(source["url"]) ?? "";
    const how = text(source["change"]) ?? (flag(source["changed"]) ? "changed" : "");
    return how === "" ? "" : `${named(w.kept.changes, how)}: ${title}`;
  });
  return named_.filter((line) => line !== "");
}

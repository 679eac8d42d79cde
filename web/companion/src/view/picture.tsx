/** A picture that a run kept, shown when somebody wants to see it; any other file is handed to the browser. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Act } from "../../../shared/view/bits.js";
import { call, save, useDeed } from "../app.js";
import { readFile } from "../types/places.js";
import type { RunFile } from "../types/runs.js";
import { w } from "../words/index.js";
import { DeedProblem } from "./bits.js";

export function RunPicture({ run, file }: { run: string; file: RunFile }): JSX.Element {
  const deed = useDeed();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => () => void (url !== null && URL.revokeObjectURL(url)), [url]);
  const isPicture = /picture|screenshot|capture/.test(file.kind ?? "");
  const open = (): void =>
    deed.run(async () => {
      const got = readFile(await call("runs.artifact", { run, artifact: file.id }), file.id);
      if (got === null) return;
      // Only what is a picture is shown; nothing of a page is ever opened here.
      if (got.data[0] === 0x89 && got.data[1] === 0x50)
        setUrl(URL.createObjectURL(new Blob([got.data], { type: "image/png" })));
      else save(got);
    });
  return (
    <span class="kept-file">
      {url === null ? (
        <Act label={isPicture ? w.run.showPicture : w.run.saveFile} look="quiet" disabled={deed.busy} onAct={open} />
      ) : (
        <img class="shot" src={url} alt={w.fresh.picture} />
      )}
      <DeedProblem deed={deed} />
    </span>
  );
}

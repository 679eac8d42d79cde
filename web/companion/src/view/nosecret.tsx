/** A window that nobody opened the right way: it knows nothing, and says how to come in. */

import type { JSX } from "preact";
import { Mark } from "../../../shared/view/bits.js";
import { locale } from "../choices.js";
import { w } from "../words/index.js";

export function NoSecret(): JSX.Element {
  return (
    <main class="outside" key={locale.value}>
      <Mark />
      <h1>{w.shell.outsideTitle}</h1>
      <p>{w.shell.outsideText}</p>
      <p>
        <code class="command">laika open</code>
      </p>
    </main>
  );
}

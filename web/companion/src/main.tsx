/** Puts the window together: the word by which it may speak, what it was told, and where it is drawn. */

import "./style/companion.css";
import { type JSX, render } from "preact";
import { begin, route } from "./app.js";
import { readChoices } from "./choices.js";
import { parseRoute } from "./route.js";
import { takeSecret } from "./secret.js";
import { NoSecret } from "./view/nosecret.js";
import { Shell } from "./view/shell.js";

const secret = takeSecret(globalThis as unknown as Parameters<typeof takeSecret>[0]);
readChoices();
window.addEventListener("hashchange", () => (route.value = parseRoute(location.hash)));

function App(): JSX.Element {
  return secret === null ? <NoSecret /> : <Shell />;
}

if (secret !== null) begin(secret);
const root = document.getElementById("companion");
if (root !== null) render(<App />, root);

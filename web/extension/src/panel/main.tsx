/** Puts the panel together: the state in a signal, the port to the worker, and the window it is drawn in. */

import "./style/panel.css";
import { signal } from "@preact/signals";
import { type JSX, render } from "preact";
import { control } from "./control.js";
import { type Message, announce, asksAfter, reduce, start } from "./model.js";
import { WorkerPort, keepOnboarded, openTab, readOnboarded, removeAccess, requestAccess } from "./port.js";
import { Panel } from "./view/panel.js";

const COPIED_MS = 1600;

const state = signal(start);
const said = signal({ polite: "", assertive: "" });
const copied = signal(false);

function send(message: Message): void {
  const before = state.peek();
  const after = reduce(before, message);
  if (after === before) return;
  state.value = after;
  const { polite, assertive } = announce(before, after);
  // A region that says the same thing twice says it once; what is said stays until something else is.
  if (polite !== null || assertive !== null) {
    said.value = { polite: polite ?? said.peek().polite, assertive: assertive ?? "" };
  }
  for (const ask of asksAfter(before, after)) port.ask(ask);
  if (message.kind === "menu" && message.menu.what === "extract_table") deeds.extractTable();
}

const port = new WorkerPort(send);
let copyTimer = 0;
const deeds = control(() => state.peek(), send, {
  ask: (ask) => port.ask(ask),
  openLaika: () => port.openLaika(),
  pickRegion: () => port.pickRegion(),
  dropRegion: () => port.dropRegion(),
  offerSources: () => port.offerSources(),
  requestAccess,
  removeAccess,
  openTab,
  writeClipboard: (text) => navigator.clipboard.writeText(text),
  keepOnboarded,
  copied: () => {
    copied.value = true;
    clearTimeout(copyTimer);
    copyTimer = window.setTimeout(() => (copied.value = false), COPIED_MS);
  },
});

function App(): JSX.Element {
  return <Panel state={state.value} deeds={deeds} said={said.value} copied={copied.value} />;
}

const root = document.getElementById("panel");
if (root !== null) render(<App />, root);
void readOnboarded().then((onboarded) => send({ kind: "prefs", onboarded }));
port.connect();

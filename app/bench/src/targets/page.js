// The page of a fuzzed case. `SPEC` says what it holds, how it changes and when. Every event that reaches a control is
// written down with the record that the control stands for at that moment, so the page itself is the witness.
const ROLES = { link: "Open", button: "Delete", submit: "Save", checkbox: "Keep", field: "Note", select: "State", custom: "Star" };
const { number, kind, place, layout, mutation, moment, delay, target, other, names, keys } = SPEC;
const base = `/c/${number}`;
const label = ROLES[kind];
const self_ = window;
let rows = [];
let root = null;
let fresh = 0;

function note(entry) {
  sessionStorage["log-" + number] = (sessionStorage["log-" + number] ?? "") + JSON.stringify(entry) + "\n";
}

/** Who an event is for is noted before the page changes anything; that it got there, once it is past the window. */
const meant = new WeakMap();
function witness(event) {
  const control = event.composedPath().find((node) => node.rec !== undefined);
  meant.set(event, control === undefined ? "none" : control.rec);
}

function arrive(event) {
  const hit = event.composedPath()[0];
  // A native list is set by script, so its events count although they are not trusted.
  if (!event.isTrusted && !(hit instanceof HTMLSelectElement)) return;
  note({ type: event.type, rec: meant.get(event) ?? "none", on: hit.localName ?? "document" });
}

const TYPES = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick", "keydown", "keypress", "beforeinput", "input", "change"];
function watch() {
  for (const type of TYPES) {
    addEventListener(type, witness, true);
    document.addEventListener(type, arrive, true);
  }
}

function el(tag, attributes = {}, ...inner) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inner);
  return made;
}

function makeControl() {
  switch (kind) {
    case "link": return el("a", { href: "#" }, label);
    case "button": return el("button", { type: "button" }, label);
    case "submit": return el("button", {}, label);
    case "checkbox": return el("input", { type: "checkbox", "aria-label": label });
    case "field": return el("input", { "aria-label": label });
    case "select": return el("select", { "aria-label": label }, el("option", {}, "open"), el("option", {}, "closed"), el("option", {}, "later"));
    default: return el("div", { role: "button", tabindex: "0", style: "cursor:pointer;width:80px" }, label);
  }
}

function makeRow(record) {
  const row = { text: el("span", { class: "who" }), control: makeControl(), hidden: null, nodes: [] };
  let holder = row.control;
  if (kind === "submit") {
    row.hidden = el("input", { type: "hidden", name: "record" });
    holder = el("form", { method: "post", action: `${base}/do` }, row.hidden, row.control);
  }
  if (kind === "button" || kind === "custom") {
    row.control.addEventListener("click", () => { status.textContent = `${label} ${row.control.rec}`; });
  }
  const wrapped = {
    list: () => [el("li", {}, row.text, " ", holder)],
    table: () => [el("tr", {}, el("td", {}, row.text), el("td", {}, "42"), el("td", {}, holder))],
    cards: () => [el("div", { class: "card" }, el("h3", {}, row.text), el("p", {}, "An entry"), el("div", { class: "foot" }, el("div", {}, holder)))],
    flat: () => [row.text, holder, el("br")],
    single: () => [el("section", {}, el("h2", {}, row.text), holder)],
  };
  row.nodes = wrapped[layout]();
  setRecord(row, record);
  return row;
}

function setRecord(row, record) {
  row.record = record;
  row.text.textContent = record;
  row.control.rec = record;
  if (kind === "link") row.control.href = `${base}/go/${record}`;
  if (row.hidden !== null) row.hidden.value = record;
}

let holderOfRows = null;
const status = el("p", { id: "status" }, "ready");

function build(records) {
  holderOfRows = layout === "table" ? el("tbody") : layout === "list" ? el("ul") : el("div");
  rows = records.map(makeRow);
  for (const row of rows) holderOfRows.append(...row.nodes);
  const outer = layout === "table" ? el("table", {}, holderOfRows) : holderOfRows;
  root.replaceChildren(el("h1", {}, "Records"), el("p", {}, "All that was written down in the last year, in the order in which it came in. Look at one before you change it; what is changed here is changed for everybody who reads it later, and nobody is asked twice."), outer, status, el("p", { style: "height:1500px" }, "The end"));
}

function start(records) {
  watch();
  if (place === "shadow") {
    const host = el("div");
    document.body.append(host);
    root = host.attachShadow({ mode: "open" });
  } else {
    root = el("main");
    document.body.append(root);
  }
  build(records);
}

const at = () => rows[target] ?? rows[0];
const beside = () => rows[other] ?? rows[0];
const shuffled = () => [...names.slice(1), names[0]];

const MUTATIONS = {
  nothing() {},
  swapPlaces() {
    const [a, b] = [at(), beside()];
    if (a === b) return MUTATIONS.move();
    const [x, y] = [el("i"), el("i")];
    a.nodes[0].before(x);
    b.nodes[0].before(y);
    x.replaceWith(...b.nodes);
    y.replaceWith(...a.nodes);
  },
  swapRecords() {
    const [a, b] = [at(), beside()];
    if (a === b) return MUTATIONS.reuse();
    const [x, y] = [a.record, b.record];
    setRecord(a, y);
    setRecord(b, x);
  },
  reuse() { setRecord(at(), `Fresh ${(fresh += 1)}`); },
  rerender() { build(rows.map((row) => row.record)); },
  rerenderShuffled() { build(shuffled()); },
  patchShuffled() { rows.forEach((row, index) => setRecord(row, shuffled()[index])); },
  remove() { for (const node of at().nodes) node.remove(); },
  insertAbove() {
    const row = makeRow(`Fresh ${(fresh += 1)}`);
    holderOfRows.prepend(...row.nodes);
  },
  cover() { document.body.append(el("div", { style: "position:fixed;inset:0;z-index:9;background:#0002" })); },
  coverPart() {
    const box = at().control.getBoundingClientRect();
    document.body.append(el("div", { style: `position:fixed;z-index:9;background:#0002;left:${box.x - 2}px;top:${box.y - 2}px;width:${box.width + 4}px;height:${box.height + 4}px` }));
  },
  twinOnTop() {
    const box = at().control.getBoundingClientRect();
    const twin = beside() === at() ? makeRow("Twin").control : beside().control;
    twin.style.cssText = `position:fixed;z-index:9;left:${box.x}px;top:${box.y}px;width:${box.width}px;height:${box.height}px`;
    if (!twin.isConnected) root.append(twin);
  },
  move() { at().control.style.cssText += ";display:inline-block;transform:translate(180px,60px)"; },
  hide() { at().control.style.display = "none"; },
  disable() {
    at().control.disabled = true;
    at().control.setAttribute("aria-disabled", "true");
  },
  relabel() {
    if (["checkbox", "field", "select"].includes(kind)) at().control.setAttribute("aria-label", "Archive");
    else at().control.textContent = "Archive";
  },
  retarget() {
    const [a, b] = [at(), beside() === at() ? "Elsewhere" : beside().record];
    if (kind === "link") a.control.href = `${base}/go/${b}`;
    else if (kind === "submit") a.hidden.value = b;
    else return MUTATIONS.swapRecords();
    a.control.rec = b;
  },
  navigate() { top.location = `${base}/after`; },
  pushState() {
    history.pushState({}, "", "?moved");
    MUTATIONS.patchShuffled();
  },
  rewrite() {
    document.open();
    document.write("<!doctype html><title>Case</title><body>");
    document.close();
    start(shuffled());
  },
  replaceFrame() {
    if (self_ === top) return MUTATIONS.navigate();
    top.document.querySelector("iframe").src = `${base}/after`;
  },
  moveFrame() {
    if (self_ === top) return MUTATIONS.move();
    top.document.querySelector("iframe").style.transform = "translate(0, 90px)";
  },
  coverFrame() {
    if (self_ === top) return MUTATIONS.cover();
    top.document.body.append(el("div", { style: "position:fixed;inset:0;z-index:9;background:#0002" }));
  },
  jitter() {
    let turn = 0;
    setInterval(() => { holderOfRows.style.marginTop = `${((turn += 1) % 7) * 23}px`; }, 15);
  },
  churn() { setInterval(() => build(rows.map((row) => row.record)), 15); },
  rotate() {
    let turn = 0;
    setInterval(() => rows.forEach((row, index) => setRecord(row, names[(index + (turn += 1)) % names.length])), 15);
  },
  scroll() { scrollBy(0, 67); },
  stealFocus() {
    const thief = beside() === at() ? makeRow("Thief").control : beside().control;
    if (!thief.isConnected) root.append(thief);
    thief.focus();
  },
};

let done = false;
function mutate() {
  if (done) return;
  done = true;
  MUTATIONS[mutation]();
}

/** Lets the change come at its moment from now on. */
function plan() {
  if (moment === "soon") setTimeout(mutate, delay);
  else if (moment === "pointermove later" || moment === "mousedown later") {
    addEventListener(moment.split(" ")[0], () => setTimeout(mutate, delay % 40), true);
  } else {
    let left = keys;
    addEventListener(moment, () => { if ((left -= 1) <= 0) mutate(); }, true);
  }
}

/** Where the control is that is meant, in pixels of the page. */
function spot() {
  const box = at().control.getBoundingClientRect();
  const frame = self_ === top ? { x: 0, y: 0 } : top.document.querySelector("iframe").getBoundingClientRect();
  return { x: box.x + box.width / 2 + frame.x, y: box.y + box.height / 2 + frame.y, record: at().record };
}

/** What stands in the fields and boxes, by record. */
function state() {
  return rows.map((row) => [row.record, row.control.checked === true, kind === "field" || kind === "select" ? row.control.value : ""]);
}

Object.assign(self_, { mutate, plan, spot, state });
start(names);

// What was done on a page of a scene, in order: kept for the tab, and told below everything else.
const key = location.pathname.split("/")[1];
const log = () => JSON.parse(sessionStorage.getItem(key) || "[]");
function tell() {
  const place = document.getElementById("log");
  const said = log().map((entry) => entry[1]);
  if (place && said.length) place.textContent = "Done so far: " + said.join("; ") + ".";
}
function did(name, text) {
  const all = log();
  const known = all.findIndex((entry) => name && entry[0] === name);
  if (known >= 0) all[known][1] = text;
  else all.push([name, text]);
  sessionStorage.setItem(key, JSON.stringify(all));
  tell();
}
// What jumps away under the pointer is drawn anew as it is pressed: the press comes to nothing, and the next one counts.
document.addEventListener("pointerdown", (event) => {
  const pressed = event.target.closest("[data-jumps]");
  if (!pressed) return;
  delete pressed.dataset.jumps;
  pressed.replaceWith(pressed.cloneNode(true));
});
document.addEventListener("click", (event) => {
  const pressed = event.target.closest("[data-did],a[href='#']");
  if (!pressed) return;
  if (pressed.getAttribute("href") === "#") event.preventDefault();
  if (!pressed.dataset.did) return;
  // What is held back and done again was done once: only a link that leads away is pressed twice for that.
  const leads = pressed.matches("a[href]:not([href='#'])");
  did(leads ? pressed.dataset.did : "", pressed.dataset.did);
  if (pressed.getAttribute("aria-checked")) {
    pressed.setAttribute("aria-checked", pressed.getAttribute("aria-checked") === "true" ? "false" : "true");
  }
  if (pressed.getAttribute("role") === "tab") {
    for (const tab of document.querySelectorAll("[role=tab]")) tab.setAttribute("aria-selected", String(tab === pressed));
  }
  for (const [what, hidden] of [["shows", false], ["hides", true]]) {
    const part = document.getElementById(pressed.dataset[what] || "");
    if (part) part.hidden = hidden;
  }
  // A list that the page draws itself: what was chosen stands on it.
  const list = document.getElementById(pressed.dataset.of || "");
  if (list) list.textContent = list.dataset.name + ": " + pressed.textContent;
  const main = document.querySelector("main[data-rerenders]");
  if (main && !main.querySelector("[data-shows],input:not([type=button])")) main.innerHTML = main.innerHTML;
});
document.addEventListener("input", (event) => {
  const field = event.target;
  if (!field.dataset.field) return;
  did(field.dataset.field, field.dataset.field + " is " + field.value);
  const list = document.getElementById(field.dataset.opens || "");
  if (list) list.hidden = false;
});
// What lies further down is drawn when somebody comes near it.
document.addEventListener("scroll", () => {
  const near = document.querySelector("[data-near]");
  if (!near || scrollY < innerHeight / 2) return;
  const part = document.getElementById(near.dataset.near);
  if (part) part.hidden = false;
  did(near.dataset.says, near.dataset.says);
});
// The same page twice in a row was loaded again; the first page after another one was come back to.
addEventListener("pageshow", () => {
  if (!document.getElementById("log")) return;
  const before = sessionStorage.getItem(key + " before");
  if (before === location.pathname) did("", "the page was loaded again");
  else if (before && location.pathname.endsWith("/start")) did("", "came back");
  sessionStorage.setItem(key + " before", location.pathname);
  tell();
});
tell();
// What was said to the cookies is not asked again.
function decided() {
  sessionStorage.setItem(key + " cookies", "decided");
  document.querySelector(".bar")?.remove();
}
if (sessionStorage.getItem(key + " cookies")) decided();

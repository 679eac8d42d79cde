/** The frame of the window: where one can go, what waits, how Laika is, and the way to end everything. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Command } from "../../../shared/matching.js";
import { words } from "../../../shared/words/index.js";
import { Act, Icon, type IconName, Mark } from "../../../shared/view/bits.js";
import { Palette } from "../../../shared/view/palette.js";
import { ask, failed, live, mayAct, palette, route, said, session, tell, toast, viewOnly } from "../app.js";
import { type Theme, locale, setLocale, setTheme, theme } from "../choices.js";
import { underWay, waitingCount } from "../live.js";
import { VIEWS, type ViewName, hrefOf } from "../route.js";
import { LOCALES, w } from "../words/index.js";
import { Approvals } from "./approvals.js";
import { CollectionView } from "./collection.js";
import { Collections } from "./collections.js";
import { Doctor } from "./doctor.js";
import { Models } from "./models.js";
import { NewRun } from "./newrun.js";
import { Policies } from "./policies.js";
import { Privacy } from "./privacy.js";
import { RunView } from "./run.js";
import { Runs } from "./runs.js";
import { Tools } from "./tools.js";

const ICONS: Record<ViewName, IconName> = {
  new: "plus",
  runs: "clock",
  approvals: "inbox",
  collections: "books",
  policies: "shield",
  privacy: "lock",
  models: "chip",
  tools: "wrench",
  doctor: "pulse",
};

export function Shell(): JSX.Element {
  const [open, setOpen] = useState(false);
  const { view } = route.value;
  useEffect(() => setOpen(false), [route.value]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        palette.value = true;
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <div class="shell" key={locale.value}>
      <a class="skip" href="#main" onClick={skip}>
        {w.shell.skip}
      </a>
      <header class="bar">
        <a class="brand" href={hrefOf("new")}>
          <Mark />
          <span>{words.laika}</span>
        </a>
        <LinkState />
        <div class="bar-acts">
          <Act
            bare
            label={w.shell.commands}
            hint={`${w.shell.commands} (${words.paletteKey})`}
            icon="find"
            look="quiet"
            onAct={() => (palette.value = true)}
          />
          <ThemeSwitch />
          <LocaleSwitch />
          {mayAct.value && <Act label={words.panic} hint={words.panicHint} icon="panic" look="danger" onAct={panic} />}
          <button
            type="button"
            class="act quiet bare menu"
            aria-expanded={open}
            aria-controls="places"
            aria-label={w.shell.menu}
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? "cross" : "menu"} />
          </button>
        </div>
      </header>
      <nav id="places" class={open ? "places open" : "places"} aria-label={w.shell.places}>
        <ul>
          {VIEWS.map((name) => (
            <li key={name}>
              <a href={hrefOf(name)} {...(name === view ? { "aria-current": "page" as const } : {})}>
                <Icon name={ICONS[name]} />
                <span>{w.nav[name]}</span>
                <NavCount name={name} />
              </a>
            </li>
          ))}
        </ul>
        <p class="places-foot">
          {session.value?.version != null && <small>{w.shell.version(session.value.version)}</small>}
        </p>
      </nav>
      <main id="main" tabIndex={-1}>
        <Notices />
        <Current />
      </main>
      <div class="unseen" role="status" aria-live="polite">
        {said.value.polite}
      </div>
      <div class="unseen" role="alert" aria-live="assertive">
        {said.value.assertive}
      </div>
      {toast.value !== "" && (
        <div class="toast" aria-hidden="true">
          {toast.value}
        </div>
      )}
      {palette.value && <Palette commands={commands()} onClose={() => (palette.value = false)} />}
    </div>
  );
}

/** The address stays what it is: the place behind `#` is where the window is. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

function Current(): JSX.Element {
  const { view, id, part, of } = route.value;
  switch (view) {
    case "new":
      return <NewRun key="new" />;
    case "runs":
      return id === null ? <Runs key="runs" /> : <RunView key={id} id={id} />;
    case "approvals":
      return <Approvals key="approvals" />;
    case "collections":
      return id === null ? (
        <Collections key="collections" />
      ) : (
        <CollectionView key={id} id={id} part={part ?? "sources"} of={of} />
      );
    case "policies":
      return <Policies key="policies" />;
    case "privacy":
      return <Privacy key="privacy" />;
    case "models":
      return <Models key="models" />;
    case "tools":
      return <Tools key="tools" />;
    case "doctor":
      return <Doctor key="doctor" />;
  }
}

function NavCount({ name }: { name: ViewName }): JSX.Element | null {
  const n = name === "approvals" ? waitingCount(live.value) : name === "runs" ? underWay(live.value).length : 0;
  if (n === 0) return null;
  return (
    <span class={`count ${name === "approvals" ? "loud" : ""}`}>
      {n} <span class="unseen">{name === "approvals" ? w.shell.waiting : w.shell.underWay}</span>
    </span>
  );
}

function LinkState(): JSX.Element {
  const { link, app } = live.value;
  const tone = link === "connected" ? (app === "locked" ? "locked" : "on") : link;
  const text = link === "connected" && app === "locked" ? w.shell.lockedShort : w.shell.link[link];
  return (
    <span class={`link ${tone}`}>
      <span class="dot" aria-hidden="true" />
      {text}
    </span>
  );
}

/** What is to be known everywhere: that Laika is away, locked, or that this window only looks. */
function Notices(): JSX.Element {
  const { link, app } = live.value;
  return (
    <>
      {(link === "gone" || link === "lost" || link === "refused") && (
        <div class="banner notice" role="status">
          <Icon name="plug" />
          <p>
            <b>{link === "refused" ? w.shell.refusedTitle : w.shell.goneTitle}</b>{" "}
            {link === "gone" ? w.shell.goneText : link === "lost" ? w.shell.lostText : w.shell.refusedText}{" "}
            {link !== "gone" && <code class="command">laika open</code>}
          </p>
        </div>
      )}
      {link === "connected" && app === "locked" && (
        <div class="banner notice failure">
          <Icon name="lock" />
          <p>
            <b>{w.shell.lockedTitle}</b> {w.shell.lockedText}
          </p>
          {mayAct.value && <Act label={w.shell.unlock} onAct={() => void ask({ say: "unlock" }).catch(failed)} />}
        </div>
      )}
      {viewOnly.value && (
        <div class="banner notice">
          <Icon name="eye" />
          <p>
            <b>{w.shell.viewOnlyTitle}</b> {w.shell.viewOnlyText} <code class="command">laika open</code>
          </p>
        </div>
      )}
    </>
  );
}

function ThemeSwitch(): JSX.Element {
  const next: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
  const label = `${w.shell.theme}: ${w.shell.themes[theme.value]}`;
  return <Act bare label={label} hint={label} icon="theme" look="quiet" onAct={() => setTheme(next[theme.value])} />;
}

function LocaleSwitch(): JSX.Element {
  return (
    <label class="locale">
      <Icon name="globe" />
      <span class="unseen">{w.shell.language}</span>
      <select value={locale.value} onChange={(event) => setLocale(event.currentTarget.value === "de" ? "de" : "en")}>
        {LOCALES.map((one) => (
          <option key={one} value={one} lang={one}>
            {w.shell.languages[one]}
          </option>
        ))}
      </select>
    </label>
  );
}

function panic(): void {
  void ask({ say: "panic" })
    .then(() => tell(w.shell.panicDone))
    .catch(failed);
}

/** Our own words only, each one something that a link or button does as well. A yes is never among them. */
export function commands(): Command[] {
  const go = (href: string) => () => {
    location.hash = href;
  };
  const list: Command[] = VIEWS.map((name) => ({
    id: name,
    label: `${w.shell.goTo}: ${w.nav[name]}`,
    icon: ICONS[name],
    act: go(hrefOf(name)),
  }));
  const add = (id: string, label: string, icon: IconName, act: () => void): unknown =>
    list.push({ id, label, icon, act });
  for (const one of ["system", "light", "dark"] as const)
    add(`theme-${one}`, `${w.shell.theme}: ${w.shell.themes[one]}`, "theme", () => setTheme(one));
  for (const one of LOCALES)
    add(`locale-${one}`, `${w.shell.language}: ${w.shell.languages[one]}`, "globe", () => setLocale(one));
  if (mayAct.value) {
    const { id, view } = route.value;
    const run = view === "runs" && id !== null ? live.value.runs[id] : undefined;
    if (run !== undefined && underWay(live.value).includes(run))
      add("stop", words.stopHint, "stop", () => void ask({ say: "stop", run: run.id }).catch(failed));
    if (live.value.app === "locked")
      add("unlock", w.shell.unlock, "lock", () => void ask({ say: "unlock" }).catch(failed));
    add("stop-all", w.shell.stopAll, "stop", () => void ask({ say: "stop" }).catch(failed));
    add("panic", words.panicHint, "panic", panic);
  }
  return list;
}

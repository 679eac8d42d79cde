/** Small pieces that the views of this window are made of. */

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { statuses, words } from "../../../shared/words/index.js";
import { webAddress } from "../../../shared/document.js";
import { goesOn } from "../../../shared/run.js";
import { atQuote, oneLine } from "../../../shared/text.js";
import type { RunStatus } from "../../../shared/daemon.js";
import { Act, Code, Icon, type IconName, Origin } from "../../../shared/view/bits.js";
import { absent, copy, type Deed, type Loading } from "../app.js";
import type { Progress } from "../live.js";
import { count, w } from "../words/index.js";

/** Whether a view stood here before this one. The first of a window leaves the focus where the browser has it. */
let isMoved = false;

interface PageProps {
  title: string;
  lead?: string;
  /** Where this view belongs. */
  up?: { href: string; label: string };
  acts?: ComponentChildren;
  children: ComponentChildren;
}

/** A view: its title takes the focus when it comes, so that whoever goes by key goes on from there. */
export function Page({ title, lead, up, acts, children }: PageProps): JSX.Element {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Laika`;
  }, [title]);
  useEffect(() => {
    if (isMoved) head.current?.focus({ preventScroll: true });
    isMoved = true;
  }, []);
  return (
    <div class="page">
      <header class="page-head">
        {up !== undefined && (
          <a class="up" href={up.href}>
            <Icon name="back" />
            {up.label}
          </a>
        )}
        <div class="page-title">
          <h1 ref={head} tabIndex={-1}>
            {title}
          </h1>
          {acts !== undefined && <div class="acts">{acts}</div>}
        </div>
        {lead !== undefined && <p class="lead">{lead}</p>}
      </header>
      {children}
    </div>
  );
}

export function Section({
  title,
  lead,
  acts,
  children,
}: {
  title: string;
  lead?: string;
  acts?: ComponentChildren;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <section class="card section" aria-label={title}>
      <div class="section-head">
        <h2>{title}</h2>
        {acts !== undefined && <div class="acts">{acts}</div>}
      </div>
      {lead !== undefined && <p class="note">{lead}</p>}
      {children}
    </section>
  );
}

/** Nothing is there yet, and what to do about it. */
export function Empty({
  icon,
  title,
  children,
}: {
  icon: IconName;
  title: string;
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="blank">
      <span class="blank-icon">
        <Icon name={icon} />
      </span>
      <p class="blank-title">{title}</p>
      {children !== undefined && <div class="blank-text">{children}</div>}
    </div>
  );
}

export function Problem({
  problem,
  again,
}: {
  problem: { code: string; sentence: string };
  again?: () => void;
}): JSX.Element {
  return (
    <div class="banner failure" role="alert">
      <Icon name="alert" />
      <p>
        {oneLine(problem.sentence)} <Code code={problem.code} />
      </p>
      {again !== undefined && <Act label={words.tryAgain} look="quiet" onAct={again} />}
    </div>
  );
}

/** One sentence for all that this view would show or do if the program could. */
export function NotHere({ verbs }: { verbs: string[] }): JSX.Element | null {
  return verbs.some((verb) => absent.value.has(verb)) ? <p class="note not-here">{w.common.notHere}</p> : null;
}

/** What a command said; until then that it is on its way, and else why not. */
export function Loaded<T>({
  of,
  children,
}: {
  of: Loading<T>;
  children: (value: T) => ComponentChildren;
}): JSX.Element {
  if (of.problem?.code === "E_NO_VERB") return <p class="note">{of.problem.sentence}</p>;
  if (of.problem !== null) return <Problem problem={of.problem} again={of.again} />;
  if (of.value === null) {
    return (
      <p class="note loading" role="status">
        <span class="pulse-dot" aria-hidden="true" />
        {words.loading}
      </p>
    );
  }
  return <>{children(of.value)}</>;
}

export function DeedProblem({ deed }: { deed: Deed }): JSX.Element | null {
  return deed.problem === null || deed.problem.code === "E_NO_VERB" ? null : <Problem problem={deed.problem} />;
}

export function StatusPill({ status }: { status: string }): JSX.Element {
  const known = statuses[status as RunStatus];
  const busy = known !== undefined && goesOn(status as RunStatus);
  return (
    <span class={`state pill ${busy ? "busy" : status}`}>
      <span class="pulse" aria-hidden="true" />
      {known?.name ?? oneLine(status)}
    </span>
  );
}

export function Tag({
  children,
  tone,
}: {
  children: ComponentChildren;
  tone?: "good" | "warn" | "danger" | "accent" | undefined;
}): JSX.Element {
  return <span class={`tag ${tone ?? ""}`}>{children}</span>;
}

let fields = 0;

interface FieldProps {
  label: string;
  hint?: string;
  children: (id: string, described: string | undefined) => JSX.Element;
}

/** A field with its name above it and what it is for below. */
export function Field({ label, hint, children }: FieldProps): JSX.Element {
  const id = useRef("");
  if (id.current === "") {
    fields += 1;
    id.current = `field-${fields}`;
  }
  const described = hint === undefined ? undefined : `${id.current}-hint`;
  return (
    <div class="labelled">
      <label for={id.current}>{label}</label>
      {children(id.current, described)}
      {hint !== undefined && (
        <small id={described} class="hint">
          {hint}
        </small>
      )}
    </div>
  );
}

interface TextFieldProps {
  label: string;
  hint?: string;
  value: string;
  onValue: (value: string) => void;
  placeholder?: string;
  type?: "text" | "number" | "search" | "url";
  rows?: number;
}

export function TextField({
  label,
  hint,
  value,
  onValue,
  placeholder,
  type = "text",
  rows,
}: TextFieldProps): JSX.Element {
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })}>
      {(id, described) =>
        rows === undefined ? (
          <input
            id={id}
            class="input"
            type={type as "text"}
            value={value}
            placeholder={placeholder ?? ""}
            aria-describedby={described}
            onInput={(event) => onValue(event.currentTarget.value)}
          />
        ) : (
          <textarea
            id={id}
            rows={rows}
            value={value}
            placeholder={placeholder ?? ""}
            aria-describedby={described}
            onInput={(event) => onValue(event.currentTarget.value)}
          />
        )
      }
    </Field>
  );
}

export function Choose({
  label,
  value,
  options,
  onValue,
  hint,
}: {
  label: string;
  value: string;
  options: [string, string][];
  onValue: (value: string) => void;
  hint?: string;
}): JSX.Element {
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })}>
      {(id, described) => (
        <select
          id={id}
          class="input"
          value={value}
          aria-describedby={described}
          onChange={(event) => onValue(event.currentTarget.value)}
        >
          {options.map(([name, words_]) => (
            <option key={name} value={name}>
              {words_}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A switch that explains itself (UI-046). */
export function Switch({
  label,
  hint,
  on,
  disabled,
  onSwitch,
}: {
  label: string;
  hint?: string;
  on: boolean;
  disabled?: boolean;
  onSwitch: (on: boolean) => void;
}): JSX.Element {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={on}
        disabled={disabled === true}
        onChange={(event) => onSwitch(event.currentTarget.checked)}
      />
      <span class="switch-track" aria-hidden="true" />
      <span class="switch-words">
        <b>{label}</b>
        {hint !== undefined && <small>{hint}</small>}
      </span>
    </label>
  );
}

/** The address of a source: its verified origin, and the ways that are open to it (UI-013, UI-014). */
export function Address({
  url,
  quote = "",
  copyOnly = false,
}: {
  url: string;
  quote?: string;
  copyOnly?: boolean;
}): JSX.Element {
  const address = webAddress(url);
  return (
    <span class="address">
      {address === null ? (
        <small>{/^(?:note|file):/.test(url) ? w.coll.own : words.copyOnly}</small>
      ) : (
        <Origin of={address.origin} />
      )}
      {address !== null && !copyOnly && (
        <a
          class="act quiet small"
          href={atQuote(address.href, quote)}
          target="_blank"
          rel="noreferrer noopener"
          title={address.href}
        >
          {words.open}
        </a>
      )}
      {!/^note:/.test(url) && url !== "" && <Act label={words.copyLink} look="quiet" onAct={() => void copy(url)} />}
    </span>
  );
}

export function ProgressBar({ of, label }: { of: Progress; label: string }): JSX.Element {
  return (
    <div class="progress" role="status">
      <progress aria-label={label} {...(of.all === null ? {} : { value: of.done, max: Math.max(1, of.all) })} />
      <small>
        {of.all === null ? "" : `${count(of.done)} / ${count(of.all)} `}
        {oneLine(of.what)}
      </small>
    </div>
  );
}

/** Tabs of a view are links: each has an address of its own. */
export function Tabs({
  label,
  tabs,
  at,
}: {
  label: string;
  tabs: { name: string; href: string; label: string; count?: number }[];
  at: string;
}): JSX.Element {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.name} href={tab.href} {...(tab.name === at ? { "aria-current": "page" as const } : {})}>
          {tab.label}
          {tab.count !== undefined && <span class="count">{tab.count}</span>}
        </a>
      ))}
    </nav>
  );
}

/** A question before something that cannot be taken back. */
export function Sure({
  label,
  question,
  yes,
  icon,
  look = "danger",
  onYes,
  busy,
}: {
  label: string;
  question: string;
  yes: string;
  icon?: IconName;
  look?: "danger" | "quiet";
  onYes: () => void;
  busy?: boolean;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <Act
        label={label}
        look={look}
        {...(icon === undefined ? {} : { icon })}
        disabled={busy === true}
        onAct={() => dialog.current?.showModal()}
      />
      <dialog ref={dialog} class="sure" aria-label={label}>
        <div class="sure-body">
          <p>{question}</p>
          <div class="acts">
            <Act label={w.common.cancel} onAct={() => dialog.current?.close()} />
            <Act
              label={yes}
              look="danger"
              onAct={() => {
                dialog.current?.close();
                onYes();
              }}
            />
          </div>
        </div>
      </dialog>
    </>
  );
}

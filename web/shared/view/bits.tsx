/** Small pieces that every view is made of. */

import type { ComponentChildren, JSX } from "preact";
import { isPersons } from "../arming.js";
import { exactly } from "../text.js";
import { words } from "../words/index.js";

const PATHS = {
  stop: "M6 6h12v12H6z",
  panic: "M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM12 8v5M12 16.2v.3",
  check: "M5 12.5l4.5 4.5L19 7.5",
  cross: "M6 6l12 12M18 6L6 18",
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  more: "M4.7 12h.6M11.7 12h.6M18.7 12h.6",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  find: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5L20 20",
  table: "M4 5h16v14H4zM4 10h16M4 14.5h16M10 10v9",
  lines: "M5 6h14M5 11h14M5 16h8",
  frame: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M8.500 12h7",
  send: "M12 19V6M6 11.5L12 5.5l6 6",
  link: "M10 14a4 4 0 0 0 6 .4l2.6-2.6a4 4 0 0 0-5.7-5.7L11.5 7.500M14 10a4 4 0 0 0-6-.4l-2.600 2.600a4 4 0 0 0 5.700 5.700L12.500 16.500",
  hand: "M8 12V6.500a1.500 1.500 0 0 1 3 0V11M11 10.500V5a1.500 1.500 0 0 1 3 0v5.500M14 11V6.500a1.500 1.500 0 0 1 3 0V14c0 4-2.500 6.500-6 6.500-2.700 0-4.200-1.300-5.500-3.700L4 13.500c-.5-1.200 1.200-2.200 2.200-1L8 14.500",
  shield: "M12 3l7.500 3v5.500c0 4.500-3 8-7.500 9.500-4.500-1.500-7.500-5-7.500-9.500V6z",
  alert: "M12 4l9 16H3zM12 10v4.500M12 17.200v.3",
  mask: "M3 8c6-3 12-3 18 0 0 6-3 9-5.500 9-1.700 0-2.300-2-3.500-2s-1.800 2-3.500 2C6 17 3 14 3 8zM7.500 11h2M14.500 11h2",
  plug: "M9 3v5M15 3v5M6.500 8h11v3a5.500 5.500 0 0 1-11 0zM12 16.500V21",
  eye: "M2.500 12C5 7.500 8.300 5.500 12 5.500s7 2 9.500 6.500c-2.500 4.500-5.800 6.500-9.500 6.500s-7-2-9.500-6.500zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  clock: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 8v4.500l3 2",
  plus: "M12 5v14M5 12h14",
  inbox: "M4 5h16v14H4zM4 13h4.500l1.500 2.500h4l1.500-2.500H20",
  books: "M5 4h4v16H5zM9 4h4v16H9zM13.500 5.200l3.800-1 4 15.500-3.800 1z",
  chip: "M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4",
  wrench:
    "M14.500 6.500a4 4 0 0 1 5-1.500l-2.700 2.700 1.500 1.500L21 6.500a4 4 0 0 1-5.500 5L8 19a2 2 0 0 1-3-3l7.500-7.500a4 4 0 0 1 2-2z",
  pulse: "M3 12h4l2.500-6 5 12 2.500-6h4",
  theme: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  globe: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM4 12h16M12 4c5 5 5 11 0 16M12 4c-5 5-5 11 0 16",
  menu: "M4 7h16M4 12h16M4 17h16",
  save: "M12 4v11M7.500 10.500L12 15l4.500-4.500M5 20h14",
  again: "M19 12a7 7 0 1 1-2.200-5M17 3v4.500h-4.500",
  trash: "M5 7h14M9.500 7V4.500h5V7M7 7l1 13h8l1-13",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** Laika's mark: a dog's head over the curve of a world. */
export function Mark(): JSX.Element {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect class="mark-ground" x="0" y="0" width="32" height="32" rx="9" />
      <path class="mark-line" d="M4.500 27c7-3.600 16-3.600 23 0" />
      <path
        class="mark-fill"
        d="M10 9.500C12 7.200 20 7.200 22 9.500l.8 6.500c.3 3-1.300 4.200-2.300 5.700-.9 1.400-2.300 2.300-4.500 2.300s-3.600-.9-4.500-2.300c-1-1.500-2.600-2.700-2.300-5.700z"
      />
      <path
        class="mark-ear"
        d="M11.300 7.800C8.200 6.600 5.500 8.600 5 12.300c-.3 2.600.5 5 1.900 5.400 2 .5 2.600-2.200 3-4.300.4-2.200 1.300-3.600 2.600-4.500z"
      />
      <path
        class="mark-ear"
        d="M20.700 7.800c3.100-1.200 5.800.8 6.300 4.500.3 2.600-.5 5-1.900 5.400-2 .5-2.600-2.200-3-4.300-.4-2.200-1.300-3.600-2.600-4.500z"
      />
      <circle class="mark-ground" cx="13" cy="14.300" r="1.300" />
      <circle class="mark-ground" cx="19" cy="14.300" r="1.300" />
      <ellipse class="mark-ground" cx="16" cy="19.300" rx="2.300" ry="1.700" />
    </svg>
  );
}

interface ActProps {
  label: string;
  onAct: () => void;
  icon?: IconName;
  look?: "primary" | "plain" | "quiet" | "danger";
  hint?: string;
  disabled?: boolean;
  /** Only the icon is drawn; the label is what it is called. */
  bare?: boolean;
  type?: "button" | "submit";
}

/** A button in our own words. A script's click does nothing. */
export function Act({
  label,
  onAct,
  icon,
  look = "plain",
  hint,
  disabled,
  bare,
  type = "button",
}: ActProps): JSX.Element {
  return (
    <button
      type={type}
      class={`act ${look}${bare === true ? " bare" : ""}`}
      disabled={disabled === true}
      {...(hint === undefined ? {} : { title: hint })}
      {...(bare === true ? { "aria-label": label } : {})}
      onClick={(event) => {
        if (isPersons(event)) onAct();
      }}
    >
      {icon !== undefined && <Icon name={icon} />}
      {bare !== true && <span>{label}</span>}
    </button>
  );
}

/** A value, whole; what cannot be seen is named. */
export function Exact({ text }: { text: string }): JSX.Element {
  if (text === "") return <em class="empty">{words.emptyValue}</em>;
  return (
    <bdi class="exact" dir="auto">
      {exactly(text).map((piece, at) =>
        piece.named ? (
          <span key={at} class="named">
            {piece.text}
          </span>
        ) : (
          piece.text
        ),
      )}
    </bdi>
  );
}

/** Words of a page: quoted, marked as the page's, and never a label of ours. */
export function PageWords({ text, note }: { text: string; note?: string }): JSX.Element {
  return (
    <>
      <q class="page-words" title={words.pageWords}>
        <Exact text={text} />
      </q>
      {note !== undefined && <small> {note}</small>}
    </>
  );
}

/** An origin as the browser says it. */
export function Origin({ of }: { of: string }): JSX.Element {
  return (
    <bdi class="origin" dir="ltr">
      {of}
    </bdi>
  );
}

export function Code({ code }: { code: string }): JSX.Element {
  return <code class="code">{code}</code>;
}

export function Card(props: {
  children: ComponentChildren;
  look?: string;
  label: string;
  live?: boolean;
}): JSX.Element {
  return (
    <section class={`card ${props.look ?? ""}`} aria-label={props.label}>
      {props.children}
    </section>
  );
}

export function Fact({ name, children }: { name: string; children: ComponentChildren }): JSX.Element {
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The host of an origin, for where there is little room. The whole origin stands beside it or in its title. */
export function hostOf(origin: string): string {
  const at = origin.indexOf("://");
  return at === -1 ? origin : origin.slice(at + 3);
}

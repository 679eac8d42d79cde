/** Addresses as a reading may show them: without credentials, and without what looks like a secret. */
import * as dom from "../dom.js";

/** The address of a link, resolved: several parts of a reading ask for the same ones. */
export const linkHref = dom.remember<Element, string | undefined>((el) => dom.href(el));

const LONGEST = 1000;
const SECRET_NAME =
  /(?:^|[_\-.[])(?:access|auth|bearer|code|credential|jwt|key|nonce|otp|pass|passwd|password|pin|pwd|secret|session|sess|sessionid|sid|sig|signature|ticket|token)(?:$|[_\-.\]])|token|passw|secret|apikey|sessionid|signature|authkey|authcode/i;
const RANDOM_LEAST = 20;

export interface Cleaned {
  url: string;
  secrets: number;
}

/** Counts what was taken out, over one reading. */
export class Addresses {
  secrets = 0;

  /** A link's address to show, or undefined where it leads to no place. */
  of(el: Element): string | undefined {
    const href = linkHref(el);
    return href === undefined ? undefined : this.show(href);
  }

  /** The same, for addresses of the web only; empty otherwise. */
  web(el: Element): string {
    const href = linkHref(el);
    return href !== undefined && /^https?:/i.test(href) ? (this.show(href) ?? "") : "";
  }

  show(href: string): string | undefined {
    if (/^\s*(?:javascript|data|vbscript|blob):/i.test(href) || !/^[a-z][a-z\d+.-]*:/i.test(href)) return undefined;
    const { url, secrets } = clean(href);
    this.secrets += secrets;
    return url;
  }
}

/** Takes credentials and secrets out of an absolute address. */
export function clean(href: string): Cleaned {
  let secrets = 0;
  let url = href.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#]*@/i, (_all, scheme: string) => {
    secrets += 1;
    return scheme;
  });
  const hash = url.indexOf("#");
  const fragment = hash < 0 ? "" : url.slice(hash + 1);
  const before = hash < 0 ? url : url.slice(0, hash);
  const mark = before.indexOf("?");
  if (mark >= 0 || fragment !== "") {
    const conceal = (part: string): string => {
      const at = part.indexOf("=");
      const value = at < 0 ? part : part.slice(at + 1);
      const secret =
        at < 0 ? isRandom(value) : value !== "" && (SECRET_NAME.test(part.slice(0, at)) || isRandom(value));
      if (!secret) return part;
      secrets += 1;
      return at < 0 ? "…" : `${part.slice(0, at)}=…`;
    };
    const query =
      mark < 0
        ? ""
        : `?${before
            .slice(mark + 1)
            .split("&")
            .map(conceal)
            .join("&")}`;
    const tail = hash < 0 ? "" : `#${fragment.split("&").map(conceal).join("&")}`;
    url = (mark < 0 ? before : before.slice(0, mark)) + query + tail;
  }
  return { url: url.length > LONGEST ? `${url.slice(0, LONGEST - 1)}…` : url, secrets };
}

/** Long, of mixed characters, and in no order a person would write. */
function isRandom(written: string): boolean {
  if (written.length < RANDOM_LEAST) return false;
  const run = /[A-Za-z\d_\-+/=%.~]{20,}/.exec(written)?.[0];
  if (run === undefined) return false;
  let changes = 0;
  let digits = 0;
  for (let at = 0; at < run.length; at += 1) {
    const kind = kindOf(run.charCodeAt(at));
    if (kind === 0) digits += 1;
    if (at > 0 && kind !== kindOf(run.charCodeAt(at - 1))) changes += 1;
  }
  if (digits === run.length) return false;
  return digits > 0 && changes * 4 >= run.length && entropy(run) >= 3;
}

function kindOf(code: number): number {
  if (code >= 48 && code <= 57) return 0;
  if (code >= 65 && code <= 90) return 1;
  return code >= 97 && code <= 122 ? 2 : 3;
}

function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** The table of attempts: who tried what, and what became of it. */

/** @typedef {"page" | "extension" | "process" | "protocol"} Who */
/**
 * `refused`: it had no effect. `limit`: it has one, that is so by design, and SECURITY.md says it. `got through`: a fault.
 * @typedef {"refused" | "limit" | "got through"} Outcome
 */
/** @typedef {{ who: Who, attempt: string, rule: string, outcome: Outcome, seen: string }} Row */

export class Table {
  /** @type {Row[]} */
  rows = [];

  /**
   * An attempt: what it did is told by `make`, which gives what was seen, or throws `Through`.
   * @param {Who} who @param {string} rule @param {string} attempt @param {() => Promise<string> | string} make @param {Outcome} [held]
   */
  async try(who, rule, attempt, make, held = "refused") {
    /** @type {Row} */
    const row = { who, attempt, rule, outcome: held, seen: "" };
    try {
      row.seen = await make();
    } catch (error) {
      row.outcome = "got through";
      row.seen = error instanceof Through ? error.message : `not as expected: ${String(error).slice(0, 300)}`;
    }
    this.rows.push(row);
    if (process.env["NEIGHBOURS_VERBOSE"]) console.error(line(row));
  }

  /** Attempts that had an effect they may not have. */
  through() {
    return this.rows.filter((row) => row.outcome === "got through");
  }

  text() {
    const count = (/** @type {Outcome} */ outcome) => this.rows.filter((row) => row.outcome === outcome).length;
    const sum = `neighbours: n=${this.rows.length} attempts: ${count("refused")} refused, ${count("got through")} got through, ${count("limit")} stated limits`;
    return [...this.rows.map(line), sum].join("\n");
  }
}

/** It had an effect. */
export class Through extends Error {}

/** @param {boolean} held @param {string} otherwise */
export function must(held, otherwise) {
  if (!held) throw new Through(otherwise);
}

/** @param {Row} row */
function line({ who, rule, attempt, outcome, seen }) {
  return `${outcome.padEnd(11)} ${who.padEnd(9)} ${rule.padEnd(7)} ${attempt.padEnd(76)} ${seen}`;
}

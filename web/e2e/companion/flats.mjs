/** Flats to let, as pages: a thread that links to them, and each with what it says of itself. */

/** One says nothing about pets, and one has an extra that a spreadsheet would compute. */
export const FLATS = /** @type {Record<string, { title: string, lines: string[] }>} */ ({
  "/ash-street-4": {
    title: "Ash Street 4",
    lines: ["Rent: 840 euros a month.", "Size: 62 square metres.", "Pets: allowed.", "The flat is on the second floor and has a balcony to the yard."],
  },
  "/birch-lane-9": {
    title: "Birch Lane 9",
    lines: ["Rent: 690 euros a month.", "Size: 48 square metres.", "Pets: not allowed.", "The flat is close to the station. The kitchen was renewed in 2024."],
  },
  "/cedar-court-1": {
    title: "Cedar Court 1",
    lines: ["Rent: 990 euros a month.", "Size: =62+16 square metres.", "The flat is quiet, and the garden may be used by everybody in the house."],
  },
});

/** @param {string} path */
export function flat(path) {
  const one = FLATS[path];
  if (one === undefined) return undefined;
  return `<title>${one.title}</title><article><h1>${one.title}</h1>${one.lines.map((line) => `<p>${line}</p>`).join("")}</article>`;
}

/** @param {string} path */
export function pages(path) {
  if (path !== "/thread") return flat(path);
  const links = Object.entries(FLATS).map(([to, { title }]) => `<li><p>I looked at this one yesterday: <a href="${to}">${title}, three rooms</a></p></li>`);
  return `<title>Flats that are free: a thread</title><nav><a href="/imprint">Imprint</a></nav>
    <main><h1>Flats that are free</h1><p>Which of them would you take? Here is what was named so far.</p><ol>${links.join("")}</ol></main>`;
}

/** Reads the bundle of wire schemas on stdin and prints it as TypeScript. Run by `cargo xtask codegen`. */

import { readFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

/** The bundle itself becomes a map from the name of a message to its type. `Protocol`, its title, is a wire type. */
const ROOT = "Messages";

const bundle = { ...withPureRefs(JSON.parse(readFileSync(0, "utf8"))), title: ROOT };
const types = await compile(bundle, ROOT, {
  additionalProperties: false,
  bannerComment: "// Generated from schema/ by `cargo xtask codegen`; do not edit.",
  // `maxItems` would otherwise become a union with one tuple per length.
  ignoreMinAndMaxItems: true,
  style: { printWidth: 110 },
  // The wire types are all definitions that the bundle's root does not refer to.
  unreachableDefinitions: true,
});
process.stdout.write(withoutRemarks(types));

/**
 * Moves every `$ref` that has neighbours (a description, mostly) into an `allOf` of its own. The generator would
 * otherwise copy the whole type under a numbered name.
 * @param {any} value
 * @returns {any}
 */
function withPureRefs(value) {
  if (Array.isArray(value)) return value.map(withPureRefs);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, withPureRefs(member)]);
  const { $ref, ...rest } = Object.fromEntries(entries);
  if (typeof $ref !== "string") return Object.fromEntries(entries);
  return Object.keys(rest).length === 0 ? { $ref } : { ...rest, allOf: [{ $ref }] };
}

/**
 * Drops the remark on every type about where it was found.
 * @param {string} source
 */
function withoutRemarks(source) {
  const remark = String.raw` \* This interface was referenced by .*\n \* via the .definition. ".*"\.\n`;
  return source
    .replaceAll(new RegExp(String.raw`/\*\*\n${remark} \*/\n`, "g"), "")
    .replaceAll(new RegExp(String.raw` \*\n${remark}`, "g"), "");
}

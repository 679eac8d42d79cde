// What a program finds beside the language itself: console, print, and its input. It keeps what it needs of the language
// for itself, because the program may change all of it.
((emit, input) => {
    "use strict";
    const { stringify } = JSON, { String, Error, Map, Set } = globalThis;
    const { from } = Array;
    const wellFormed = Function.prototype.call.bind(String.prototype.toWellFormed);
    const slice = Function.prototype.call.bind(String.prototype.slice);
    const bigNumbers = (_, value) => (typeof value === "bigint" ? `${value}n` : value);
    const show = (value) => {
        if (typeof value === "string") return value;
        if (typeof value === "bigint") return `${value}n`;
        if (typeof value !== "object" || value === null) return String(value);
        if (value instanceof Error) return `${value.name}: ${value.message}\n${value.stack ?? ""}`;
        let plain = value, kind = "";
        if (value instanceof Map) [plain, kind] = [from(value), "Map "];
        if (value instanceof Set) [plain, kind] = [from(value), "Set "];
        try {
            return kind + (stringify(plain, bigNumbers) ?? String(value));
        } catch {
            return String(value);
        }
    };
    // Cut here, so that a text that is far too long is not also copied.
    const safe = (text, most) => wellFormed(text.length > most ? slice(text, 0, most) : text);
    const printing = (isError) => (...values) => {
        let line = "", first = true;
        for (let at = 0; at < values.length; at++) {
            line += (first ? "" : " ") + show(values[at]);
            first = false;
        }
        emit(isError, safe(line, 4194304), line.length);
    };
    const [out, err] = [printing(false), printing(true)];
    globalThis.print = out;
    globalThis.console = { log: out, info: out, debug: out, dir: out, table: out, error: err, warn: err, trace: err };
    globalThis.input = input;
    return (value) => safe(show(value), 65536);
});

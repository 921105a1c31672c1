/**
 * jsonrepair from npm as it is, in profile `parse`.
 *
 * Called as its README says under "Use": `const repaired = jsonrepair(json)` in a `try`; it "either returns the repaired
 * JSON, or throws". Anything thrown is a rejection, an exhausted stack included. What it returns is text, and this text
 * is the value sent back, so that the report shows what the library kept: digits and duplicate keys are not lost to a
 * second parser. A text that `JSON.parse`, the user's next step, refuses is a rejection. `finish` is not passed on,
 * since the library knows no such thing.
 */

import { readFileSync } from "node:fs";

import { jsonrepair } from "jsonrepair";

const { version } = JSON.parse(readFileSync(new URL("node_modules/jsonrepair/package.json", import.meta.url)));

/** Returns the JSON text that the library makes of `response`, on one line, or null for a rejection. */
function parse(response) {
  try {
    const text = jsonrepair(response);
    JSON.parse(text);
    return text.replace(/[\r\n]/g, " "); // In valid JSON these stand between tokens only.
  } catch {
    return null;
  }
}

function answer({ op, response }) {
  if (op === "hello") {
    const implementation = { name: "jsonrepair", version, language: "javascript" };
    return JSON.stringify({ protocol: 1, implementation, profiles: ["parse"], pipeline: 32 });
  }
  if (op !== "parse") return '{"error":"unsupported_op"}';
  if (typeof response !== "string") return '{"error":"request"}';
  const value = parse(response);
  return value === null ? '{"outcome":"rejected","reason":"parse"}' : `{"outcome":"accepted","value":${value}}`;
}

// No `node:readline`: it also ends a line at U+2028, which a JSON string may hold.
process.stdin.setEncoding("utf8");
let rest = "";
for await (const chunk of process.stdin) {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const request = JSON.parse(line);
    process.stdout.write(`{"id":${JSON.stringify(request.id)},${answer(request).slice(1)}\n`);
  }
}

/**
 * Tests of `strict.mjs`: against `JSON.parse` on mutated texts, by tables, and as the process that it is.
 *
 *     node --test conformance/adapters/node/strict.test.mjs
 */

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { Rejected, parse, recover } from "./strict.mjs";

const ADAPTER = fileURLToPath(new URL("strict.mjs", import.meta.url));
const MUTANTS = 6_000;

const SOURCES = [
  '{"a":1.10,"b":[true,false,null,-0,1E5,0.1e-7],"c":{"d":"x\\u00e9\\n\\"y","":{}},"e":[]}',
  '[12345678901234567890123, "\\ud83d\\ude00", "\u2028\u65e5\u672c", {"k":{"k":{"k":1}}}, -1.5e+10]',
  ' {"\\u0061" : "b" ,\t"A":\r\n[ ] , "aa":"\\/\\\\" } ',
  '"just a string"',
  '{"same":1,"other":2,"sames":[{"x":1},{"x":1}]}',
];
const PIECES = [
  ..."{}[],:\"\\ \t\n\r\x0b\x00/-+.eE0129atrufnlsN\u00a0\ufeff`'",
  ...['"a"', '"same":', "\\u0061", "\\ud800", "\\udc00", "null", "NaN", "01", "//", ",,", "\\x", "```"],
];

/** A small generator of numbers below `n` with a fixed seed (mulberry32). */
function numbers(seed) {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  };
}

/** Texts a few edits away from valid JSON: pieces inserted, cut out, doubled or put in place of others. */
function* mutants() {
  const below = numbers(20_240_607);
  const choice = (list) => list[below(list.length)];
  for (let count = 0; count < MUTANTS; count += 1) {
    let text = choice(SOURCES);
    for (let edits = choice([0, 1, 1, 1, 2, 3]); edits > 0; edits -= 1) {
      const start = below(text.length + 1);
      const end = start + choice([0, 0, 1, 1, 2, 9]);
      const filling = choice([choice(PIECES), "", text.slice(start, end).repeat(2)]);
      text = text.slice(0, start) + filling + text.slice(end);
    }
    yield text;
  }
}

/** How many keys a value holds, and whether a key or string in it holds a lone surrogate. */
function survey(value) {
  if (typeof value === "string") return { keys: 0, broken: /\p{Surrogate}/u.test(value) };
  if (typeof value !== "object" || value === null) return { keys: 0, broken: false };
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return [...names, ...Object.values(value)].map(survey).reduce(
    (sum, part) => ({ keys: sum.keys + part.keys, broken: sum.broken || part.broken }),
    { keys: names.length, broken: false },
  );
}

/** Strings, numbers and names of a valid JSON text as they are spelled, in order; keys end in a colon. */
function spellings(text) {
  return text.match(/"(?:[^"\\]|\\.)*"\s*:?|[-+.\w]+/g).map((token) => token.replace(/\s*:$/, ":").trim());
}

/** Whether `text` is JSON in which no key occurs twice and no surrogate stands alone, by `JSON.parse` and a count. */
function isStrict(text) {
  try {
    const { keys, broken } = survey(JSON.parse(text));
    return !broken && spellings(text).filter((token) => token.endsWith(":")).length === keys;
  } catch (fault) {
    assert.ok(fault instanceof SyntaxError);
    return false;
  }
}

/** The value as JSON text, or the reason of the rejection behind `!`. */
function outcome(call) {
  try {
    return call();
  } catch (fault) {
    if (fault instanceof Rejected) return `!${fault.reason}`;
    throw fault;
  }
}

function check(rows) {
  for (const [response, expected] of rows) {
    assert.equal(outcome(() => recover(response)), expected, JSON.stringify(response.slice(0, 80)));
  }
}

test("agrees with JSON.parse on mutated texts, digits kept", () => {
  let accepted = 0;
  for (const text of mutants()) {
    const got = outcome(() => parse(text));
    assert.equal(!got.startsWith("!"), isStrict(text), JSON.stringify(text));
    if (got.startsWith("!")) continue;
    accepted += 1;
    assert.deepEqual(JSON.parse(got), JSON.parse(text));
    assert.deepEqual(spellings(got), spellings(text));
  }
  // A generator that yields only one kind would prove nothing about the other.
  assert.ok(Math.min(accepted, MUTANTS - accepted) > MUTANTS / 10, `${accepted} of ${MUTANTS} accepted`);
});

test("one fence is taken off", () => {
  const fenced = [
    '```json\n{"a":1}\n```', '```\n{"a":1}\n```', '````json\n{"a":1}\n````', '```\n{"a":1}\n`````',
    '```json\r\n{"a":1}\r\n```\r\n', ' \n```json\n{"a":1}\n```\n ', '``` \t json \t\r\n{"a":1}\n``` \t',
    '```json\n\n{"a":\n1}\n\n```', '```json\n"{\\"a\\":1}"\n```',
  ];
  check(fenced.map((response) => [response, '{"a":1}']));
  check([['```\n{"md":"```\\n```"}\n```', '{"md":"```\\n```"}']]);
});

test("other fences are rejected", () => {
  const faulty = [
    '```json\n{"a":1}', '```json{"a":1}```', '```json {"a":1}\n```', '``\n{"a":1}\n``', "```", "``````",
    '```python\n{"a":1}\n```', '```json5\n{"a":1}\n```', '```json foo\n{"a":1}\n```', "```\n```",
    '```JSON\n{"a":1}\n```', '~~~\n{"a":1}\n~~~', '````\n{"a":1}\n```', '```\n{"a":1}\n ```',
    '```\n{"a":1}\n    ```', '```\n{"a":1}\n\t```', '```\r{"a":1}\r```', '```json\r\r\n{"a":1}\n```',
    '```\u2028{"a":1}\u2028```', '```\n{"a":1}\u0085```', '```\u00a0\n{"a":1}\n```', "```js`on\n{}\n```",
    'Here:\n```json\n{"a":1}\n```', '```json\n{"a":1}\n```\nDone.', '```\n{"a":1}\n```\n```\n{"a":1}\n```',
    '```\n```\n{"a":1}\n```\n```', '\ufeff```\n{"a":1}\n```', '\x0c```\n{"a":1}\n```', '```\n{"a":1}\n```x', '```\n{"a":1,}\n```',
  ];
  check(faulty.map((response) => [response, "!parse"]));
});

test("one string around an object is taken off", () => {
  check([
    ['"{\\"n\\":1.00}"', '{"n":1.00}'],
    ['" {} "', "{}"],
    ['"\\"{}\\""', '"\\"{}\\""'], // two layers
    ['"[1]"', '"[1]"'],
    ['"{\\"a\\":1,}"', '"{\\"a\\":1,}"'],
    ['"```\\n{}\\n```"', '"```\\n{}\\n```"'],
    ['{"a":"{}"}', '{"a":"{}"}'],
    ['"{\\"a\\":1,\\"a\\":1}"', "!parse:duplicate_key"],
    [`"{\\"a\\":${"[".repeat(128)}${"]".repeat(128)}}"`, "!limit"],
  ]);
});

test("limits", () => {
  const size = 65_536;
  const spaces = " ".repeat(size - '```\n""\n```'.length);
  const nested = (depth) => "[".repeat(depth) + "]".repeat(depth);
  const umlauts = `["${"\u00e9".repeat(40_000)}"]`;
  const longString = `"{}${" ".repeat(size)}"`;
  check([
    [nested(128), nested(128)],
    [nested(129), "!limit"],
    ["[".repeat(100_000), "!limit"],
    ['{"a":'.repeat(100_000), "!limit"],
    [`\`\`\`\n${spaces}""\n\`\`\``, '""'],
    [`\`\`\`\n ${spaces}""\n\`\`\``, "!parse"],
    [`\`\`\`\n"${"\u00e9".repeat(32_763)}"\n\`\`\``, `"${"\u00e9".repeat(32_763)}"`],
    [`\`\`\`\n"${"\u00e9".repeat(32_764)}"\n\`\`\``, "!parse"],
    [umlauts, umlauts],
    [longString, longString],
  ]);
});

test("cut answers are rejected", () => {
  assert.equal(recover("{}", "stop"), "{}");
  for (const finish of ["length", "content_filter"]) {
    assert.equal(outcome(() => recover("{}", finish)), "!parse:incomplete");
  }
});

test("a long response costs no more than its bytes", () => {
  // A quadratic search would look at billions of characters here and last for minutes.
  check(Array.from({ length: 20 }, () => [`\`\`\`${" ".repeat(60_000)}x\n{}\n\`\`\``, "!parse"]));
  // V8 runs out of stack on one regular expression for the whole of such a string.
  const escapes = `"${"\\n".repeat(6_000_000)}"`;
  assert.ok(recover(escapes) === escapes);
});

test("replies by the protocol", () => {
  const requests = [
    Buffer.from('{"id":0,"op":"hello","protocol":1}'),
    Buffer.from('{"id":1,"op":"parse","response":"[1.10, \\"\u2028\\"]","unknown":{}}'),
    Buffer.from('{"id":2,"op":"parse","response":"{}","finish":"length"}'),
    Buffer.from('{"id":3,"op":"load","name":"c","contract":{}}'),
    Buffer.from('{"id":4,"op":"parse"}'),
    Buffer.from('{"id":5,"op":"parse","response":"{}","finish":"done"}'),
    Buffer.from('{"id":6,"op":"parse","response":"\\ud800"}'),
    Buffer.from('{"id":7}'),
    Buffer.from("no json"),
    Buffer.from('{"id":8,"op":"parse","response":"\xff"}', "latin1"),
    Buffer.from('{"id":9,"op":"parse","response":"{}"}'),
  ];
  const input = Buffer.concat(requests.flatMap((line) => [line, Buffer.from("\n")]).slice(0, -1));
  const done = spawnSync(process.execPath, [ADAPTER], { input, timeout: 60_000 });
  assert.deepEqual([done.status, done.stderr.toString()], [0, ""]);
  const [hello, ...replies] = done.stdout.toString().split("\n");
  assert.deepEqual([JSON.parse(hello).profiles, JSON.parse(hello).pipeline], [["parse"], 32]);
  assert.deepEqual(replies, [
    '{"id":1,"outcome":"accepted","value":[1.10,"\u2028"]}',
    '{"id":2,"outcome":"rejected","reason":"parse:incomplete"}',
    '{"id":3,"error":"unsupported_op"}',
    '{"id":4,"error":"request"}',
    '{"id":5,"error":"request"}',
    '{"id":6,"error":"request"}',
    '{"id":7,"error":"request"}',
    '{"id":null,"error":"request"}',
    '{"id":null,"error":"request"}',
    '{"id":9,"outcome":"accepted","value":{}}',
    "",
  ]);
});

test("a reply comes before the next request, a line may come in pieces", { timeout: 60_000 }, async () => {
  const adapter = spawn(process.execPath, [ADAPTER], { stdio: ["pipe", "pipe", "inherit"] });
  for (const id of [1, 2]) {
    adapter.stdin.write(`{"id":${id},"op":"parse",`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    adapter.stdin.write('"response":"0"}\n');
    const [reply] = await once(adapter.stdout, "data");
    assert.equal(reply.toString(), `{"id":${id},"outcome":"accepted","value":0}\n`);
  }
  adapter.stdin.end();
  assert.deepEqual(await once(adapter, "close"), [0, null]);
});

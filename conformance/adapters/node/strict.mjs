#!/usr/bin/env node
/**
 * A strict adapter for profile `parse`, and an example to copy.
 *
 * It reads requests as JSON Lines on standard input and writes replies on standard output:
 *
 *     > {"id":1,"op":"parse","response":"```json\n{\"a\":1.10}\n```"}
 *     < {"id":1,"outcome":"accepted","value":{"a":1.10}}
 *
 * To hold a parser of your own against the suite, keep the lower half (the protocol) and let `recover` call your parser.
 *
 * The upper half is the policy in small: a parser for RFC 8259 and nothing else, one code fence around the text, one
 * string around the object. `JSON.parse` alone does not serve: it keeps the last of two equal keys, rounds numbers, and
 * takes lone surrogates. Here every token is checked and passed on as it is spelled, so that no digit can be lost.
 * Where the policy leaves a choice (MAY), this adapter rejects, but for these: any top level is accepted as it stands,
 * so is nesting up to 128, and valid text of any size.
 *
 * Node 18 or later, no packages.
 */

import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

const MAX_DEPTH = 128; // open arrays and objects (PAR-5)
const MAX_RULE_BYTES = 65_536; // a longer response gets no rule (LIM-1)

// None of these patterns can match one text in two ways, so each runs in linear time. `y`: match here or not at all.
const SPACE = /[ \t\n\r]*/y;
const STRING_PART = /[^"\\\x00-\x1f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const NUMBER_OR_NAME = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** The response is not what the policy accepts. Holds a reason out of a fixed list and no text of the response. */
export class Rejected extends Error {
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

// ---- The policy: text in, the text of one JSON value out, or `Rejected`.

/** Returns the JSON text of the value that `response` holds: fence, parse, whole decode, in this order. */
export function recover(response, finish = "stop") {
  // A cut answer may be valid and still lack its end (PAR-8).
  if (finish !== "stop") throw new Rejected("parse:incomplete");
  if (Buffer.byteLength(response) > MAX_RULE_BYTES) return parse(response);
  return unwrap(parse(unfence(response)));
}

/** Returns the body of the one fenced block that `text` is, or `text` itself if it is none (FEN-1, FEN-2). */
function unfence(text) {
  const block = trimWhiteSpace(text);
  const firstEnd = block.indexOf("\n");
  const fence = /^```+/.exec(block)?.[0];
  if (!fence || firstEnd < 0) return text;
  // A CR is part of the line end directly before an LF, nowhere else.
  const infoEnd = block[firstEnd - 1] === "\r" ? firstEnd - 1 : firstEnd;
  const info = block.slice(fence.length, infoEnd);
  const lastStart = block.lastIndexOf("\n") + 1;
  const last = block.slice(lastStart);
  const isClosed = /^`+$/.test(last) && last.length >= fence.length;
  return isClosed && /^[ \t]*(?:json[ \t]*)?$/.test(info) ? block.slice(firstEnd + 1, lastStart) : text;
}

/** Returns the object that a string holds, one layer deep (DEC-1, DEC-3); any other value as it stands. */
function unwrap(value) {
  if (!value.startsWith('"')) return value;
  const content = JSON.parse(value);
  if (!trimWhiteSpace(content).startsWith("{")) return value;
  try {
    return parse(content);
  } catch (fault) {
    if (fault instanceof Rejected && fault.reason === "parse") return value; // No object after all, so just a string.
    throw fault; // Equal keys and deep nesting count inside a decoded string as well (PAR-2, PAR-5).
  }
}

/** Trims JSON's four white space characters; `String.trim` would take many more. */
function trimWhiteSpace(text) {
  let start = 0;
  let end = text.length;
  while (start < end && " \t\n\r".includes(text[start])) start += 1;
  while (end > start && " \t\n\r".includes(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

/** Returns the tokens of the one JSON value in `text`, without the white space between them. */
export function parse(text) {
  return new Parser(text).document();
}

/** A recursive-descent parser for RFC 8259, at most `MAX_DEPTH` calls deep. */
class Parser {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.tokens = [];
  }

  document() {
    this.value(0);
    if (this.peek() !== undefined) throw new Rejected("parse");
    return this.tokens.join("");
  }

  value(depth) {
    const start = this.peek();
    if (start === '"') this.string();
    else if (start !== "{" && start !== "[") this.push(this.match(NUMBER_OR_NAME, this.at));
    else if (depth === MAX_DEPTH) throw new Rejected("limit");
    else if (start === "{") this.object(depth + 1);
    else this.array(depth + 1);
  }

  object(depth) {
    this.expect("{");
    const keys = new Set();
    while (!this.take("}")) {
      if (keys.size > 0) this.expect(",");
      const key = this.string();
      if (keys.has(key)) throw new Rejected("parse:duplicate_key");
      keys.add(key);
      this.expect(":");
      this.value(depth);
    }
  }

  array(depth) {
    this.expect("[");
    for (let first = true; !this.take("]"); first = false) {
      if (!first) this.expect(",");
      this.value(depth);
    }
  }

  /** Takes a string and returns its content; a lone surrogate in it is no character. */
  string() {
    if (this.peek() !== '"') throw new Rejected("parse");
    let end = this.at + 1;
    while (this.text[end] !== '"') end += this.match(STRING_PART, end).length;
    const token = this.text.slice(this.at, end + 1);
    this.push(token);
    // The token is known to be valid, so `JSON.parse` can be trusted with its escapes.
    const content = JSON.parse(token);
    if (LONE_SURROGATE.test(content)) throw new Rejected("parse");
    return content;
  }

  /** Returns what `pattern` matches at `at`. */
  match(pattern, at) {
    pattern.lastIndex = at;
    const match = pattern.exec(this.text);
    if (!match) throw new Rejected("parse");
    return match[0];
  }

  expect(char) {
    if (!this.take(char)) throw new Rejected("parse");
  }

  /** Takes `char` if it comes next. */
  take(char) {
    if (this.peek() !== char) return false;
    this.push(char);
    return true;
  }

  push(token) {
    this.tokens.push(token);
    this.at += token.length;
  }

  /** Skips white space and returns the next character, or undefined at the end. */
  peek() {
    this.at += this.match(SPACE, this.at).length;
    return this.text[this.at];
  }
}

// ---- The protocol: one request a line in, one reply a line out.

const HELLO = {
  protocol: 1,
  implementation: { name: "strict-node", version: "1.0.0", language: "javascript" },
  profiles: ["parse"],
  pipeline: 32,
};

/** Returns the reply, without its line end, to one request line (bytes). */
export function answer(line) {
  let request;
  try {
    request = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line));
  } catch {
    return reply(null, { error: "request" });
  }
  const { id = null, op, response, finish = "stop" } = request ?? {};
  if (op === "hello") return reply(id, HELLO);
  if (op === "parse") return answerParse(id, response, finish);
  return reply(id, { error: typeof op === "string" ? "unsupported_op" : "request" });
}

function answerParse(id, response, finish) {
  if (typeof response !== "string" || LONE_SURROGATE.test(response)) return reply(id, { error: "request" });
  if (!["stop", "length", "content_filter"].includes(finish)) return reply(id, { error: "request" });
  let value;
  try {
    value = recover(response, finish);
  } catch (fault) {
    if (!(fault instanceof Rejected)) throw fault;
    return reply(id, { outcome: "rejected", reason: fault.reason });
  }
  // The value is set in as text: `JSON.stringify` would need numbers, and a JavaScript number rounds.
  return `${reply(id, { outcome: "accepted" }).slice(0, -1)},"value":${value}}`;
}

function reply(id, fields) {
  return JSON.stringify({ id, ...fields });
}

/** Yields the lines of a stream of bytes. (`node:readline` also ends a line at CR, U+2028 and U+2029, all legal here.) */
async function* lines(stream) {
  let pieces = [];
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      yield Buffer.concat([...pieces, chunk.subarray(start, end)]);
      pieces = [];
      start = end + 1;
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start));
  }
  if (pieces.length > 0) yield Buffer.concat(pieces);
}

async function main() {
  for await (const line of lines(process.stdin)) {
    process.stdout.write(`${answer(line)}\n`);
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main();
}

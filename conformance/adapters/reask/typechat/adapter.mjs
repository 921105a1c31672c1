// TypeChat: `createJsonTranslator(model, validator).translate(task)` with the TypeScript validator.
//
// A failed validation goes back once, with the whole conversation and what the compiler said. Text that is no JSON at
// all is given up without asking again. The form of the lines is stated in README.md one folder up.

import { readFileSync } from "node:fs";
import { createJsonTranslator, success, error } from "typechat";
import { createTypeScriptJsonValidator } from "typechat/ts";

const manifest = new URL("node_modules/typechat/package.json", import.meta.url);
const packages = { typechat: JSON.parse(readFileSync(manifest, "utf8")).version };

// The schema of a contract as the TypeScript that its user would have written. What types cannot say is left out.
function typeScript(schema) {
  const definitions = Object.entries(schema.$defs ?? {});
  const types = definitions.map(([name, definition]) => `export type ${className(name)} = ${type(definition)};\n`);
  return `export type Answer = ${type(schema)};\n${types.join("")}`;
}

function className(name) {
  return name.split(/[^\p{L}\p{N}]+/u).map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function type(schema, indent = "") {
  if (schema === true) return "unknown";
  if (schema.$ref) return className(schema.$ref.replace("#/$defs/", ""));
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => type(choice, indent)).join(" | ");
  return [schema.type ?? "unknown"].flat().map((kind) => named(kind, schema, indent)).join(" | ");
}

function named(kind, schema, indent) {
  if (kind === "integer") return "number";
  if (kind === "array") return `Array<${type(schema.items ?? true, indent)}>`;
  if (kind !== "object") return kind;
  if (!schema.properties) return `{ [key: string]: ${type(schema.additionalProperties || true, indent)} }`;
  const inner = `${indent}  `;
  const members = Object.entries(schema.properties).map(([key, member]) => {
    const comment = member.description ? `${inner}// ${member.description}\n` : "";
    const mark = schema.required?.includes(key) ? "" : "?";
    return `${comment}${inner}${JSON.stringify(key)}${mark}: ${type(member, inner)};\n`;
  });
  return `{\n${members.join("")}${indent}}`;
}

async function ask(fixture) {
  const requests = [];
  const answers = [fixture.response, fixture.result];
  const model = {
    async complete(messages) {
      if (requests.length === answers.length) return error("enough");
      requests.push(structuredClone({ messages }));
      return success(answers[requests.length - 1]);
    },
  };
  const validator = createTypeScriptJsonValidator(typeScript(fixture.schema), "Answer");
  const outcome = await createJsonTranslator(model, validator).translate(fixture.task);
  const [first = null, reask = null] = requests;
  if (!outcome.success) console.error(outcome.message.slice(0, 500));
  const fault = outcome.success ? null : "error";
  return { TypeChat: { first, reask, answer: reask && fixture.result, fault } };
}

let rest = "";
process.stdin.setEncoding("utf8");
for await (const chunk of process.stdin) {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const reply = { packages, ways: await ask(JSON.parse(line)) };
    process.stdout.write(`${JSON.stringify(reply)}\n`);
  }
}

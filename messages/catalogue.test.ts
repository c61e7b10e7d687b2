// The catalogue of the server in every language: the same keys and arguments (both also by type), and none that nobody says.
import { readdirSync, readFileSync } from "node:fs";
import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { expect, test } from "vitest";
import { server as english } from "./en/server.ts";
import { server as swahili } from "./sw/server.ts";

const en = sentencesOf(english);
const sw = sentencesOf(swahili);

test("every sentence is there in both languages", () => {
  expect([...sw.keys()].sort()).toEqual([...en.keys()].sort());
  expect([...sw].filter(([, text]) => text.trim() === "")).toEqual([]);
});

test("what an English sentence fills in, its Swahili one fills in too", () => {
  expect(argumentsIn(sw)).toEqual(argumentsIn(en));
});

function argumentsIn(texts: Map<string, string>): Record<string, string[]> {
  return Object.fromEntries([...texts].map(([key, text]) => [key, argumentsOf(parse(text))]));
}

test("every sentence is said somewhere", () => {
  const program = sourcesIn("server") + sourcesIn("messages") + sourcesIn("contract");
  const isUsed = (key: string) => {
    const [group = "", ...rest] = key.split(".");
    const inner = rest.slice(0, -1).map((each) => `${each}.`);
    // A key may be put together from its group and a code: `reports.kinds.${kind}`.
    return program.includes(`"${key}"`) || program.includes(`\`${group}.${inner.join("")}\${`);
  };
  // A mail is written by its name, with all its paragraphs or some: `letter("fined", …)`.
  const isWritten = (key: string) =>
    new RegExp(`letter\\(\\s*"${/^mails\.(\w+)\./.exec(key)?.[1]}"`).test(program);
  const byCode = /^(refusals|fields|labels|accounts|words)\./;
  const unsaid = [...en.keys()].filter((key) => !byCode.test(key) && !isUsed(key));
  expect(unsaid.filter((key) => !isWritten(key))).toEqual([]);
});

function sourcesIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => readFileSync(`${folder}/${path}`, "utf8"))
    .join("\n");
}

function sentencesOf(group: object, path = ""): Map<string, string> {
  return new Map(
    Object.entries(group).flatMap(([key, value]: [string, unknown]) =>
      typeof value === "string"
        ? [[`${path}${key}`, value] as const]
        : [...sentencesOf(value as object, `${path}${key}.`)],
    ),
  );
}

/** The names of what a sentence fills in, each once. */
function argumentsOf(elements: readonly MessageFormatElement[]): string[] {
  const names = elements.flatMap((each) => {
    if (each.type === TYPE.literal || each.type === TYPE.pound) return [];
    if (each.type === TYPE.tag) return [each.value, ...argumentsOf(each.children)];
    if (each.type !== TYPE.select && each.type !== TYPE.plural) return [each.value];
    const within = Object.values(each.options).flatMap(({ value }) => argumentsOf(value));
    return [each.value, ...within];
  });
  return [...new Set(names)].sort();
}

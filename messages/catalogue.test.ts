// The catalogue in every language: the same files, keys and arguments (keys and arguments also by type), and no sentence of the
// server that nobody says.
import { readdirSync, readFileSync } from "node:fs";
import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { describe, expect, test } from "vitest";
import { accounts } from "#domain/ledger/chart-of-accounts.ts";
import { languages, type Language } from "#domain/language.ts";
import { inEnglish } from "./translator.ts";

/** What the web fetches one by one (web/messages/words.ts), and what the landing page is made with. */
const parts = [
  "first",
  "rest",
  "office",
  "opening",
  "opening-own",
  "figures",
  "notices",
  "setup",
  "landing",
];

const english = await textsIn("en");
const others = languages.filter((each) => each !== "en");

describe.each(others)("in %s", async (language) => {
  const translated = await textsIn(language);

  test("there are the files that English has", () => {
    expect(filesIn(`messages/${language}`)).toEqual(filesIn("messages/en"));
  });

  test("every sentence of the server is there", () => {
    expect([...translated.server.keys()].sort()).toEqual([...english.server.keys()].sort());
    expect([...translated.server].filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  test("a sentence of the server fills in what the English one fills in", () => {
    expect(argumentsIn(translated.server)).toEqual(argumentsIn(english.server));
  });

  test("every text of the screens is there", () => {
    expect([...translated.web.keys()].sort()).toEqual([...english.web.keys()].sort());
    expect([...translated.web].filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  test("a text of the screens fills in what the English one fills in", () => {
    expect(slotsOfAll(translated.web)).toEqual(slotsOfAll(english.web));
  });
});

test.each(languages)("every account has a name of its own in %s", async (language) => {
  const { server } = await textsIn(language);
  const names = accounts.map(({ code }) => server.get(`accounts.${code}`));
  expect(names).not.toContain(undefined);
  expect(new Set(names).size).toBe(accounts.length);
});

test("a day is written with our own month names", () => {
  expect(inEnglish("words.day", { day: { day: "2026-11-21" } })).toBe("21 Nov 2026");
  expect(inEnglish("words.day", { day: { day: "2026-09-06" } })).toBe("06 Sep 2026");
});

test("plurals have a form for one and a form for all others", async () => {
  const texts = await Promise.all(languages.map(textsIn));
  const plurals = texts
    .flatMap(({ web }) => [...web])
    .flatMap(([key, text]) =>
      elementsOf(parse(text)).flatMap((each) =>
        each.type === TYPE.plural ? [{ key, forms: Object.keys(each.options) }] : [],
      ),
    );
  expect(plurals.length).toBeGreaterThan(20);
  const lacking = plurals.filter(
    ({ forms }) => !(forms.includes("one") && forms.includes("other")),
  );
  expect(lacking).toEqual([]);
});

test("every sentence of the server is said somewhere", () => {
  const program = ["domain", "server", "messages", "contract"].map(sourcesIn).join("");
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
  const unsaid = [...english.server.keys()].filter((key) => !byCode.test(key) && !isUsed(key));
  expect(unsaid.filter((key) => !isWritten(key))).toEqual([]);
});

test("a language is named where messages/README.md says, and nowhere else", () => {
  const naming = ["domain", "contract", "messages", "server", "web", "scripts"].flatMap((folder) =>
    filesIn(folder)
      .map((path) => `${folder}/${path}`)
      .filter((path) => !/\.test\.\w+$|^messages\/\w+\/|^server\/db\/migrations\//.test(path))
      .filter((path) => /["'`/]sw["'`/]|\bsw: |en\|sw/.test(readFileSync(path, "utf8"))),
  );
  expect(naming).toEqual([
    "domain/language.ts",
    "domain/opening/example-rows.ts",
    "domain/opening/sheet-columns.ts",
    "messages/translator.ts",
  ]);
});

type Texts = Map<string, string>;

async function textsIn(language: Language): Promise<{ server: Texts; web: Texts }> {
  const { server } = (await import(`./${language}/server.ts`)) as { server: object };
  const files = parts.map((part) => import(`./${language}/web/${part}.ts`) as Promise<object>);
  const web = Object.assign({}, ...(await Promise.all(files))) as object;
  return { server: sentencesOf(server), web: sentencesOf(web) };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
    .sort();
}

function sourcesIn(folder: string): string {
  return filesIn(folder)
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => readFileSync(`${folder}/${path}`, "utf8"))
    .join("\n");
}

function sentencesOf(group: object, path = ""): Texts {
  return new Map(
    Object.entries(group).flatMap(([key, value]: [string, unknown]) =>
      typeof value === "string"
        ? [[`${path}${key}`, value] as const]
        : [...sentencesOf(value as object, `${path}${key}.`)],
    ),
  );
}

function argumentsIn(texts: Texts): Record<string, string[]> {
  return Object.fromEntries([...texts].map(([key, text]) => [key, argumentsOf(parse(text))]));
}

/** The names of what a sentence fills in, each once. */
function argumentsOf(elements: readonly MessageFormatElement[]): string[] {
  const names = elementsOf(elements).flatMap((each) =>
    each.type === TYPE.literal || each.type === TYPE.pound ? [] : [each.value],
  );
  return [...new Set(names)].sort();
}

function slotsOfAll(texts: Texts): Record<string, string[]> {
  return Object.fromEntries([...texts].map(([key, text]) => [key, slotsOf(text)]));
}

/** The names that a text fills in, each once, a plural or a choice as such, and its tags. */
function slotsOf(text: string): string[] {
  const slots = elementsOf(parse(text)).flatMap((each) => {
    if (each.type === TYPE.literal || each.type === TYPE.pound) return [];
    return [`${TYPE[each.type]} ${each.value}`];
  });
  return [...new Set(slots)].sort();
}

/** A text's parts and theirs. */
function elementsOf(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
  return elements.flatMap((each) => {
    if (each.type === TYPE.tag) return [each, ...elementsOf(each.children)];
    if (each.type !== TYPE.select && each.type !== TYPE.plural) return [each];
    return [each, ...Object.values(each.options).flatMap(({ value }) => elementsOf(value))];
  });
}

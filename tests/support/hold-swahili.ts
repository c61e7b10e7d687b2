// Holds every answer that a test gets against the Swahili: no sentence of the application's own is without.
import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { server } from "#messages/en/server.ts";
import { inSwahili } from "#server/core/mail/in-swahili.ts";

const spokenFields = new Set(["detail"]);

// What the audit log recorded of a change, and the API's own description, which is for developers.
const keptAsItWas = new Set(["before", "after", "paths", "info", "components", "tags"]);

// What tests write themselves comes back as they wrote it.
const written = new Set<string>();

export function noteWritten(value: unknown): void {
  for (const { text } of textsOf(value)) written.add(text.trim());
}

/** Throws when the application says something that `server/core/mail/phrases-sw.ts` has no Swahili for. */
export function holdToSwahili(body: unknown): void {
  const missing = textsOf(body).filter(({ key, text }) => isSpoken(key) && lacksSwahili(text));
  if (missing.length === 0) return;
  const sentences = [...new Set(missing.map(({ text }) => text))].join("\n");
  throw new Error(`no Swahili in server/core/mail/phrases-sw.ts for:\n${sentences}`);
}

const isSpoken = (key: string) => spokenFields.has(key) || key === "errors";

function lacksSwahili(text: string): boolean {
  if (text === "" || written.has(text) || inCatalogue(text)) return false;
  const swahili = inSwahili(text);
  // A field's sentence begins with its label, which must be Swahili too.
  const [label, ...more] = swahili.split(": ");
  return swahili === text || (more.length > 0 && text.startsWith(`${label} `));
}

// The sentences of the catalogue have their Swahili by type. What they fill in may be anything.
const { done, failures, fields, refusals, words } = server;
const spoken = { done, failures, fields, refusals, several: words.severalFields };
const catalogue = sentencesOf(spoken).map(patternOf);

function inCatalogue(text: string): boolean {
  return catalogue.some((pattern) => pattern.test(text));
}

function sentencesOf(texts: object): string[] {
  return Object.values(texts).flatMap((each: unknown) =>
    typeof each === "string" ? [each] : sentencesOf(each as object),
  );
}

function patternOf(sentence: string): RegExp {
  return new RegExp(`^${sourceOf(parse(sentence))}$`, "s");
}

/** What a sentence may look like: a plural or a choice is one of its forms, what is filled in may be anything. */
function sourceOf(parts: readonly MessageFormatElement[]): string {
  return parts
    .map((part) => {
      if (part.type === TYPE.literal) return part.value.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
      if (part.type === TYPE.plural || part.type === TYPE.select)
        return `(?:${Object.values(part.options)
          .map(({ value }) => sourceOf(value))
          .join("|")})`;
      return part.type === TYPE.pound ? "[\\d,]+" : ".+";
    })
    .join("");
}

type Text = { key: string; text: string };

function textsOf(value: unknown, key = ""): Text[] {
  if (typeof value === "string") return [{ key, text: value }];
  if (Array.isArray(value)) return value.flatMap((each: unknown) => textsOf(each, key));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    keptAsItWas.has(name) ? [] : textsOf(inner, key === "errors" ? key : name),
  );
}

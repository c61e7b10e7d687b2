// Checks every answer that a test gets against the catalogue: each sentence of the server has a key, and so exists in
// each language.
import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { server } from "#messages/en/server.ts";

// Texts recorded in the audit log, and the API's own description, which is for developers.
const unchangedKeys = new Set(["before", "after", "paths", "info", "components", "tags"]);

/** Throws if the `detail` or a field's error of an English answer is no sentence of `messages/en`. */
export function holdToCatalogue(body: unknown): void {
  const unknown = sentencesIn(body).filter((sentence) => !inCatalogue(sentence));
  if (unknown.length === 0) return;
  throw new Error(`not in messages/en:\n${[...new Set(unknown)].join("\n")}`);
}

// Their arguments may be anything.
const { done, failures, fields, opening, refusals, statements, words } = server;
const catalogue = textsOf({
  done,
  failures,
  fields,
  refusals,
  problems: statements.problems,
  sheet: opening.problems,
  several: words.severalFields,
}).map(patternOf);

function inCatalogue(text: string): boolean {
  return text === "" || catalogue.some((pattern) => pattern.test(text));
}

function textsOf(texts: object): string[] {
  return Object.values(texts).flatMap((each: unknown) =>
    typeof each === "string" ? [each] : textsOf(each as object),
  );
}

function patternOf(sentence: string): RegExp {
  return new RegExp(`^${sourceOf(parse(sentence))}$`, "s");
}

/** A pattern for a sentence: a plural or a choice is one of its forms, an argument is anything. */
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

function sentencesIn(value: unknown, key = ""): string[] {
  if (typeof value === "string") return key === "detail" || key === "errors" ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((each: unknown) => sentencesIn(each, key));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    unchangedKeys.has(name) ? [] : sentencesIn(inner, key === "errors" ? key : name),
  );
}

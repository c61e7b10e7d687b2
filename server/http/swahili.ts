// Says in Swahili what the server says in English, at the one place where answers leave it. What members wrote, and what
// has no Swahili, stays as it is.
import type { FastifyInstance } from "fastify";
import { refusals, type RefusalRow } from "#domain/refusals.ts";
import { refusalsInSwahili } from "#domain/refusals-sw.ts";
import {
  accountInSwahili,
  datesInSwahili,
  labelInSwahili,
  officeInSwahili,
} from "#domain/words-sw.ts";
import { acceptedLanguage } from "./language.ts";
import { phrases } from "./phrases-sw.ts";

/** The fields of answers in which the application itself speaks. */
const SPOKEN = new Set(["detail", "reason", "reject_reason", "description", "loan_name"]);

/** The API answers in Swahili where it is asked to (`Accept-Language: sw`). */
export function answerInSwahili(app: FastifyInstance): void {
  app.addHook("preSerialization", async (request, reply, payload) => {
    if (!request.url.startsWith("/api/") || acceptedLanguage(request) !== "sw") return payload;
    reply.header("Content-Language", "sw");
    return withSwahili(payload);
  });
}

/** A copy of an answer, its sentences in Swahili. */
function withSwahili(value: unknown, key = ""): unknown {
  if (typeof value === "string") return SPOKEN.has(key) ? inSwahili(value) : value;
  if (Array.isArray(value)) return value.map((each: unknown) => withSwahili(each, key));
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => [
      name,
      key === "errors" && Array.isArray(inner) ? inner.map(sayIfText) : withSwahili(inner, name),
    ]),
  );
}

function sayIfText(value: unknown): unknown {
  return typeof value === "string" ? inSwahili(value) : value;
}

/** The sentence in Swahili, or the same sentence when it is not one of the application's own. */
export function inSwahili(sentence: string): string {
  const whole = fixed.get(sentence);
  if (whole !== undefined) return whole;
  for (const { pattern, swahili } of filled) {
    const facts = pattern.exec(sentence)?.groups;
    if (facts !== undefined) return fill(swahili, facts);
  }
  return sentence;
}

const fixed = new Map(phrases.filter(([english]) => !english.includes("{")));
for (const [code, swahili] of Object.entries(refusalsInSwahili)) {
  const { detail } = refusals[code as keyof typeof refusals] as RefusalRow;
  if (typeof detail === "string" && typeof swahili === "string") fixed.set(detail, swahili);
}

// The most literal first, so that a fact does not swallow what another phrase says in words.
const filled = phrases
  .filter(([english]) => english.includes("{"))
  .toSorted(([one], [other]) => literal(other) - literal(one))
  .map(([english, swahili]) => ({ pattern: patternOf(english), swahili }));

function literal(phrase: string): number {
  return phrase.replaceAll(/\{\w+\}/g, "").length;
}

/** `{name}` takes anything; a label, an office, an amount and the like only what can be one. */
function patternOf(phrase: string): RegExp {
  const escaped = phrase.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&");
  const shapes: Record<string, string> = {
    amount: "KES [\\d,.]+",
    count: "\\d+",
    id: "\\d+",
    by: "\\d+",
    number: "\\d+",
    loan: "(?:Normal|Emergency) Loan \\d+",
    office: "Chairperson|Treasurer|Sec-Gen",
    month: "[A-Z][a-z]+ \\d{4}",
  };
  const pattern = escaped.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => `(?<${name}>${shapes[name] ?? ".+"})`,
  );
  return new RegExp(`^${pattern}$`, "su");
}

function fill(phrase: string, facts: Readonly<Record<string, string>>): string {
  return phrase.replaceAll(/\{(\w+)\}/g, (_, name: string) => said(name, facts[name] ?? ""));
}

function said(name: string, fact: string): string {
  switch (name) {
    case "label":
      return labelInSwahili(fact);
    case "office":
      return officeInSwahili(fact);
    case "account":
      return accountInSwahili(fact);
    case "loan":
      return inSwahili(fact);
    case "date":
    case "month":
      return datesInSwahili(fact);
    default:
      return fact;
  }
}

import { expect, test } from "vitest";
import { auditActions, auditSubjects, auditFacts } from "#domain/audit-log/audit-actions.ts";
import { audit as english } from "#messages/en/web/audit.ts";
import { audit as swahili } from "#messages/sw/web/audit.ts";
import { actionWord } from "./audit-words.tsx";

const languages = [
  { file: "messages/en/web/audit.ts", words: english },
  { file: "messages/sw/web/audit.ts", words: swahili },
];

test.each(languages)(
  "every action of the product is reported in words: $file",
  ({ file, words }) => {
    const actions: Record<string, string> = words.actions;
    const missing = auditActions.filter((action) => !actions[actionWord(action)]?.trim());
    expect(
      missing.map((action) => `add "${actionWord(action)}" to actions of ${file}`),
      "an action of domain/audit-log/audit-actions.ts has no words",
    ).toEqual([]);
    const known = new Set(auditActions.map(actionWord));
    expect(Object.keys(actions).filter((word) => !known.has(word))).toEqual([]);
  },
);

test.each(languages)("every thing that is acted on has its word: $file", ({ file, words }) => {
  const subjects: Record<string, string> = words.subjects;
  const missing = auditSubjects.filter((subject) => !subjects[subject]?.trim());
  expect(missing.map((subject) => `add "${subject}" to subjects of ${file}`)).toEqual([]);
});

test.each(languages)("every area of actions can be chosen: $file", ({ file, words }) => {
  const chosen: Record<string, string> = words.areas;
  const areas = new Set(auditActions.map((action) => action.split(".")[0] ?? ""));
  const missing = [...areas].filter((area) => !chosen[area]?.trim());
  expect(missing.map((area) => `add "${area}" to areas of ${file}`)).toEqual([]);
});

test.each(languages)("every fact that is reported has its name: $file", ({ file, words }) => {
  const names: Record<string, string> = words.facts;
  const missing = Object.keys(auditFacts).filter((fact) => !names[fact]?.trim());
  expect(missing.map((fact) => `add "${fact}" to facts of ${file}`)).toEqual([]);
});

test.each(languages)("every value that has a word has it in each language: $file", ({ words }) => {
  const named = Object.entries(auditFacts).filter(([, kind]) => kind === "named");
  const values: Record<string, Record<string, string>> = words.values;
  expect(named.map(([fact]) => fact).filter((fact) => values[fact] === undefined)).toEqual([]);
  expect(Object.keys(values).map((fact) => [fact, Object.keys(values[fact] ?? {})])).toEqual(
    Object.entries(english.values).map(([fact, of]) => [fact, Object.keys(of)]),
  );
});

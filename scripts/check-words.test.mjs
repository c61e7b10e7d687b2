import { expect, test } from "vitest";
import { validateWords } from "./check-words.mjs";

const faultsOf = (text, path = "server/core/answer.ts") => validateWords([{ path, text }]);

test.each([
  ["const keptAnswers = 1;", "keptAnswers"],
  ["const KEPT_MS = 1;", "KEPT_MS"],
  ["// It is kept.\nlet answer;", '"kept"'],
  ["// It is made anew.\nlet answer;", '"anew"'],
  ["// A page of who has left.\nlet answer;", '"for who"'],
  ["let answer; /* Each is\n * told. */", '"told"'],
])("a word with a standard term is found in %j", (text, named) => {
  expect(faultsOf(text)).toEqual([expect.stringContaining(named)]);
});

test("in a test's name, on a page and in the name of a file too", () => {
  expect(faultsOf('test("is judged once", () => {});', "server/a.test.ts")).toHaveLength(1);
  expect(faultsOf("# Why\n\nThe sealer follows.", "docs/a.md")).toEqual([
    expect.stringMatching(/^docs\/a\.md:3: .*audit-chain writer/),
  ]);
  expect(faultsOf("", "server/backup/kept-heads.ts")).toHaveLength(1);
});

test("not in texts, in names of the database, in backticks, or within another word", () => {
  expect(faultsOf('const text = "It is kept // and told";')).toEqual([]);
  expect(faultsOf("row.told_failing_at;")).toEqual([]);
  expect(faultsOf("// The column `told` of `kept`.\nlet answer;")).toEqual([]);
  expect(faultsOf("const toldest = replaces;")).toEqual([]);
});

test("not where a word is right", () => {
  expect(faultsOf("const model = 1;", "tests/reference-model/world.ts")).toEqual([]);
  expect(faultsOf("const model = 1;", "server/core/world.ts")).toHaveLength(1);
  expect(faultsOf("// As on paper, and as the paper book has it.\nlet line;")).toEqual([]);
});

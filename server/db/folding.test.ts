import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folded, foldedName } from "#domain/folding.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";

let group: TestGroup;
beforeAll(async () => {
  group = await startGroup();
});
afterAll(() => group.close());

/** Letters of living languages, every sign that people type for an apostrophe, marks, and what forms of Unicode have. */
const letters = fc.oneof(
  fc.constantFrom(...Array.from("'`´ʹʻʼʽʾʿˈ‘’‚‛′‵Ꞌꞌ＇đĐøŁłĦħıİςΣſßﬁ½№…")),
  fc.integer({ min: 0x20, max: 0x24f }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0x300, max: 0x36f }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0x370, max: 0x52f }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0x600, max: 0x6ff }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0x1200, max: 0x137f }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0x1e00, max: 0x1fff }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0x4e00, max: 0x9fff }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0xff01, max: 0xff5e }).map((code) => String.fromCodePoint(code)),
);
const initials = fc.constantFrom("J.", "K. ", "b ", "É.", ". ");
const text = fc
  .array(fc.oneof({ weight: 3, arbitrary: letters }, initials), { maxLength: 30 })
  .map((each) => each.join(""));

describe("the database folds as the domain does", () => {
  test("any text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 20, maxLength: 60 }), async (texts) => {
        const { rows } = await sql<{ folded: string; name: string }>`
          SELECT folded(typed), folded_name(typed) AS name FROM unnest(${texts}::text[]) WITH ORDINALITY each (typed, index) ORDER BY index`.execute(
          group.db,
        );
        expect(rows.map((row) => row.folded)).toEqual(texts.map(folded));
        expect(rows.map(({ name }) => name)).toEqual(texts.map(foldedName));
      }),
      { numRuns: 60 },
    );
  });
});

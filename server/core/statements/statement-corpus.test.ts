import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { Refusal } from "#domain/refusal.ts";
import type { FileLine } from "#domain/statements/statement-file.ts";
import { type Table, readWrittenAmount, readWrittenMoment } from "#domain/spreadsheets/table.ts";
import { fileKind, readTablesHere } from "#server/core/spreadsheets/read-tables.ts";
import { nastyStatements } from "#tests/support/nasty-statements.ts";
import { statementCorpus, type CorpusFile } from "#tests/support/statement-corpus.ts";
import { readStatementFile } from "./read-statement.ts";

let corpus: CorpusFile[];
beforeAll(async () => {
  corpus = [...(await statementCorpus()), ...(await nastyStatements())];
});

const read = (file: CorpusFile, bytes = file.bytes) =>
  readStatementFile(bytes, {
    fileName: "statement",
    password: file.password,
    mapping: file.mapping,
  });

describe("at least thirty statements of every kind", () => {
  it("each is read exactly as written", async () => {
    expect(corpus.length).toBeGreaterThanOrEqual(30);
    for (const file of corpus) {
      const reported = await read(file);
      const { format, amounts, failed = 0, breaks = 0, problems = 0 } = file.expected;
      const { closing = reported.closing } = file.expected;
      const counted = reported.lines.filter(({ kind }) => kind !== "failed");
      expect({
        name: file.name,
        format: reported.format,
        amounts: counted.map(({ amountCents }) => amountCents),
        failed: reported.lines.length - counted.length,
        breaks: reported.breaks.length,
        problems: reported.problems.length,
        closing: reported.closing,
      }).toEqual({
        name: file.name,
        format,
        amounts,
        failed,
        breaks,
        problems,
        closing: problems === 0 ? closing : reported.closing,
      });
    }
  });
});

describe("a damaged statement", () => {
  it(
    "is read or refused, and never yields a line that is not in it",
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(corpus.length - 1), damages, async (nth, made) => {
          const file = corpus[nth]!;
          const bytes = made.reduce((before, damage) => damage(before), file.bytes);
          expect(await whatIsWrong(file, bytes)).toBeNull();
        }),
        { numRuns: 400 },
      );
    },
  );
});

/** An error that is no refusal, or a line that the file does not contain. */
async function whatIsWrong(file: CorpusFile, bytes: Uint8Array): Promise<unknown> {
  try {
    const { lines } = await read(file, bytes);
    if (fileKind(bytes) === "pdf") return null;
    const tables = readTablesHere(bytes);
    return lines.find((line) => !standsIn(tables, line)) ?? null;
  } catch (error) {
    return error instanceof Refusal ? null : error;
  }
}

/** Whether the cells of the line's row hold its day, amount and reference. */
function standsIn(tables: readonly Table[], line: FileLine): boolean {
  return tables.some(({ rows }) => {
    const texts = (rows[line.line - 1] ?? []).map(({ text }) => text.trim());
    const amounts = texts.map(readWrittenAmount);
    return (
      texts.some((text) => readWrittenMoment(text) === line.at) &&
      (line.amountCents === 0n ||
        amounts.some((cents) => cents === line.amountCents || cents === -line.amountCents)) &&
      (line.reference === null ||
        texts.some((text) =>
          text
            .toUpperCase()
            .replace(/\s+/g, " ")
            .startsWith(line.reference ?? ""),
        ))
    );
  });
}

type Damage = (bytes: Uint8Array) => Uint8Array;

const share = fc.double({ min: 0, max: 1, noNaN: true });
const damages = fc.array(
  fc.oneof(
    // Some bytes change.
    fc
      .array(fc.tuple(share, fc.nat(255)), { minLength: 1, maxLength: 12 })
      .map((changes): Damage => (bytes) => {
        const copy = bytes.slice();
        for (const [at, byte] of changes) copy[Math.floor(at * copy.length)] = byte;
        return copy;
      }),
    // The file is cut short.
    share.map(
      (at): Damage =>
        (bytes) =>
          bytes.slice(0, Math.floor(at * bytes.length)),
    ),
    // A piece is missing, or appears twice.
    fc.tuple(share, share, fc.boolean()).map(([from, size, twice]): Damage => (bytes) => {
      const start = Math.floor(from * bytes.length);
      const piece = bytes.slice(start, start + Math.floor(size * 200));
      const rest = bytes.slice(start + piece.length);
      return new Uint8Array([
        ...bytes.slice(0, start),
        ...(twice ? [...piece, ...piece] : []),
        ...rest,
      ]);
    }),
    // CSV characters appear anywhere.
    fc
      .tuple(
        share,
        fc.constantFrom('"', ",", ";", "\n", "\r\n", "\t", "-", "(", "0", "9", "=", "\0", "€"),
      )
      .map(([at, mark]): Damage => (bytes) => {
        const start = Math.floor(at * bytes.length);
        return new Uint8Array([
          ...bytes.slice(0, start),
          ...Buffer.from(mark),
          ...bytes.slice(start),
        ]);
      }),
  ),
  { minLength: 1, maxLength: 3 },
);

// An uploaded statement, received, read and held against what is known already: what its preview tells and its import writes.
import type { FastifyRequest } from "fastify";
import type { output } from "zod/mini";
import type { previewLine } from "#contract/statement-lines.ts";
import { statementForm, type StatementQuestion } from "#contract/statements.ts";
import { nairobiDate, nairobiIso } from "#domain/calendar.ts";
import { formatAmount, toKes } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import type { Readings } from "#domain/statements/readings.ts";
import type {
  ColumnMapping,
  StatementFile,
  StatementProblem,
} from "#domain/statements/statement-file.ts";
import { knownSince } from "#domain/statements/period.ts";
import { sayLineFault, saySheetNotRead } from "#messages/say-refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { momentOf, type KnownLine } from "#server/core/bank-lines/known-lines.ts";
import type { OwnFileReader } from "#server/core/file-reader/file-reader.ts";
import {
  storable,
  type UploadedLine,
  type Upload,
} from "#server/core/bank-files/uploaded-lines.ts";
import type { Reader } from "#server/db/connection.ts";
import { receiveForm, type ReceivedFile, type UploadForm } from "#server/http/uploads.ts";

/** What reads files apart from the process that answers requests. */
export type StatementReader = Pick<OwnFileReader, "readStatement">;

/** What is remembered of an account's files. */
export type Remembered = { mapping: ColumnMapping | null; readings: Readings };

/** Of the row of an account. */
export const rememberedOf = (row: { mapping: unknown; readings: unknown } | null): Remembered => ({
  mapping: (row?.mapping ?? null) as ColumnMapping | null,
  readings: row?.readings ?? {},
});

/** Reads the file in a process of its own, by what was sent, else by what is remembered of the account. */
export function readUpload(
  files: StatementReader,
  received: Pick<ReceivedStatement, "bytes" | "fileName" | "password" | "mapping" | "readings">,
  { stored, now }: { stored: Remembered; now: Date },
): Promise<Upload> {
  const { bytes, fileName, password, mapping, readings } = received;
  return files.readStatement(bytes, {
    fileName,
    ...(password === undefined ? {} : { password }),
    ...(mapping == null ? {} : { mapping }),
    ...(stored.mapping === null ? {} : { storedMapping: stored.mapping }),
    readings: { ...stored.readings, ...readings },
    today: nairobiDate(now),
  });
}

/** A file that came before covers no day after it came first. */
export async function knownUpload(reader: Reader, upload: Upload): Promise<Upload> {
  const first = await reader
    .selectFrom("statements")
    .select("uploaded_at")
    .where("sha256", "=", upload.sha256)
    .orderBy("uploaded_at")
    .limit(1)
    .executeTakeFirst();
  return first === undefined ? upload : knownSince(upload, nairobiDate(first.uploaded_at));
}

/** Lines that are new, known or failed; a failed one is nothing else. `known` has what each line is, in their order. */
export function countLines(
  upload: Pick<Upload, "lines" | "problems">,
  known: readonly (KnownLine | null)[],
) {
  const fates = upload.lines.map((line, index) => fateOf(line, known[index] ?? null));
  const count = (fate: (typeof fates)[number]) => fates.filter((each) => each === fate).length;
  return {
    new: count("new"),
    known: count("known"),
    failed: count("failed"),
    error: new Set(upload.problems.map(({ line }) => line)).size,
  };
}

export function fateOf(line: UploadedLine, known: KnownLine | null) {
  if (line.kind === "failed") return "failed" as const;
  return known === null || known.isWithdrawn ? ("new" as const) : ("known" as const);
}

export function tellProblems(problems: readonly StatementProblem[], t: Translate) {
  // A file of nothing but errors is reported by its first.
  return problems.slice(0, PROBLEMS_REPORTED).map(({ line, column, fault }) => ({
    line,
    column: storable(column, 100),
    detail: sayLineFault(t, fault),
  }));
}

const PROBLEMS_REPORTED = 200;

/** The sheets that were not read, each with a sentence. */
export function tellNotRead(sheets: StatementFile["notRead"], t: Translate) {
  return sheets.map(({ sheet, why }) => ({
    sheet: storable(sheet, 100),
    detail: saySheetNotRead(t, { sheet: storable(sheet, 100), why }),
  }));
}

/** A sentence for each end of the chain of balances that the file does not print (STAT-69). */
export function tellUnprinted(upload: Upload, t: Translate): string[] {
  const { opening, closing, isOpeningPrinted, isClosingPrinted } = upload;
  return [
    opening === null || isOpeningPrinted
      ? null
      : t("statements.unprinted.opening", { balance: formatAmount(opening) }),
    closing === null || isClosingPrinted
      ? null
      : t("statements.unprinted.closing", { balance: formatAmount(closing) }),
  ].filter((sentence) => sentence !== null);
}

export function tellQuestions(questions: Upload["questions"]): StatementQuestion[] {
  return questions.map(({ kind, column, examples }) => ({
    kind,
    column: storable(column, 100),
    examples: examples.map(({ line, row, written, readings }) => ({
      line,
      row: storable(row, 200),
      written: storable(written, 60),
      readings: readings.map(({ choice, day, amountCents }) => ({
        choice,
        day,
        amount: amountCents === null ? null : toKes(amountCents),
      })),
    })),
  }));
}

/** The fields that a line of a file shares with a stored one. */
export function tellLine(
  line: UploadedLine,
): Omit<output<typeof previewLine>, "fate" | "confirms"> {
  const moment = momentOf(line);
  return {
    line: line.line,
    at: moment === null ? line.at.slice(0, 10) : nairobiIso(moment),
    reference: line.reference,
    details: line.details,
    party: line.party,
    account_typed: line.accountTyped,
    kind: line.kind,
    amount: toKes(line.amountCents),
    balance: line.balanceCents === null ? null : toKes(line.balanceCents),
  };
}

export function tellBreaks(breaks: StatementFile["breaks"]) {
  return breaks.map(({ line, expectedCents, printedCents }) => ({
    line,
    expected: toKes(expectedCents),
    printed: toKes(printedCents),
  }));
}

export const uploadForm: UploadForm = {
  field: "file",
  filesMost: 1,
  bytesMax: 10 * 1024 * 1024,
  fieldsMost: 10,
  missing: () => refuse("statement-file-missing").at("file"),
};

export type ReceivedStatement = output<typeof statementForm> & ReceivedFile;

/** Refuses a body that is not readable, one without a file in the field `file`, and parts that say nothing sensible. */
export async function receiveStatement(request: FastifyRequest): Promise<ReceivedStatement> {
  const { files, fields } = await receiveForm(request, uploadForm, statementForm);
  const [{ bytes, fileName }] = files;
  return { ...fields, bytes, fileName: fileName || "statement" };
}

// An uploaded statement, received, read and held against what is known already: what its preview tells and its import writes.
import type { FastifyRequest } from "fastify";
import type { output } from "zod/mini";
import type { previewLine } from "#contract/statement-lines.ts";
import { statementForm } from "#contract/statements.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { toKes } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import type {
  ColumnMapping,
  FileLine,
  StatementFile,
  StatementProblem,
} from "#domain/statements/statement-file.ts";
import { sayLineFault } from "#messages/say-refusal.ts";
import type { Translate } from "#messages/translator.ts";
import type { OwnFileReader } from "#server/core/spreadsheets/file-reader.ts";
import {
  storable,
  type UploadedLine,
  type Upload,
} from "#server/core/statements/uploaded-lines.ts";
import type { Reader } from "#server/db/connection.ts";
import { anyOf } from "#server/db/prepared-queries/prepared-query.ts";
import { whyUnread } from "#server/http/failure.ts";
import { readInput } from "#server/http/read-request.ts";

/** What reads files apart from the process that answers requests. */
export type StatementReader = Pick<OwnFileReader, "readStatement">;

/** Reads the file in a process of its own, by the mapping that was sent, else by the one stored for the account. */
export function readUpload(
  files: StatementReader,
  received: Pick<ReceivedStatement, "bytes" | "fileName" | "password" | "mapping">,
  storedMapping: ColumnMapping | null,
): Promise<Upload> {
  const { bytes, fileName, password, mapping } = received;
  return files.readStatement(bytes, {
    fileName,
    ...(password === undefined ? {} : { password }),
    ...(mapping == null ? {} : { mapping }),
    ...(storedMapping === null ? {} : { storedMapping }),
  });
}

/** Null if the file prints only a day. */
export function momentOf({ at }: Pick<FileLine, "at">): Date | null {
  return at.length > 10 ? new Date(`${at}+03:00`) : null;
}

/** The identities that stand in the account already, in hexadecimal. */
export async function readKnown(
  reader: Reader,
  accountId: number | null,
  lines: readonly UploadedLine[],
): Promise<ReadonlySet<string>> {
  if (accountId === null || lines.length === 0) return new Set();
  const rows = await reader
    .selectFrom("statement_lines")
    .select("identity")
    .where("account_id", "=", accountId)
    .where("state", "<>", "withdrawn")
    .where(
      "identity",
      "=",
      anyOf(
        "bytea",
        lines.map(({ identity }) => identity),
      ),
    )
    .execute();
  return new Set(rows.map(({ identity }) => identity.toString("hex")));
}

/** Lines that are new, known or failed; a failed one is nothing else. */
export function countLines(upload: Pick<Upload, "lines" | "problems">, known: ReadonlySet<string>) {
  const fates = upload.lines.map((line) => fateOf(line, known));
  const count = (fate: (typeof fates)[number]) => fates.filter((each) => each === fate).length;
  return {
    new: count("new"),
    known: count("known"),
    failed: count("failed"),
    error: new Set(upload.problems.map(({ line }) => line)).size,
  };
}

export function fateOf(line: UploadedLine, known: ReadonlySet<string>) {
  if (line.kind === "failed") return "failed" as const;
  return known.has(line.identity.toString("hex")) ? ("known" as const) : ("new" as const);
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

// Reads the parts of an uploaded statement into memory; sizes are limited where the parser is registered.

export const STATEMENT_BYTES_MAX = 10 * 1024 * 1024;

export type ReceivedStatement = output<typeof statementForm> & {
  bytes: Buffer;
  fileName: string;
};

/** Refuses a body that is not readable, one without a file in the field `file`, and parts that say nothing sensible. */
export async function receiveStatement(request: FastifyRequest): Promise<ReceivedStatement> {
  let file: { bytes: Buffer; fileName: string } | null = null;
  const fields: Record<string, unknown> = {};
  try {
    for await (const part of request.parts()) {
      if (part.type === "field") {
        if (Object.hasOwn(formFields, part.fieldname)) fields[part.fieldname] = part.value;
      } else {
        // A file of another name is read as well, or the next part is never reached.
        const bytes = await part.toBuffer();
        if (part.fieldname === "file") file = { bytes, fileName: part.filename };
      }
    }
  } catch (error) {
    // Too large, not multipart, cut short: those have codes. A body that is broken inside has none.
    if (error instanceof Error && "code" in error && String(error.code).startsWith("FST_"))
      throw whyUnread(error, STATEMENT_BYTES_MAX);
    throw refuse("statement-file-missing").at("file");
  }
  const form = readInput(statementForm, fields);
  if (file === null || file.bytes.length === 0) throw refuse("statement-file-missing").at("file");
  return { ...form, bytes: file.bytes, fileName: plainName(file.fileName) };
}

const formFields = statementForm.shape;

/** As it is listed, and given back in a header. */
function plainName(sent: string | undefined): string {
  const last = (sent ?? "").split(/[/\\]/).at(-1) ?? "";
  const name = last
    .normalize("NFKC")
    .replaceAll(/[\p{C}"\\]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return name === "" ? "statement" : name.slice(-120);
}

// What an import would do, shown without doing it.
import type { ReplyOf } from "#contract/endpoint.ts";
import type { previewStatement } from "#contract/statements.ts";
import { toKes } from "#domain/money.ts";
import { referenceKey } from "#domain/payments/pay-to.ts";
import type { ColumnMapping } from "#domain/statements/statement-file.ts";
import type { Translate } from "#messages/translator.ts";
import type { PaymentKind } from "#server/core/approvals/payments.ts";
import { personColumns, toPerson } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";
import { findAccount, readAccountRow } from "./statements.queries.ts";
import {
  countLines,
  fateOf,
  readKnown,
  readUpload,
  tellBreaks,
  tellLine,
  tellProblems,
  type StatementReader,
  type UploadedLine,
  type ReceivedStatement,
} from "./read-upload.ts";

const LINES_REPORTED = 100;

/** Refuses what is no statement, and an account that is none (404). Lines that cannot be read are reported as problems. */
export async function preview(
  reader: Reader,
  files: StatementReader,
  received: ReceivedStatement,
  t: Translate,
): Promise<ReplyOf<typeof previewStatement>> {
  const named =
    received.account_id === undefined
      ? null
      : await readAccountRow(reader, received.account_id, { lock: false });
  const stored = named?.mapping as ColumnMapping | null | undefined;
  const upload = await readUpload(files, received, stored ?? null);
  const accountId = named?.id ?? (await findAccount(reader, upload.accountNumber))?.id ?? null;
  const known = await readKnown(reader, accountId, upload.lines);
  const shown = upload.lines.slice(0, LINES_REPORTED);
  const confirmed = await readConfirmed(reader, shown);
  return {
    format: upload.format,
    account_id: accountId,
    mapping: upload.mapping,
    columns: upload.columns,
    period: upload.period,
    opening: upload.opening === null ? null : toKes(upload.opening),
    closing: upload.closing === null ? null : toKes(upload.closing),
    counts: countLines(upload, known),
    breaks: tellBreaks(upload.breaks),
    is_provable: upload.isProvable,
    problems: tellProblems(upload.problems, t),
    lines: shown.map((line) => {
      const fate = fateOf(line, known);
      return { ...tellLine(line), fate, confirms: fate === "new" ? confirmed(line) : null };
    }),
  };
}

/** For lines, the payment that has the reference and the amount of each and is no other line yet. */
async function readConfirmed(reader: Reader, lines: readonly UploadedLine[]) {
  const keys = [...new Set(lines.flatMap(keysOf))];
  const rows =
    keys.length === 0
      ? []
      : await reader
          .selectFrom("payments")
          .innerJoin("members", "members.id", "payments.member_id")
          .select([
            "payments.id",
            "payments.kind",
            "payments.reference_key",
            "payments.amount_cents",
          ])
          .select(personColumns)
          .where("reference_key", "in", keys)
          .where("payments.status", "<>", "rejected")
          .where("reference_standing", "<>", "waits")
          .where((where) =>
            where.not(
              where.exists(
                where
                  .selectFrom("statement_matches")
                  .select("statement_matches.id")
                  .whereRef("payment_id", "=", "payments.id")
                  .where("undone_at", "is", null),
              ),
            ),
          )
          .orderBy("payments.id")
          .execute();
  return (line: UploadedLine) => {
    if (line.kind !== "payment_in") return null;
    const ours = keysOf(line);
    const row = rows.find(
      ({ reference_key, amount_cents }) =>
        ours.includes(reference_key) && amount_cents === line.amountCents,
    );
    return row === undefined
      ? null
      : // The database knows no other (payments_kind).
        { kind: row.kind as PaymentKind, id: row.id, member: toPerson(row) };
  };
}

const keysOf = ({ reference, code }: UploadedLine): string[] =>
  [reference, code].flatMap((each) => (each === null ? [] : [referenceKey(each)]));

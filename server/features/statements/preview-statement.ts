// The preview of a statement: what an import would do, shown without doing it.
import { sql } from "kysely";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { Person } from "#contract/people.ts";
import type { previewStatement } from "#contract/statements.ts";
import { toKes } from "#domain/money.ts";
import type { Translate } from "#messages/translator.ts";
import type { PaymentKind } from "#domain/payments/payment-kinds.ts";
import { readKnown } from "#server/core/bank-lines/known-lines.ts";
import { personIn } from "#server/core/members/member-directory.ts";
import type { UploadedLine } from "#server/core/bank-files/uploaded-lines.ts";
import type { Reader } from "#server/db/connection.ts";
import { rowTable } from "#server/db/prepared-queries/prepared-query.ts";
import { completed } from "./import-statement.ts";
import { requireOneAccount } from "./one-account.ts";
import {
  countLines,
  fateOf,
  knownUpload,
  readUpload,
  rememberedOf,
  type ReceivedStatement,
  type StatementReader,
  tellBreaks,
  tellLine,
  tellNotRead,
  tellProblems,
  tellQuestions,
  tellUnprinted,
} from "./read-upload.ts";
import { findAccount, readAccountRow } from "./statements.queries.ts";

const LINES_REPORTED = 100;

/**
 * Refuses what is no statement, and an account that is none (404). Lines that cannot be read are reported as
 * problems.
 */
export async function preview(
  reader: Reader,
  files: StatementReader,
  received: ReceivedStatement,
  { now, t }: { now: Date; t: Translate },
): Promise<ReplyOf<typeof previewStatement>> {
  const named =
    received.account_id === undefined
      ? null
      : await readAccountRow(reader, received.account_id, { lock: false });
  const read = await readUpload(files, received, { stored: rememberedOf(named), now });
  const upload = completed(await knownUpload(reader, read), received, now);
  await requireOneAccount(reader, upload, named?.id ?? null);
  const accountId = named?.id ?? (await findAccount(reader, upload.accountNumber))?.id ?? null;
  const known = await readKnown(reader, accountId, upload.lines);
  const shown = upload.lines.slice(0, LINES_REPORTED);
  const confirmed = await readConfirmed(reader, { accountId, lines: shown });
  return {
    format: upload.format,
    account_id: accountId,
    mapping: upload.mapping,
    columns: upload.columns,
    period: upload.period,
    period_source: upload.periodSource,
    last_line: upload.lastLine,
    opening: upload.opening === null ? null : toKes(upload.opening),
    closing: upload.closing === null ? null : toKes(upload.closing),
    opening_printed: upload.isOpeningPrinted,
    closing_printed: upload.isClosingPrinted,
    unprinted: tellUnprinted(upload, t),
    counts: countLines(upload, known),
    breaks: tellBreaks(upload.breaks),
    is_provable: upload.isProvable,
    problems: tellProblems(upload.problems, t),
    questions: tellQuestions(upload.questions),
    not_read: tellNotRead(upload.notRead, t),
    lines: shown.map((line, index) => {
      const fate = fateOf(line, known[index] ?? null);
      return { ...tellLine(line), fate, confirms: fate === "new" ? confirmed(line) : null };
    }),
  };
}

const readLineColumns = {
  line: "int",
  amount_cents: "bigint",
  reference: "text",
  code: "text",
  account_typed: "text",
  party: "text",
} as const;

type Confirmed = { line: number; kind: PaymentKind; id: number; member: Person };

/**
 * For lines, the first of the payments that each would be matched with: those of a member with its reference that come to
 * its amount. A line that names another, or whose receipt is on another line, confirms none.
 */
async function readConfirmed(
  reader: Reader,
  { accountId, lines }: { accountId: number | null; lines: readonly UploadedLine[] },
) {
  const sent = lines.flatMap((line) =>
    line.kind !== "payment_in"
      ? []
      : [
          {
            line: line.line,
            amount_cents: line.amountCents,
            reference: line.reference,
            code: line.code,
            account_typed: line.accountTyped,
            party: line.party,
          },
        ],
  );
  if (sent.length === 0) return () => null;
  const { rows } = await sql<Confirmed>`
    SELECT DISTINCT ON (sent.line) sent.line, p.kind, p.id, ${personIn("p.member_id")} AS member
      FROM ${rowTable("sent", readLineColumns, sent)}
      CROSS JOIN LATERAL (VALUES (translate(upper(sent.reference), '-/ ', '')), (translate(upper(sent.code), '-/ ', ''))) keys (key)
      JOIN payments p ON p.reference_key = keys.key AND p.status <> 'rejected' AND p.reference_standing <> 'waits'
     WHERE NOT EXISTS (SELECT FROM statement_matches m WHERE m.payment_id = p.id AND m.undone_at IS NULL)
       AND sent.amount_cents = claimed_cents(0, p.reference_key, p.member_id)
       AND named_instead(sent.account_typed, sent.party, p.member_id) IS NULL
       AND NOT EXISTS (SELECT FROM statement_lines twin
                        WHERE keys.key IN (twin.reference_key, twin.code_key) AND twin.kind = 'payment_in' AND twin.is_proved
                          AND (twin.account_id IS DISTINCT FROM ${accountId}::int OR twin.amount_cents <> sent.amount_cents))
     ORDER BY sent.line, p.id`.execute(reader);
  const confirmed = new Map(rows.map(({ line, ...payment }) => [line, payment]));
  return ({ line }: UploadedLine) => confirmed.get(line) ?? null;
}

// Which stored lines are those that a file or M-PESA brings (STAT-3).
import { sql } from "kysely";
import type { Cents } from "#domain/money.ts";
import { dayOf } from "#domain/spreadsheets/table.ts";
import { isMpesaCode } from "#domain/statements/mpesa-details.ts";
import { mpesaCodeOf, recogniseLines, type KnownBy } from "#domain/statements/same-lines.ts";
import type { UploadedLine } from "#server/core/bank-files/uploaded-lines.ts";
import type { Reader } from "#server/db/connection.ts";
import { rowTable } from "#server/db/prepared-queries/prepared-query.ts";

/** What is stored of a line. */
export type BankLine = Omit<UploadedLine, "line" | "phone" | "status">;

/** Null if the file prints only a day. */
export function momentOf({ at }: Pick<BankLine, "at">): Date | null {
  return at.length > 10 ? new Date(`${at}+03:00`) : null;
}

/** A stored line that a line of the file is. */
export type KnownLine = KnownBy & {
  id: number;
  isWithdrawn: boolean;
  /** Whether what brought it has no M-PESA receipt of it, whatever was learned later (STAT-70). */
  isWithoutCode: boolean;
};

/**
 * For each line, in their order, the line of the account that it is (STAT-3); null if it is new. One that was withdrawn is the same only
 * if it is so to the letter.
 */
export async function readKnown(
  reader: Reader,
  accountId: number | null,
  lines: readonly BankLine[],
): Promise<(KnownLine | null)[]> {
  if (accountId === null || lines.length === 0) return lines.map(() => null);
  const stored = await readStored(reader, accountId, lines);
  // Comparing 50,000 lines with nothing would hold up the others.
  if (stored.length === 0) return lines.map(() => null);
  const known = recogniseLines(
    lines.map(knownBy),
    stored.filter(({ isWithdrawn }) => !isWithdrawn),
  );
  const withdrawn = new Map<string, KnownLine[]>();
  for (const line of stored) {
    if (!line.isWithdrawn) continue;
    const same = withdrawn.get(line.whole);
    if (same === undefined) withdrawn.set(line.whole, [line]);
    else same.push(line);
  }
  return lines.map((line, index) => known[index] ?? withdrawn.get(wholeOf(line))?.shift() ?? null);
}

const knownBy = (line: BankLine): KnownBy => ({
  day: dayOf(line.at),
  time: timeOf(line.at),
  reference: line.reference,
  code: line.code,
  details: line.details,
  isFailed: line.kind === "failed",
  amountCents: line.amountCents,
  balanceCents: line.balanceCents,
});

/** Some programs print a day as its midnight. */
function timeOf(at: string): string | null {
  const time = at.slice(11, 16);
  return time === "" || time === "00:00" ? null : time;
}

/** Everything that is stored of a line. */
const wholeOf = (line: BankLine) =>
  JSON.stringify([
    line.at,
    line.reference,
    line.code,
    line.details,
    line.party,
    line.accountTyped,
    line.kind,
    String(line.amountCents),
    line.balanceCents === null ? null : String(line.balanceCents),
  ]);

type StoredRow = {
  id: number;
  at: string;
  reference: string | null;
  code: string | null;
  learned_code: string | null;
  details: string;
  party: string | null;
  account_typed: string | null;
  kind: UploadedLine["kind"];
  amount_cents: Cents;
  balance_cents: Cents | null;
  state: string;
};

/** The lines of the account that have a day or a code of these, those that stand first, in the order in which they came. */
async function readStored(
  reader: Reader,
  accountId: number,
  lines: readonly BankLine[],
): Promise<(KnownLine & { whole: string })[]> {
  const days = [...new Set(lines.map(({ at }) => dayOf(at)))];
  const codes = lines
    .flatMap(({ reference, code }) => [reference, code])
    .filter((code) => code !== null && isMpesaCode(code));
  const { rows } = await sql<StoredRow>`
    WITH days AS MATERIALIZED (SELECT unnest(${days}::date[]) AS day), codes AS MATERIALIZED (SELECT unnest(${codes}::text[]) AS code),
    found AS (
      SELECT l.id FROM days JOIN statement_lines l ON l.account_id = ${accountId}::int AND l.on_day = days.day AND l.state <> 'withdrawn'
      UNION
      SELECT l.id FROM codes JOIN statement_lines l ON l.reference_key = codes.code WHERE l.account_id = ${accountId}::int AND l.state <> 'withdrawn'
      UNION
      SELECT l.id FROM codes JOIN statement_lines l ON l.code_key = codes.code WHERE l.account_id = ${accountId}::int AND l.state <> 'withdrawn'
      UNION
      SELECT l.id FROM statements s JOIN statement_line_sources o ON o.statement_id = s.id JOIN statement_lines l ON l.id = o.line_id
       WHERE s.account_id = ${accountId}::int AND s.withdrawn_at IS NOT NULL AND l.state = 'withdrawn' AND l.on_day IN (SELECT day FROM days))
    SELECT l.id, coalesce(to_char(l.at AT TIME ZONE 'Africa/Nairobi', 'YYYY-MM-DD"T"HH24:MI:SS'), l.on_day::text) AS at,
           l.reference, l.code, l.learned_code, l.details, l.party, l.account_typed, l.kind, l.amount_cents, l.balance_cents,
           l.state
      FROM found JOIN statement_lines l USING (id) ORDER BY l.id`.execute(reader);
  return rows.map(({ account_typed, amount_cents, balance_cents, learned_code, ...row }) => {
    const line = {
      ...row,
      accountTyped: account_typed,
      amountCents: amount_cents,
      balanceCents: balance_cents,
    };
    return {
      id: row.id,
      isWithdrawn: row.state === "withdrawn",
      isWithoutCode: mpesaCodeOf(line) === null,
      ...knownBy({ ...line, code: line.code ?? learned_code }),
      whole: wholeOf(line),
    };
  });
}

const receiptColumns = { receipt: "text", amount_cents: "bigint" } as const;

/**
 * For each live line, in their order, the line of the account with its receipt and direction, a charge aside (STAT-3); null if it is
 * new. One that stands comes first, then one of its amount; one that was withdrawn is the same only if it is of its amount.
 */
export async function readKnownLive(
  reader: Reader,
  accountId: number,
  lines: readonly BankLine[],
): Promise<({ id: number; amountCents: Cents } | null)[]> {
  const sent = lines.map(({ reference, amountCents }) => ({
    receipt: reference,
    amount_cents: amountCents,
  }));
  const { rows } = await sql<{ id: number | null; amount_cents: Cents }>`
    SELECT found.id, found.amount_cents FROM ${rowTable("sent", receiptColumns, sent)}
      LEFT JOIN LATERAL (
        SELECT l.id, l.amount_cents FROM statement_lines l
         WHERE (l.reference_key = sent.receipt OR (l.code_key = sent.receipt AND NOT coalesce(is_mpesa_code(l.reference_key), false)))
           AND l.account_id = ${accountId}::int AND sign(l.amount_cents) = sign(sent.amount_cents) AND l.kind NOT IN ('failed', 'charge')
           AND (l.state <> 'withdrawn' OR l.amount_cents = sent.amount_cents)
         ORDER BY l.state = 'withdrawn', l.amount_cents <> sent.amount_cents, l.id LIMIT 1) found ON true
     ORDER BY sent.place`.execute(reader);
  return rows.map(({ id, amount_cents: amountCents }) =>
    id === null ? null : { id, amountCents },
  );
}

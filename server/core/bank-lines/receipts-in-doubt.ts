// What officials read below a day's reconciliation (STAT-60, STAT-62): receipts that are on two lines, payments that two members claim,
// and lines that an office set aside, each in a sentence.
import { sql } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import { message, type Message } from "#messages/message.ts";
import type { Translate } from "#messages/translator.ts";
import type { Reader } from "#server/db/connection.ts";

/** The most of each of the three that are put into words. */
const MOST = 100;

type Doubt =
  | {
      is: "twins";
      reference: string;
      amount: Cents;
      day: PlainDate;
      account: string;
      twin: Omit<Line, "reference">;
    }
  | ({ is: "aside"; office: string; name: string; reason: string } & Line)
  | { is: "contested"; reference: string; amount: Cents; first: string; named: string };
type Line = { reference: string; amount: Cents; day: PlainDate; account: string };

/** How many payments up to the day two members claim. */
export async function countContested(reader: Reader, day: PlainDate): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT p.reference_key)::int AS count FROM payments p WHERE ${isContested(day)}`.execute(
    reader,
  );
  return rows[0]?.count ?? 0;
}

/** Waits against another's first claim, for a line up to the day. */
const isContested = (day: PlainDate) => sql`
  p.reference_standing = 'contests' AND p.status IN ('pending', 'pending_approval')
  AND EXISTS (SELECT FROM statement_lines l WHERE l.reference_key = p.reference_key AND l.on_day <= ${day}::date
              UNION ALL SELECT FROM statement_lines l WHERE l.code_key = p.reference_key AND l.on_day <= ${day}::date)`;

export async function sayReceiptsInDoubt(
  reader: Reader,
  day: PlainDate,
  t: Translate,
): Promise<string[]> {
  const doubts = [
    ...(await readTwins(reader, day)),
    ...(await readContested(reader, day)),
    ...(await readSetAsides(reader, day)),
  ];
  return doubts.map((doubt) => t(sayDoubt(doubt)));
}

function sayDoubt(doubt: Doubt): Message {
  switch (doubt.is) {
    case "twins": {
      const { reference, amount, day, account, twin } = doubt;
      return message("unexplained.twinsAre", {
        reference,
        amount,
        date: { day },
        where: account,
        otherAmount: twin.amount,
        otherDate: { day: twin.day },
        otherWhere: twin.account,
      });
    }
    case "contested": {
      const { reference, amount, first, named } = doubt;
      return message("unexplained.contestedIs", { reference, amount, first, named });
    }
    case "aside": {
      const { reference, amount, day, account, office, name, reason } = doubt;
      return message("unexplained.setAside", {
        reference,
        amount,
        date: { day },
        where: account,
        office,
        name,
        reason,
      });
    }
  }
}

/** Each two of them once. */
async function readTwins(reader: Reader, day: PlainDate): Promise<Doubt[]> {
  const { rows } = await sql<
    Line & { twin_amount: Cents; twin_day: PlainDate; twin_account: string }
  >`
    SELECT coalesce(l.reference, l.code, l.learned_code, '') AS reference, l.amount_cents AS amount, l.on_day AS day, a.name AS account,
           o.amount_cents AS twin_amount, o.on_day AS twin_day, b.name AS twin_account
      FROM standing_twins() t
      JOIN statement_lines l ON l.id = t.line_id JOIN statement_accounts a ON a.id = l.account_id
      JOIN statement_lines o ON o.id = t.twin_id JOIN statement_accounts b ON b.id = o.account_id
     WHERE t.line_id < t.twin_id AND least(l.on_day, o.on_day) <= ${day}::date
     ORDER BY l.on_day DESC, l.id DESC LIMIT ${MOST}`.execute(reader);
  return rows.map(({ twin_amount: amount, twin_day, twin_account: account, ...line }) => ({
    is: "twins",
    ...line,
    twin: { amount, day: twin_day, account },
  }));
}

async function readContested(reader: Reader, day: PlainDate): Promise<Doubt[]> {
  const { rows } = await sql<{ reference: string; amount: Cents; first: string; named: string }>`
    SELECT DISTINCT ON (p.reference_key) p.reference, p.amount_cents AS amount,
           holder.first_name || ' ' || holder.last_name || ' (' || holder.reg_number || ')' AS first,
           m.first_name || ' ' || m.last_name || ' (' || m.reg_number || ')' AS named
      FROM payments p JOIN members m ON m.id = p.member_id
      JOIN payments h ON h.reference_key = p.reference_key AND h.reference_standing = 'holds' AND h.member_id <> p.member_id
                     AND h.status IN ('pending', 'pending_approval')
      JOIN members holder ON holder.id = h.member_id
     WHERE ${isContested(day)}
     ORDER BY p.reference_key, p.id LIMIT ${MOST}`.execute(reader);
  return rows.map((row) => ({ is: "contested", ...row }));
}

async function readSetAsides(reader: Reader, day: PlainDate): Promise<Doubt[]> {
  const { rows } = await sql<Line & { office: string; name: string; reason: string }>`
    SELECT coalesce(l.reference, l.code, l.learned_code, '') AS reference, l.amount_cents AS amount, l.on_day AS day, a.name AS account,
           s.office, m.first_name || ' ' || m.last_name AS name, s.reason
      FROM statement_set_asides s JOIN statement_lines l ON l.id = s.line_id JOIN statement_accounts a ON a.id = l.account_id
      JOIN members m ON m.id = s.set_by
     WHERE s.undone_at IS NULL AND l.is_proved AND l.on_day <= ${day}::date
     ORDER BY s.id DESC LIMIT ${MOST}`.execute(reader);
  return rows.map((row) => ({ is: "aside", ...row }));
}

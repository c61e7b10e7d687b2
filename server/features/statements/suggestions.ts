// What open lines may be (STAT-13). Nothing here is certain: each suggestion says why, and a person decides.
import { sql } from "kysely";
import type { MatchKind, StatementLine } from "#contract/statement-lines.ts";
import type { PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import type { Translate } from "#messages/translator.ts";
import { toPerson } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";

type PersonJson = Parameters<typeof toPerson>[0];

type Why = "other-amount" | "account" | "account-claimed" | "name" | "name-claimed" | "entry";

type Suggestion = {
  line_id: number;
  kind: MatchKind;
  id: number | null;
  member: PersonJson | null;
  why: Why;
  /** What the payment was reported as. */
  cents: Cents | string | null;
  day: PlainDate | null;
};

/** Of each open line by its id, the likeliest first. */
export async function readSuggestions(
  reader: Reader,
  lineIds: readonly number[],
): Promise<ReadonlyMap<number, Suggestion[]>> {
  const found = new Map<number, Suggestion[]>();
  if (lineIds.length === 0) return found;
  const ids = [...lineIds];
  const { rows: people } = await suggestPeople(ids).execute(reader);
  const { rows: entries } = await suggestEntries(ids).execute(reader);
  for (const suggestion of [...people, ...entries]) {
    const others = found.get(suggestion.line_id) ?? [];
    const isReported = others.some(
      ({ kind, id, member }) =>
        kind === suggestion.kind &&
        id === suggestion.id &&
        member?.member_id === suggestion.member?.member_id,
    );
    if (!isReported) found.set(suggestion.line_id, [...others, suggestion]);
  }
  return found;
}

/**
 * Members whom the line may be of: by the account that the payer typed, or by a name that only one member has. Where the member
 * reported a payment of this amount, it is that payment; otherwise the kind is what the amount fits, and there is nothing to match
 * until it is recorded. The first is the payment whose reference is the line's and whose amount is not.
 */
const suggestPeople = (ids: number[]) => sql<Suggestion>`
  WITH line AS (
    SELECT l.*, CASE WHEN l.party IS NULL THEN '{}' ELSE ARRAY(
             SELECT DISTINCT word FROM regexp_split_to_table(lower(l.party), '[^[:alpha:]'']+') word WHERE length(word) > 1) END AS names
      FROM statement_lines l WHERE l.id = ANY (${ids}::int[]) AND l.kind = 'payment_in'),
  other_amount AS (
    SELECT line.id AS line_id, p.kind, p.id, p.member_id, p.amount_cents
      FROM line JOIN payments p ON p.reference_key = line.reference_key
     WHERE p.status <> 'rejected' AND p.amount_cents <> line.amount_cents
    UNION
    SELECT line.id, p.kind, p.id, p.member_id, p.amount_cents
      FROM line JOIN payments p ON p.reference_key = line.code_key
     WHERE p.status <> 'rejected' AND p.amount_cents <> line.amount_cents),
  typed AS (
    SELECT line.id AS line_id, m.id AS member_id FROM line JOIN members m ON lower(m.reg_number) = lower(line.account_typed)
    UNION
    -- A workbook drops the zeros before a number: where several members then fit, all of them are told.
    SELECT line.id, m.id FROM line JOIN members m ON ltrim(lower(m.reg_number), '0') = ltrim(line.account_typed, '0')
     WHERE line.account_typed ~ '^0*[1-9][0-9]*$'
    UNION
    SELECT line.id, m.id FROM line JOIN members m ON lower(m.username) = lower(line.account_typed)),
  named AS (
    SELECT line.id AS line_id, min(m.id) AS member_id
      FROM line JOIN members m ON (regexp_split_to_array(lower(m.first_name), '[^[:alpha:]'']+'))[1] = ANY (line.names)
       AND regexp_split_to_array(lower(m.first_name || ' ' || m.last_name), '[^[:alpha:]'']+') <@ line.names
     WHERE m.status IN ('active', 'dormant') AND m.exited_on IS NULL
     GROUP BY line.id HAVING count(*) = 1),
  person AS (
    SELECT line_id, member_id, 'account' AS why FROM typed
    UNION ALL
    SELECT line_id, member_id, 'name' FROM named WHERE NOT EXISTS (SELECT FROM typed WHERE typed.line_id = named.line_id)),
  -- What each of them owes, or pays monthly.
  fitting AS (
    SELECT person.*, line.amount_cents,
           (SELECT p.id FROM payments p WHERE p.member_id = person.member_id AND p.amount_cents = line.amount_cents
               AND p.status IN ('pending', 'pending_approval') AND p.paid_on BETWEEN line.on_day - 3 AND line.on_day + 3
               AND NOT EXISTS (SELECT FROM statement_matches t WHERE t.payment_id = p.id AND t.undone_at IS NULL)
             ORDER BY p.id LIMIT 1) AS payment_id,
           line.amount_cents % nullif(g.monthly_contribution_cents, 0) = 0 AND line.amount_cents <= 24 * g.monthly_contribution_cents AS is_monthly,
           line.amount_cents = (SELECT sum(f.amount_cents - f.paid_cents - f.written_off_cents) FROM fines f
                                 WHERE f.member_id = person.member_id) AS is_fines,
           EXISTS (SELECT FROM loans n WHERE n.member_id = person.member_id AND n.status IN ('active', 'default')
                      AND line.amount_cents <= n.balance_cents
                      AND line.amount_cents IN (n.balance_cents, (n.amount_cents + n.interest_cents + n.term_months - 1) / nullif(n.term_months, 0))) AS is_loan
      FROM person JOIN line ON line.id = person.line_id CROSS JOIN group_settings g)
  SELECT told.line_id, told.kind, told.id, told.why, told.cents::text AS cents, NULL::date AS day,
         json_build_object('member_id', m.id, 'username', m.username, 'first_name', m.first_name, 'last_name', m.last_name,
                           'reg_number', m.reg_number) AS member
    FROM (
      SELECT line_id, kind, id, member_id, 'other-amount' AS why, amount_cents AS cents, 1 AS place FROM other_amount
      UNION ALL
      SELECT f.line_id, p.kind, p.id, f.member_id, f.why || '-claimed', p.amount_cents, 2
        FROM fitting f JOIN payments p ON p.id = f.payment_id
      UNION ALL
      SELECT line_id, CASE WHEN is_fines THEN 'fine_payment' WHEN is_loan AND NOT is_monthly THEN 'loan_payment' ELSE 'contribution' END,
             NULL, member_id, why, NULL, 3
        FROM fitting WHERE payment_id IS NULL AND (why = 'account' OR is_monthly OR is_fines OR is_loan)
         -- Its reference is already on a payment of theirs, which is suggested.
         AND NOT EXISTS (SELECT FROM other_amount o WHERE o.line_id = fitting.line_id AND o.member_id = fitting.member_id)) told
    JOIN members m ON m.id = told.member_id
   ORDER BY told.place, told.line_id, told.id`;

/** Journal entries on the bank with the line's amount and no line of their own: one of its day, else one within three days. */
const suggestEntries = (ids: number[]) => sql<Suggestion>`
  WITH near AS (
    SELECT l.id AS line_id, e.id, e.business_date, e.business_date = l.on_day AS same_day
      FROM statement_lines l
      JOIN postings p ON abs(p.amount_cents) = abs(l.amount_cents) AND p.account = 'bank' AND p.amount_cents = l.amount_cents
       AND p.business_date BETWEEN l.on_day - 3 AND l.on_day + 3
      JOIN entries e ON e.id = p.entry_id
     WHERE l.id = ANY (${ids}::int[]) AND l.kind IN ('payment_in', 'payment_out', 'charge')
       AND e.source_kind <> 'payment' AND e.reverses IS NULL
       AND NOT EXISTS (SELECT FROM entries r WHERE r.reverses = e.id)
       AND NOT EXISTS (SELECT FROM statement_matches t WHERE t.entry_id = e.id AND t.undone_at IS NULL)),
  single AS (
    SELECT line_id, CASE WHEN count(*) FILTER (WHERE same_day) = 1 THEN min(id) FILTER (WHERE same_day)
                         WHEN count(*) = 1 THEN min(id) END AS id
      FROM near GROUP BY line_id)
  SELECT s.line_id, 'entry' AS kind, s.id, NULL AS member, 'entry' AS why, NULL AS cents, e.business_date AS day
    FROM single s JOIN entries e ON e.id = s.id ORDER BY s.line_id`;

/** As an answer has it, in the reader's language. */
export function tellSuggestion(
  { kind, id, member, why, cents, day }: Suggestion,
  t: Translate,
): StatementLine["suggestions"][number] {
  return {
    kind,
    id,
    member: member === null ? null : toPerson(member),
    reason:
      why === "other-amount"
        ? t("statementLines.suggested.other-amount", { amount: BigInt(cents ?? 0) })
        : why === "entry"
          ? t("statementLines.suggested.entry", { date: { day: day ?? "" } })
          : t(`statementLines.suggested.${why}`),
    ...(why === "other-amount" ? { needs_reason: true as const } : {}),
  };
}

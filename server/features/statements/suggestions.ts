// What open lines may be (STAT-13). Nothing here is certain: each suggestion says why, and a person decides.
import {
  CONTRIBUTION,
  FINE_PAYMENT,
  LOAN_PAYMENT,
  paymentKinds,
} from "#domain/payments/payment-kinds.ts";
import { sql } from "kysely";
import type { MatchKind, StatementLine } from "#contract/statement-lines.ts";
import type { PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import type { Translate } from "#messages/translator.ts";
import { accountKeysIn, paidForIn } from "#domain/statements/account-typed.ts";
import { toPerson } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";
import { rowTable } from "#server/db/prepared-queries/prepared-query.ts";

type PersonJson = Parameters<typeof toPerson>[0];

type Why =
  | "other-amount"
  | "zeros"
  | "account"
  | "account-word"
  | "account-fits"
  | "account-loan"
  | "account-fines"
  | "account-claimed"
  | "name"
  | "name-claimed"
  | "entry";

type Suggestion = {
  line_id: number;
  kind: MatchKind;
  id: number | null;
  member: PersonJson | null;
  why: Why;
  /** What the payment was reported as. */
  cents: Cents | string | null;
  day: PlainDate | null;
  /** By which the payer said what it is for. */
  word: string | null;
};

/** Of each open line by its id, the likeliest first. */
export async function readSuggestions(
  reader: Reader,
  lines: readonly TypedLine[],
): Promise<ReadonlyMap<number, Suggestion[]>> {
  const found = new Map<number, Suggestion[]>();
  if (lines.length === 0) return found;
  const ids = lines.map(({ id }) => id);
  const { rows: people } = await suggestPeople(ids, lines).execute(reader);
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

const keyColumns = { line_id: "int", key: "text" } as const;
const wordColumns = { line_id: "int", kind: "text", word: "text" } as const;

/**
 * Members whom the line may be of: by the account that the payer typed, or by a name that only one member has. Where the member
 * reported payments of this amount, it is one of these; otherwise what the payer says that it is for, else each kind that the amount
 * fits, else, for whom the payer typed, each kind that they could pay. Then there is nothing to match until it is recorded. The first
 * is the payment whose reference is the line's and whose amount is not.
 */
/** In the order in which lists name them. */
const literalKinds = sql.join(paymentKinds.map((kind) => sql.lit(kind)));

const suggestPeople = (ids: number[], lines: readonly TypedLine[]) => sql<Suggestion>`
  WITH line AS (
    SELECT l.*, CASE WHEN l.party IS NULL THEN '{}' ELSE name_tokens(l.party) END AS names
      FROM statement_lines l WHERE l.id = ANY (${ids}::int[]) AND l.kind = 'payment_in'),
  key AS (SELECT line_id, key FROM ${rowTable("keys", keyColumns, keysOf(lines))}),
  said AS (SELECT line_id, kind, word FROM ${rowTable("words", wordColumns, wordsOf(lines))}),
  other_amount AS (
    SELECT line.id AS line_id, p.kind, p.id, p.member_id, p.amount_cents
      FROM line JOIN payments p ON p.reference_key = line.reference_key
     WHERE p.status <> 'rejected' AND p.amount_cents <> line.amount_cents
    UNION
    SELECT line.id, p.kind, p.id, p.member_id, p.amount_cents
      FROM line JOIN payments p ON p.reference_key = line.code_key
     WHERE p.status <> 'rejected' AND p.amount_cents <> line.amount_cents),
  -- A number cell drops the zeros before a reference: it is offered, since both may be references.
  zeros AS (
    SELECT line.id AS line_id, p.kind, p.id, p.member_id, p.amount_cents
      FROM line JOIN payments p ON p.amount_cents = line.amount_cents AND p.paid_on BETWEEN line.on_day - 31 AND line.on_day + 31
     WHERE line.reference_key ~ '^[0-9]+$' AND p.reference_key ~ '^[0-9]+$' AND p.reference_key <> line.reference_key
       AND ltrim(p.reference_key, '0') = ltrim(line.reference_key, '0') AND p.status IN ('pending', 'pending_approval')
       AND NOT EXISTS (SELECT FROM statement_matches t WHERE t.payment_id = p.id AND t.undone_at IS NULL)),
  typed AS (
    SELECT key.line_id, m.id AS member_id FROM key JOIN members m ON plain_account(m.reg_number) = key.key
    UNION
    SELECT key.line_id, m.id FROM key JOIN members m ON plain_account(m.username) = key.key
    UNION
    -- A workbook drops the zeros before a number: where several members then fit, all of them are told.
    SELECT line.id, m.id FROM line JOIN members m ON ltrim(lower(m.reg_number), '0') = ltrim(line.account_typed, '0')
     WHERE line.account_typed ~ '^0*[1-9][0-9]*$'),
  named AS (
    SELECT line.id AS line_id, min(m.id) AS member_id
      FROM line JOIN members m ON first_word(m.first_name || ' ' || m.last_name) = ANY (line.names)
       AND name_tokens(m.first_name || ' ' || m.last_name) <@ line.names
     WHERE m.status IN ('active', 'dormant') AND m.exited_on IS NULL
     GROUP BY line.id HAVING count(*) = 1),
  person AS (
    SELECT line_id, member_id, 'account' AS why FROM typed
    UNION ALL
    SELECT line_id, member_id, 'name' FROM named WHERE NOT EXISTS (SELECT FROM typed WHERE typed.line_id = named.line_id)),
  claimed AS (
    SELECT person.line_id, person.member_id, person.why, p.kind, p.id, p.amount_cents
      FROM person JOIN line ON line.id = person.line_id
      JOIN payments p ON p.member_id = person.member_id AND p.amount_cents = line.amount_cents
       AND p.status IN ('pending', 'pending_approval') AND p.collection_id IS NULL AND p.paid_on BETWEEN line.on_day - 3 AND line.on_day + 3
       AND NOT EXISTS (SELECT FROM statement_matches t WHERE t.payment_id = p.id AND t.undone_at IS NULL)),
  -- What each of the others owes, or pays monthly.
  owing AS (
    SELECT person.*, line.amount_cents, g.monthly_contribution_cents AS monthly,
           (SELECT sum(f.amount_cents - f.paid_cents - f.written_off_cents) FROM fines f WHERE f.member_id = person.member_id) AS fines,
           ARRAY(SELECT unnest(ARRAY[n.balance_cents, (n.amount_cents + n.interest_cents + n.term_months - 1) / nullif(n.term_months, 0)])
                   FROM loans n WHERE n.member_id = person.member_id AND n.status IN ('active', 'default') AND n.balance_cents > 0
                    AND line.amount_cents <= n.balance_cents) AS loan_sums,
           EXISTS (SELECT FROM loans n WHERE n.member_id = person.member_id AND n.status IN ('active', 'default')
                      AND n.balance_cents > 0) AS has_loan
      FROM person JOIN line ON line.id = person.line_id CROSS JOIN group_settings g
     WHERE NOT EXISTS (SELECT FROM claimed c WHERE c.line_id = person.line_id AND c.member_id = person.member_id)
       -- Its reference is already on a payment of theirs, which is suggested.
       AND NOT EXISTS (SELECT FROM other_amount o WHERE o.line_id = person.line_id AND o.member_id = person.member_id)),
  possible AS (
    SELECT o.line_id, o.member_id, o.why, k.kind, k.fits, said.word,
           bool_or(k.fits) OVER each AS has_fitting, bool_or(said.word IS NOT NULL) OVER each AS has_said
      FROM owing o
      CROSS JOIN LATERAL (VALUES
        (${sql.lit(CONTRIBUTION)}, true, o.amount_cents % nullif(o.monthly, 0) = 0 AND o.amount_cents <= 24 * o.monthly),
        (${sql.lit(LOAN_PAYMENT)}, o.has_loan, o.amount_cents = ANY (o.loan_sums)),
        (${sql.lit(FINE_PAYMENT)}, o.fines > 0, o.amount_cents = o.fines)) k (kind, can, fits)
      LEFT JOIN said ON said.line_id = o.line_id AND said.kind = k.kind
     WHERE k.can
    WINDOW each AS (PARTITION BY o.line_id, o.member_id)),
  likely AS (
    SELECT line_id, member_id, kind, word,
           CASE WHEN why = 'name' THEN 'name' WHEN word IS NOT NULL THEN 'account-word' WHEN fits THEN 'account-fits'
                WHEN kind = ${sql.lit(LOAN_PAYMENT)} THEN 'account-loan' WHEN kind = ${sql.lit(FINE_PAYMENT)} THEN 'account-fines' ELSE 'account' END AS why
      FROM possible
     WHERE CASE WHEN why = 'name' THEN fits AND (word IS NOT NULL OR NOT has_said)
                WHEN has_said THEN word IS NOT NULL WHEN has_fitting THEN fits ELSE true END)
  SELECT told.line_id, told.kind, told.id, told.why, told.cents::text AS cents, NULL::date AS day, told.word,
         json_build_object('member_id', m.id, 'username', m.username, 'first_name', m.first_name, 'last_name', m.last_name,
                           'reg_number', m.reg_number) AS member
    FROM (
      SELECT line_id, kind, id, member_id, 'other-amount' AS why, amount_cents AS cents, NULL AS word, 1 AS place FROM other_amount
      UNION ALL
      SELECT line_id, kind, id, member_id, 'zeros', amount_cents, NULL, 1 FROM zeros
      UNION ALL
      SELECT line_id, kind, id, member_id, why || '-claimed', amount_cents, NULL, 2 FROM claimed
      UNION ALL
      SELECT line_id, kind, NULL, member_id, why, NULL, word, 3 FROM likely) told
    JOIN members m ON m.id = told.member_id
   ORDER BY told.place, told.line_id, told.id, m.id, array_position(ARRAY[${literalKinds}], told.kind)`;

type TypedLine = { id: number; account_typed: string | null };

const keysOf = (lines: readonly TypedLine[]) =>
  lines.flatMap(({ id, account_typed: typed }) =>
    accountKeysIn(typed ?? "").map((key) => ({ line_id: id, key })),
  );

const wordsOf = (lines: readonly TypedLine[]) =>
  lines.flatMap(({ id, account_typed: typed }) =>
    paidForIn(typed ?? "").map((named) => ({ line_id: id, ...named })),
  );

/**
 * Journal entries on the bank with the line's amount and no line of their own: one of its day, else one within three days, else one
 * within 31, since money is often booked when it is noticed.
 */
const suggestEntries = (ids: number[]) => sql<Suggestion>`
  WITH near AS (
    SELECT l.id AS line_id, e.id, abs(coalesce(r.paid_on, e.business_date) - l.on_day) AS days
      FROM statement_lines l
      JOIN postings p ON abs(p.amount_cents) = abs(l.amount_cents) AND p.account = 'bank' AND p.amount_cents = l.amount_cents
       AND p.business_date BETWEEN l.on_day - 31 AND l.on_day + 31
      JOIN entries e ON e.id = p.entry_id
      LEFT JOIN entry_references r ON r.entry_id = e.id
     WHERE l.id = ANY (${ids}::int[]) AND l.kind IN ('payment_in', 'payment_out', 'charge')
       AND e.source_kind <> 'payment' AND e.reverses IS NULL
       AND NOT EXISTS (SELECT FROM entries r WHERE r.reverses = e.id)
       AND NOT EXISTS (SELECT FROM statement_matches t WHERE t.entry_id = e.id AND t.undone_at IS NULL)),
  single AS (
    SELECT line_id, CASE WHEN count(*) FILTER (WHERE days = 0) = 1 THEN min(id) FILTER (WHERE days = 0)
                         WHEN count(*) FILTER (WHERE days <= 3) = 1 THEN min(id) FILTER (WHERE days <= 3)
                         WHEN count(*) = 1 THEN min(id) END AS id
      FROM near GROUP BY line_id)
  SELECT s.line_id, 'entry' AS kind, s.id, NULL AS member, 'entry' AS why, NULL AS cents, e.business_date AS day, NULL AS word
    FROM single s JOIN entries e ON e.id = s.id ORDER BY s.line_id`;

/** As an answer has it, in the reader's language. */
export function tellSuggestion(
  { kind, id, member, why, cents, day, word }: Suggestion,
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
          : why === "account-word"
            ? t("statementLines.suggested.account-word", { word: word ?? "" })
            : t(`statementLines.suggested.${why}`),
    ...(why === "other-amount" ? { needs_reason: true as const } : {}),
  };
}

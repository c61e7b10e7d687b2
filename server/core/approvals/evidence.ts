// The statements' evidence for a payment (STAT-20). The database computes it on every read (`evidence_of`).
import { sql, type RawBuilder } from "kysely";
import type { Evidence, EvidenceState } from "#contract/approvals.ts";
import type { Person } from "#contract/people.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { message } from "#messages/message.ts";
import type { Translate } from "#messages/translator.ts";
import { personIn } from "#server/core/members/member-directory.ts";

const ofPayment = sql`evidence_of(payments.id, payments.reference_key, payments.amount_cents, payments.paid_on)`;

/**
 * Only the state, as a column of `payments`. It skips the search where the group has no statement account, and for a
 * payment that is matched with a line of its amount, so that counting thousands stays fast.
 */
export const evidenceState = sql<EvidenceState>`
  CASE WHEN NOT EXISTS (SELECT FROM statement_accounts) THEN 'none'
       WHEN (
         SELECT true FROM statement_matches own JOIN statement_lines l ON l.id = own.line_id
          WHERE own.payment_id = payments.id AND own.undone_at IS NULL AND l.amount_cents = payments.amount_cents
            AND NOT EXISTS (
              SELECT FROM statement_lines back
               WHERE back.code_key = ANY (ARRAY[l.reference_key, l.code_key]) AND back.account_id = l.account_id
                 AND back.amount_cents = -l.amount_cents AND back.kind = 'payment_out' AND back.is_proved AND back.on_day >= l.on_day)
          LIMIT 1) THEN 'confirmed'
       ELSE (SELECT state FROM ${ofPayment}) END`;

type Reason =
  | "reference"
  | "code"
  | "by_hand"
  | "amount"
  | "direction"
  | "reversed"
  | "taken"
  | "covered"
  | "not_covered";

export type FoundEvidence = {
  state: EvidenceState;
  reason: Reason;
  line: {
    id: number;
    at: string;
    /** As text: a JSON number would lose cents. */
    cents: string;
    reference: string | null;
    details: string;
    uploaded_by: Person;
  } | null;
};

/** The state with its reason and line, as a column of `payments`, for `toEvidence`. */
export const evidenceColumn: RawBuilder<FoundEvidence> = sql<FoundEvidence>`(
  SELECT json_build_object('state', said.state, 'reason', said.reason, 'line',
           CASE WHEN line.id IS NOT NULL THEN json_build_object(
             'id', line.id, 'cents', line.amount_cents::text, 'reference', line.reference, 'details', line.details,
             'uploaded_by', (
               SELECT ${personIn("s.uploaded_by")} FROM statement_line_sources o JOIN statements s ON s.id = o.statement_id
                WHERE o.line_id = line.id AND s.withdrawn_at IS NULL ORDER BY s.is_proof DESC, o.statement_id LIMIT 1),
             'at', coalesce(to_char(line.at AT TIME ZONE 'Africa/Nairobi', 'YYYY-MM-DD"T"HH24:MI:SS"+03:00"'), line.on_day::text)) END)
    FROM ${ofPayment} said LEFT JOIN statement_lines line ON line.id = said.line_id)`;

/** `evidence` of an item in an approval list. */
export function toEvidence(found: FoundEvidence, t: Translate): Evidence {
  const { state, reason, line } = found;
  if (line === null) return { state, reason: t(reasons[reason as "covered" | "not_covered"]) };
  const cents: Cents = BigInt(line.cents);
  return {
    state,
    reason: sayOfLine(reason, cents, t),
    line: {
      id: line.id,
      at: line.at,
      amount: toKes(cents),
      reference: line.reference,
      details: line.details,
    },
    uploaded_by: line.uploaded_by,
  };
}

const reasons = { covered: "evidence.covered", not_covered: "evidence.notCovered" } as const;

function sayOfLine(reason: Reason, cents: Cents, t: Translate): string {
  if (reason === "amount") return t("evidence.amount", { amount: cents });
  if (reason === "direction" || reason === "reversed")
    return t(`evidence.${reason}`, { amount: -cents });
  const sentences = {
    reference: message("evidence.reference"),
    code: message("evidence.code"),
    by_hand: message("evidence.byHand"),
    taken: message("evidence.taken"),
  };
  return t(sentences[reason as keyof typeof sentences]);
}

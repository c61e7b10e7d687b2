// The statements' evidence for a payment (STAT-20). The database computes it on every read (`evidence_of`).
import { sql, type RawBuilder } from "kysely";
import type { Evidence, EvidenceState } from "#contract/approvals.ts";
import type { Person } from "#contract/people.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { message, type Message } from "#messages/message.ts";
import type { Translate } from "#messages/translator.ts";
import { isInFile } from "#server/core/bank-lines/lines-of-statement.ts";
import { personIn } from "#server/core/members/member-directory.ts";
import type { Tx } from "#server/db/connection.ts";
import { anyOf, preparedQuery } from "#server/db/prepared-queries/prepared-query.ts";

const ofPayment = sql`evidence_of(payments.id, payments.reference_key, payments.amount_cents, payments.paid_on)`;

/** Only the state, as a column of `payments`. It skips the search where the group has no statement account. */
export const evidenceState = sql<EvidenceState>`
  CASE WHEN NOT EXISTS (SELECT FROM statement_accounts) THEN 'none' ELSE (SELECT state FROM ${ofPayment}) END`;

type Reason =
  | "reference"
  | "code"
  | "by_hand"
  | "amount"
  | "parts"
  | "named"
  | "twins"
  | "direction"
  | "reversed"
  | "taken"
  | "lacking"
  | "covered"
  | "not_covered";

export type FoundEvidence = {
  state: EvidenceState;
  reason: Reason;
  source: Evidence["source"];
  line: {
    id: number;
    at: string;
    /** As text: a JSON number would lose cents. */
    cents: string;
    reference: string | null;
    details: string;
    /** Null if no statement has the line, only M-PESA itself. */
    uploaded_by: Person | null;
    /** Whom the line names instead of who claims it (STAT-61). */
    named: Person | null;
    /** What the claimant's payments with this reference come to, as text (STAT-63). */
    claimed: string;
    /** Why an office set a line with the same receipt aside (STAT-60). */
    set_aside: { by: Person; reason: string } | null;
  } | null;
};

/** Where its line comes from; what a callback told of proves nothing, and is said where nothing else is known (MPESA-5). */
const sourceOf = sql`
  CASE WHEN line.id IS NOT NULL THEN CASE WHEN ${isInFile("line.id", { isProof: false })} THEN 'statement' ELSE 'live' END
       WHEN said.state = 'none' AND EXISTS (
         SELECT FROM statement_lines told
          WHERE told.reference_key = payments.reference_key AND told.live = 'told' AND NOT told.is_proved AND told.kind = 'payment_in')
       THEN 'told' END`;

/** The state with its reason and line, as a column of `payments`, for `toEvidence`. */
export const evidenceColumn: RawBuilder<FoundEvidence> = sql<FoundEvidence>`(
  SELECT json_build_object('state', said.state, 'reason', said.reason, 'source', ${sourceOf}, 'line',
           CASE WHEN line.id IS NOT NULL THEN json_build_object(
             'id', line.id, 'cents', line.amount_cents::text, 'reference', line.reference, 'details', line.details,
             'named', ${personIn("said.named_id")}, 'claimed', said.claimed::text,
             'set_aside', (
               SELECT json_build_object('by', ${personIn("aside.set_by")}, 'reason', aside.reason)
                 FROM statement_twins twin JOIN statement_set_asides aside ON aside.line_id = twin.twin_id AND aside.undone_at IS NULL
                WHERE twin.line_id = line.id ORDER BY aside.id LIMIT 1),
             'uploaded_by', (
               SELECT ${personIn("s.uploaded_by")} FROM statement_line_sources o JOIN statements s ON s.id = o.statement_id
                WHERE o.line_id = line.id AND s.withdrawn_at IS NULL ORDER BY s.is_proof DESC, o.statement_id LIMIT 1),
             'at', coalesce(to_char(line.at AT TIME ZONE 'Africa/Nairobi', 'YYYY-MM-DD"T"HH24:MI:SS"+03:00"'), line.on_day::text)) END)
    FROM ${ofPayment} said LEFT JOIN statement_lines line ON line.id = said.line_id)`;

const selectEvidence = preparedQuery((tx, ids: readonly number[]) =>
  tx
    .selectFrom("payments")
    .select(["payments.id", evidenceColumn.as("evidence")])
    .where("payments.id", "=", anyOf("int", ids)),
);

/** What the statements say of these payments now, by id. */
export async function readEvidence(
  tx: Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, FoundEvidence>> {
  if (ids.length === 0) return new Map();
  const rows = await selectEvidence(tx, ids);
  return new Map(rows.map(({ id, evidence }) => [id, evidence]));
}

/** `evidence` of an item in an approval list. It does not show its claimant whom the line names (STAT-61). */
export function toEvidence(found: FoundEvidence, t: Translate, isOwn: boolean): Evidence {
  const { state, source, line } = found;
  const reason = t(evidenceMessage(found, { isOwn }));
  if (line === null) return { state, source, reason };
  const { named, set_aside: setAside } = line;
  return {
    state,
    source,
    reason,
    line: {
      id: line.id,
      at: line.at,
      amount: toKes(BigInt(line.cents)),
      reference: line.reference,
      details: line.details,
    },
    ...(line.uploaded_by === null ? {} : { uploaded_by: line.uploaded_by }),
    ...(named === null || isOwn ? {} : { named }),
    ...(setAside === null ? {} : { set_aside: setAside }),
  };
}

/** The sentence of it; its own claimant does not read whom the line names (STAT-61). */
export function evidenceMessage(
  { reason, source, line }: FoundEvidence,
  { isOwn }: { isOwn: boolean },
): Message {
  if (source === "told") return message("evidence.told");
  if (line === null)
    return message(reason === "covered" ? "evidence.covered" : "evidence.notCovered");
  const [cents, claimed] = [BigInt(line.cents), BigInt(line.claimed)];
  const { named } = line;
  if (reason === "amount") return message("evidence.amount", { amount: cents });
  if (reason === "parts") return sayParts({ line: cents, claimed });
  if (reason === "direction" || reason === "reversed")
    return message(`evidence.${reason}`, { amount: -cents });
  if (reason === "named" && named !== null && !isOwn)
    return message("evidence.named", { member: named.full_name, number: named.reg_number });
  const sentences = {
    lacking: message("evidence.lacking"),
    reference: message("evidence.reference"),
    code: message("evidence.code"),
    by_hand: message("evidence.byHand"),
    taken: message("evidence.taken"),
    twins: message("evidence.twins"),
    named: message("evidence.namedElse"),
  };
  return sentences[reason as keyof typeof sentences];
}

/** What several payments of one reference lack of their line, or have above it (STAT-63). */
function sayParts({ line, claimed }: { line: Cents; claimed: Cents }): Message {
  const facts = { claimed, amount: line };
  return claimed < line
    ? message("evidence.partsMissing", { ...facts, missing: line - claimed })
    : message("evidence.partsAbove", { ...facts, above: claimed - line });
}

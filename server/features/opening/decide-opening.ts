// The decision on a proposed sheet, saved and reported to the audit log; refusing one (OPEN-31).
import { toKes } from "#domain/money.ts";
import { officeOf, type Office } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import type { Tx } from "#server/db/connection.ts";
import type { By } from "./bringing.ts";
import { tellOfAcceptance, tellOfEnd } from "./opening-mails.ts";

/** Nobody else decides on it until the transaction ends; refuses with `not-found`. */
export async function lockOpening(tx: Tx, id: number) {
  const opening = await tx
    .selectFrom("openings")
    .selectAll()
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (opening === undefined) throw refuse("not-found");
  return opening;
}

export type OpeningRow = Awaited<ReturnType<typeof lockOpening>>;

/** The same, and refuses one that does not wait for a decision. */
export async function lockProposed(tx: Tx, id: number): Promise<OpeningRow> {
  const opening = await lockOpening(tx, id);
  if (opening.status !== "proposed") throw refuse("opening-is-decided");
  return opening;
}

/** The office by which somebody acts; the endpoint lets only officials through. */
export function requireOffice(by: By): Office {
  const office = officeOf(by.actor);
  if (office === null) throw refuse("forbidden");
  return office;
}

export async function refuseOpening(
  tx: Tx,
  by: By,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const { cut_over_on: cutOver } = await lockProposed(tx, id);
  await decide(tx, by, { id, outcome: "refused", office: requireOffice(by), reason });
  await tellOfEnd(tx, by, { which: "refused", cutOver, reason });
}

/** Saves the decision; an acceptance is reported to the audit log once all is posted. */
export async function decide(
  tx: Tx,
  by: By,
  decision: {
    id: number;
    outcome: "accepted" | "refused";
    office: Office;
    reason: string | null;
  },
): Promise<void> {
  const { id, outcome, office, reason } = decision;
  await tx
    .updateTable("openings")
    .set({
      outcome,
      decided_by: by.actor.id,
      decided_office: office,
      decided_at: by.now,
      reason,
    })
    .where("id", "=", id)
    .execute();
  if (outcome === "refused") await tellDecision(tx, by, { id, outcome, after: { office, reason } });
}

export async function tellAcceptance(
  tx: Tx,
  by: By,
  opening: OpeningRow,
  office: Office,
): Promise<void> {
  const after = {
    office,
    date: opening.cut_over_on,
    total_savings: toKes(opening.savings_cents),
    difference: toKes(opening.difference_cents),
  };
  await tellDecision(tx, by, { id: opening.id, outcome: "accepted", after });
  const { members, cut_over_on: cutOver, savings_cents: savingsCents } = opening;
  await tellOfAcceptance(tx, by, { cutOver, members, savingsCents });
}

async function tellDecision(
  tx: Tx,
  by: By,
  decided: { id: number; outcome: "accepted" | "refused"; after: Record<string, unknown> },
): Promise<void> {
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: decided.outcome === "accepted" ? "openings.accept" : "openings.refuse",
    subject: "opening",
    subjectId: decided.id,
    after: decided.after,
    address: by.origin.address,
  });
}

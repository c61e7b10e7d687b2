// Reconciliation: routes, then what they read and write.
import * as contract from "#contract/reconciliation.ts";
import { can, officeOf } from "#domain/permissions.ts";
import { type Figures, readFigures } from "#server/core/bank-lines/reconciliation-figures.ts";
import { readReconciliation } from "#server/core/bank-lines/reconciliation.ts";
import { inSnapshot, violatedConstraint, type Tx } from "#server/db/connection.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { sql } from "kysely";
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type { acceptReconciliation as endpoint } from "#contract/reconciliation.ts";
import type { Reconciliation } from "#contract/reconciliation.ts";
import type { PlainDate } from "#domain/calendar.ts";
import type { Translate } from "#messages/translator.ts";
import type { ApprovingOffice } from "#domain/approvals/two-officials.ts";
import { type Cents, fromKes, toKes } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import type { SignedInRequest } from "#server/platform/request.ts";

export function reconciliationRoutes(routes: Routes): void {
  routes.read(contract.getReconciliation, (reader, { actor, query: { date }, t }) =>
    inSnapshot(reader, (snapshot) =>
      readReconciliation(snapshot, {
        date,
        callerId: actor.id,
        withItems: can(actor, "reconciliation.read-lists"),
        t,
      }),
    ),
  );

  // Waits for whatever is being written, so that what comes later has later numbers.
  routes.write(contract.acceptReconciliation, acceptReconciliation, { changesMembership: true });
}

// An office's word that books and bank agree at the end of a day (STAT-33).

/**
 * Refuses another difference or number of open items than was seen, a day that is not explained without a reason, an
 * opening difference that the office meets first without one, what the office has accepted, and one person for both
 * offices.
 */
export async function acceptReconciliation(
  tx: Tx,
  { actor, now, origin, t, body }: SignedInRequest<unknown, BodyOf<typeof endpoint>>,
): Promise<ReplyOf<typeof endpoint>> {
  const office = officeOf(actor) as ApprovingOffice;
  const callerId = actor.id;
  const { date, reason } = body;
  const read = await readReconciliation(tx, { date, callerId, withItems: false, t });
  const figures = await readFigures(tx, date);
  if (figures.difference_cents !== body.difference_seen)
    throw refuse("figures-changed").at("difference_seen");
  if (read.open_count !== (body.open_seen ?? 0)) throw refuse("figures-changed").at("open_seen");
  const needsReason = !read.explained || (await isNewOpeningDifference(tx, office, figures));
  if (needsReason && reason === undefined)
    throw refuse("reconciliation-reason-required").at("reason");
  const open = { open_count: read.open_count, open_cents: fromKes(read.open_total) };
  const id = await insert(tx, {
    ...figures,
    ...open,
    is_explained: read.explained,
    on_day: date,
    office,
    member_id: actor.id,
    accepted_at: now,
    reason: reason ?? null,
  });
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "reconciliation.accept",
    subject: "reconciliation",
    subjectId: id,
    after: {
      date,
      office,
      ...Object.fromEntries(
        Object.entries(figures).map(([name, cents]) => [name.replace("_cents", ""), toKes(cents)]),
      ),
      open_items: read.open_count,
      open_total: read.open_total,
      explained: read.explained,
      ...(reason === undefined ? {} : { reason }),
    },
    address: origin.address,
  });
  const reconciliation = await readReconciliation(tx, { date, callerId, withItems: true, t });
  return { detail: sayAccepted(reconciliation, date, t), reconciliation };
}

function sayAccepted(
  { accepted, explained, open_total }: Reconciliation,
  day: PlainDate,
  t: Translate,
): string {
  const date = { day };
  const isByBoth = accepted.length === 2;
  if (explained)
    return isByBoth
      ? t("done.reconciliation.agreed", { date })
      : t("done.reconciliation.accepted", { date });
  const facts = { date, amount: fromKes(open_total) };
  return isByBoth
    ? t("done.reconciliation.agreedOpen", facts)
    : t("done.reconciliation.acceptedOpen", facts);
}

/** STAT-32: whether the office has not accepted this opening difference with a reason before. */
async function isNewOpeningDifference(
  tx: Tx,
  office: ApprovingOffice,
  { opening_difference_cents: cents }: Figures,
): Promise<boolean> {
  if (cents === 0n) return false;
  const accepted = await tx
    .selectFrom("reconciliation_acceptances")
    .select("id")
    .where("office", "=", office)
    .where("opening_difference_cents", "=", cents)
    .where("reason", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return accepted === undefined;
}

type Row = Figures & {
  open_count: number;
  open_cents: Cents;
  is_explained: boolean;
  on_day: string;
  office: ApprovingOffice;
  member_id: number;
  accepted_at: Date;
  reason: string | null;
};

const last = (table: "entries" | "statements" | "statement_matches") =>
  sql<number>`(SELECT coalesce(max(id), 0) FROM ${sql.table(table)})`;

async function insert(tx: Tx, row: Row): Promise<number> {
  try {
    const { id } = await tx
      .insertInto("reconciliation_acceptances")
      .values({
        ...row,
        last_entry_id: last("entries"),
        last_statement_id: last("statements"),
        last_match_id: last("statement_matches"),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "reconciliation_acceptances_once")
      throw refuse("reconciliation-already-accepted", { office: row.office });
    if (constraint === "reconciliation_acceptances_two_people") throw refuse("same-person-twice");
    throw error;
  }
}

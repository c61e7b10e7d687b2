// Proposes a share-out, and decides on it: the other of two offices agrees, and all of it is posted or nothing (SHARE-4).
import { whyNotAlso } from "#domain/approvals/both-offices.ts";
import { type ApprovingOffice, otherOffice } from "#domain/approvals/two-officials.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { shareOutAgreed } from "#domain/ledger/share-out-postings.ts";
import { type Cents, toKes } from "#domain/money.ts";
import { officeOf } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { inEnglish } from "#messages/translator.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { requireInBank } from "#server/core/ledger/bank.ts";
import { memberAccounts, readSettlingDay } from "#server/core/ledger/days-of-causes.ts";
import { settleFinesByShareOut } from "#server/core/ledger/fines.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import { lockRunningLoans, setOffLoans } from "#server/core/lending/set-off.ts";
import { lockMembers } from "#server/core/members/member-directory.ts";
import { type NewNotice, noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import { type Tx, violatedConstraint } from "#server/db/connection.ts";
import { lockBank, lockYears } from "#server/db/locks.ts";
import {
  preparedQuery,
  type RowsOf,
  rowTable,
} from "#server/db/prepared-queries/prepared-query.ts";
import type { By } from "#server/platform/request.ts";
import { sql } from "kysely";
import {
  reckon,
  type Reckoned,
  type ReckonedShare,
  requireShareable,
} from "#server/core/sharing/reckon.ts";
import {
  columnsOf,
  type DistributionRow,
  selectDistributions,
  type Terms,
  termsIn,
} from "#server/core/sharing/terms.ts";

/** The two offices that share out. */
/** Freezes the list of members. Refuses while another one waits, and what cannot be shared out. */
export async function propose(
  tx: Tx,
  by: By,
  terms: Terms,
): Promise<{ totalCents: Cents; other: ApprovingOffice; id: number }> {
  const office = sharingOfficeOf(by);
  const reckoned = await reckon(tx, { terms, today: nairobiDate(by.now), listOf: null });
  requireShareable(terms, reckoned);
  const { id } = await tx
    .insertInto("distributions")
    .values({
      ...columnsOf(terms),
      status: "proposed",
      proposed_by: by.actor.id,
      proposed_office: office,
      proposed_at: by.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (violatedConstraint(error) === "distributions_one_waits") throw refuse("share-out-waits");
      throw error;
    });
  await sql`INSERT INTO distribution_members (distribution_id, member_id)
    SELECT ${id}, unnest(${reckoned.shares.map((share) => share.id)}::int[])`.execute(tx);
  const totalCents = terms.amountCents + reckoned.savingsCents;
  await record(tx, by, "distributions.propose", id, {
    description: terms.description,
    amount: toKes(terms.amountCents),
    terms: inOneLine(terms),
    people: String(reckoned.shares.length),
    office,
  });
  const other = otherOffice(office);
  await tellOffice(tx, by, other, (memberId) =>
    noticeOf(
      "share_out_proposed",
      { memberId, occasion: `share_out_proposed:${id}` },
      { by: by.actor.username, amount: totalCents },
    ),
  );
  return { id, totalCents, other };
}

/** Of the caller, whom the endpoint admits only with one of the two. */
export function sharingOfficeOf({ actor }: By): ApprovingOffice {
  const office = officeOf(actor);
  if (office === "Treasurer" || office === "Sec-Gen") return office;
  throw refuse("forbidden");
}

function inOneLine(terms: Terms): string {
  const { basis, from, to, shareValueCents, returnSavings, setOff, payAs } = terms;
  const days = from === null ? to : `${from} to ${to}`;
  const value = shareValueCents === null ? "" : `, shares of KES ${toKes(shareValueCents)}`;
  const savings = returnSavings ? ", savings returned" : "";
  return `${basis} of ${days}${value}${savings}, set off ${setOff}, paid as ${payAs}`;
}

/** Refuses with `forbidden` whoever proposed it, and their office; figures that are no longer those seen; an empty bank. */
export async function agree(
  tx: Tx,
  by: By,
  { id, totalSeenCents }: { id: number; totalSeenCents: Cents },
): Promise<Cents> {
  const row = await lockProposed(tx, id);
  const proposer = { office: row.proposed_office, byId: row.proposed_by };
  const second = { office: sharingOfficeOf(by), id: by.actor.id };
  if (whyNotAlso([proposer], second) !== null) throw refuse("forbidden");
  const terms = termsIn(row);
  const today = nairobiDate(by.now);
  await lockBooks(tx, id);
  const reckoned = await reckon(tx, { terms, today, listOf: id });
  const totalCents = terms.amountCents + reckoned.savingsCents;
  if (totalCents !== totalSeenCents) throw refuse("figures-changed").at("total_seen");
  requireShareable(terms, reckoned);
  const memberIds = reckoned.shares.map((share) => share.id);
  const on = await readSettlingDay(tx, { accounts: memberAccounts, memberIds, today });
  if (terms.payAs === "bank")
    await requireInBank(tx, { amountCents: reckoned.receivesCents, date: on });
  const entryId = await post(tx, by, { id, terms, reckoned, on });
  await record(tx, by, "distributions.agree", id, {
    amount: toKes(terms.amountCents),
    total_savings: toKes(reckoned.savingsCents),
    paid_out: toKes(terms.payAs === "bank" ? reckoned.receivesCents : 0n),
    people: String(reckoned.shares.length),
    entry_id: entryId,
  });
  await tellShares(tx, by, { terms, shares: reckoned.shares, id });
  return totalCents;
}

/** The members, their loans, the bank and every entry being written: what is reckoned is what is posted. */
export async function lockBooks(tx: Tx, id: number): Promise<void> {
  const members = await tx
    .selectFrom("distribution_members")
    .select("member_id")
    .where("distribution_id", "=", id)
    .execute();
  const ids = members.map(({ member_id: memberId }) => memberId);
  await lockMembers(tx, ids);
  await lockRunningLoans(tx, ids);
  await lockBank(tx);
  await lockYears(tx);
}

type Posting = { id: number; terms: Terms; reckoned: Reckoned; on: PlainDate };

/** `on`: today, or the newest day of what the share-out settles and returns (BOOK-30). */
async function post(tx: Tx, by: By, { id, terms, reckoned, on }: Posting): Promise<number> {
  const { shares } = reckoned;
  const distributionId = id;
  await tx
    .updateTable("distributions")
    .set({
      status: "posted",
      decided_by: by.actor.id,
      decided_at: by.now,
      distributable_cents: reckoned.distributableCents,
      bank_after_cents: reckoned.bankAfterCents,
    })
    .where("id", "=", id)
    .execute();
  await insertShares(
    tx,
    shares.map((share) => ({
      distribution_id: id,
      member_id: share.id,
      weight: share.weight,
      share_cents: share.shareCents,
      savings_cents: share.returnedCents,
      fines_cents: share.setOffFinesCents,
      loans_cents: share.setOffLoansCents,
      receives_cents: share.receivesCents,
    })),
  );
  const paid = shares
    .filter((share) => share.setOffFinesCents > 0n)
    .map((share) => ({ memberId: share.id, cents: share.setOffFinesCents }));
  await settleFinesByShareOut(tx, { distributionId, paid, now: by.now });
  const loans = shares.flatMap((share) => share.setOffLoans);
  const parts = await setOffLoans(tx, { distributionId, loans, on, by });
  const entry = shareOutAgreed({
    distributionId,
    businessDate: on,
    description: inEnglish("descriptions.shareOut", { description: terms.description }),
    payAs: terms.payAs,
    shares: shares.map((share) => ({
      memberId: share.id,
      shareCents: share.shareCents,
      returnedCents: share.returnedCents,
      finesCents: share.setOffFinesCents,
      loans: share.setOffLoans.flatMap(({ loanId }) => {
        const part = parts.get(loanId);
        return part === undefined ? [] : [{ ...part, loanId }];
      }),
    })),
  });
  return writeEntry(tx, entry, { authorId: by.actor.id, now: by.now });
}

const shareColumns = {
  distribution_id: "int",
  member_id: "int",
  weight: "bigint",
  share_cents: "bigint",
  savings_cents: "bigint",
  fines_cents: "bigint",
  loans_cents: "bigint",
  receives_cents: "bigint",
} as const;

const insertShares = preparedQuery((_tx, rows: RowsOf<typeof shareColumns>) => {
  const columns = sql.join(Object.keys(shareColumns).map((column) => sql.ref(column)));
  return sql`INSERT INTO distribution_shares (${columns})
    SELECT ${columns} FROM ${rowTable("share", shareColumns, rows)} ORDER BY place`;
});

/** Either office ends it, also the one that proposed it. */
export async function refuseProposal(
  tx: Tx,
  by: By,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const row = await lockProposed(tx, id);
  await tx
    .updateTable("distributions")
    .set({
      status: "refused",
      decided_by: by.actor.id,
      decided_at: by.now,
      refused_because: reason,
    })
    .where("id", "=", id)
    .execute();
  await record(tx, by, "distributions.refuse", id, { reason });
  if (row.proposed_by === by.actor.id) return;
  const facts = { by: by.actor.username, amount: row.amount_cents, reason };
  const to = { memberId: row.proposed_by, occasion: `share_out_refused:${id}` };
  await writeNotices(tx, { notices: [noticeOf("share_out_refused", to, facts)], now: by.now });
}

/** Refuses one that was decided already. */
async function lockProposed(tx: Tx, id: number): Promise<DistributionRow> {
  const row = await selectDistributions(tx)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.status !== "proposed") throw refuse("share-out-decided");
  return row;
}

export async function record(
  tx: Tx,
  by: By,
  action:
    | "distributions.propose"
    | "distributions.agree"
    | "distributions.refuse"
    | "distributions.take-back",
  id: number,
  after: Parameters<typeof recordAudit>[1]["after"] & {},
): Promise<void> {
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action,
    subject: "distribution",
    subjectId: id,
    after,
    address: by.origin.address,
  });
}

/** To everybody who holds the office. */
export async function tellOffice(
  tx: Tx,
  by: By,
  office: ApprovingOffice,
  write: (memberId: number) => NewNotice,
): Promise<void> {
  const holders = await tx
    .selectFrom("members")
    .select("id")
    .where("office", "=", office)
    .execute();
  const notices = holders.map((holder) => write(holder.id));
  await writeNotices(tx, { notices, now: by.now });
}

/** To each member their own line. */
async function tellShares(
  tx: Tx,
  by: By,
  { terms, shares, id }: { terms: Terms; shares: readonly ReckonedShare[]; id: number },
): Promise<void> {
  const notices = shares.map((share) => {
    const offset = share.setOffFinesCents + share.setOffLoansCents;
    return noticeOf(
      "share_paid",
      { memberId: share.id, occasion: `share_paid:${id}` },
      {
        amount: share.shareCents,
        back: share.returnedCents > 0n ? "yes" : "no",
        savings: share.returnedCents,
        off: offset > 0n ? "yes" : "no",
        offset,
        way: terms.payAs,
        left: share.receivesCents,
      },
    );
  });
  await writeNotices(tx, { notices, now: by.now });
}

// Bad debts: routes, then what they read and write.
import * as contract from "#contract/settlements.ts";
import type { BadDebt } from "#contract/settlements.ts";
import { officeOf } from "#domain/permissions.ts";
import { accountOwner } from "#server/core/identity/sessions.ts";
import { changeMember } from "#server/core/members/change-member.ts";
import { isMember, lockMember } from "#server/core/members/member-directory.ts";
import { pageOf } from "#server/db/paging.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { readBadDebts, readBadDebt } from "#server/core/ledger/bad-debts.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { dayAfterCauses } from "#domain/ledger/journal-entry.ts";
import { badDebtRecovered } from "#domain/ledger/settlement.ts";
import {
  splitRecovery,
  settleOldestFirst,
  type SettledDebt,
} from "#domain/payments/payment-splits.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { inEnglish } from "#messages/translator.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import {
  noReference,
  referenceIn,
  saveReference,
  type SentReference,
} from "#server/core/bank-lines/entry-references.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import { recoveryLetter } from "#server/core/mail/composed-letters.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import type { Tx } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";

export function badDebtRoutes(routes: Routes): void {
  routes.read(contract.getBadDebts, async (reader, { actor, query }) => {
    const everybody = query.member === undefined && officeOf(actor) !== null;
    const memberId = everybody ? null : await accountOwner(reader, actor, query.member);
    const debts = await readBadDebts(reader, { memberId, page: pageOf(query) });
    return { ...(query.member === undefined ? {} : { member_id: query.member }), ...debts };
  });

  routes.write(
    contract.recoverBadDebt,
    async (tx, { body, ...by }) => ({
      detail: by.t("done.books.badDebtRecovered"),
      ...(await recoverBadDebt(tx, by, {
        memberId: body.member_id,
        amountCents: body.recovered_amount,
        sent: referenceIn(body),
      })),
    }),
    { existsInBody: (reader, body) => isMember(reader, body["member_id"]) },
  );
}

// Recovers what a former member still owes (EXIT-11).

/**
 * Posts money into the bank, split 100/110 by the running total; lowers the written-off loans, oldest first, and
 * clears the member with the last cent. Refuses oneself, a member who owes nothing, and more than is outstanding. A
 * former member has no rights, so no other member's request waits for this one.
 */
export async function recoverBadDebt(
  tx: Tx,
  by: By,
  recovery: { memberId: number; amountCents: Cents; sent?: SentReference },
): Promise<{ debt: BadDebt; entry_id: number }> {
  const { memberId, amountCents, sent = noReference } = recovery;
  if (memberId === by.actor.id) throw refuse("recover-from-oneself");
  const member = await lockMember(tx, memberId);
  const debt = await lockOpenDebt(tx, memberId);
  const outstandingCents = debt.amount_cents - debt.recovered_cents;
  if (amountCents > outstandingCents)
    throw refuse("recovery-above-debt", { outstandingCents }).at("recovered_amount");
  const parts = splitRecovery({
    debtCents: debt.amount_cents,
    recoveredBeforeCents: debt.recovered_cents,
    recoveredCents: amountCents,
  });
  const loans = settleOldestFirst(await lockWrittenOffLoans(tx, debt.settlement_id), amountCents);

  const { id: recoveryId } = await tx
    .insertInto("bad_debt_recoveries")
    .values({
      bad_debt_id: debt.id,
      amount_cents: amountCents,
      principal_cents: parts.principalCents,
      interest_cents: parts.interestCents,
      recovered_by: by.actor.id,
      recovered_at: by.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("bad_debts")
    .set({ recovered_cents: debt.recovered_cents + amountCents })
    .where("id", "=", debt.id)
    .execute();
  await lowerLoans(tx, loans);
  const isRecovered = amountCents === outstandingCents;
  const after = isRecovered
    ? { status: "cleared", has_cleared: true }
    : { status: member.status, has_cleared: member.has_cleared };
  if (isRecovered) await changeMember(tx, member.id, after);
  const entry = badDebtRecovered({
    recoveryId,
    memberId,
    ...parts,
    businessDate: dayAfterCauses(nairobiDate(by.now), [debt.opened_on]),
    description: inEnglish("descriptions.badDebtRecoveredFrom", {
      member: `${member.first_name} ${member.last_name}`,
    }),
  });
  const entryId = await writeEntry(tx, entry, { authorId: by.actor.id, now: by.now });
  const saved = await saveReference(tx, { entryId, sent, now: by.now });
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "bad-debts.recover",
    subject: "bad_debt",
    subjectId: debt.id,
    before: {
      outstanding: toKes(outstandingCents),
      status: member.status,
      has_cleared: member.has_cleared,
    },
    after: {
      outstanding: toKes(outstandingCents - amountCents),
      ...after,
      member_id: memberId,
      recovered_amount: toKes(amountCents),
      ...(Object.keys(saved).length === 0 ? {} : { entry_id: entryId, ...saved }),
      loans: loans
        .filter((loan) => loan.settledCents > 0n)
        .map((loan) => ({
          loan_id: loan.id,
          status: loan.remainingCents === 0n ? "cleared" : "written_off",
          current_balance: toKes(loan.remainingCents),
        })),
    },
    address: by.origin.address,
  });
  const recovered = { amountCents, leftCents: outstandingCents - amountCents };
  await tell(
    tx,
    "debt_recovered",
    { memberId, mail: { to: member, letter: recoveryLetter(recovered) }, now: by.now },
    { amount: recovered.amountCents, left: recovered.leftCents },
  );
  return { debt: await readBadDebt(tx, debt.id), entry_id: entryId };
}

/** The oldest, with the day of the exit that opened it. */
async function lockOpenDebt(tx: Tx, memberId: number) {
  const debt = await tx
    .selectFrom("bad_debts")
    .innerJoin("entries", (join) =>
      join
        .onRef("entries.source_id", "=", "bad_debts.settlement_id")
        .on("entries.source_kind", "=", "settlement"),
    )
    .selectAll("bad_debts")
    .select("entries.business_date as opened_on")
    .where("member_id", "=", memberId)
    .whereRef("recovered_cents", "<", "amount_cents")
    .orderBy("entries.business_date")
    .orderBy("bad_debts.id")
    .limit(1)
    .forNoKeyUpdate("bad_debts")
    .executeTakeFirst();
  if (debt === undefined) throw refuse("no-open-bad-debt");
  return debt;
}

/** The loans behind the debt, oldest first; their balances add up to what is outstanding. */
function lockWrittenOffLoans(tx: Tx, settlementId: number) {
  return tx
    .selectFrom("loans")
    .innerJoin("settled_loans", "settled_loans.loan_id", "loans.id")
    .select(["loans.id", "loans.balance_cents as balanceCents"])
    .where("settled_loans.settlement_id", "=", settlementId)
    .where("loans.status", "=", "written_off")
    .orderBy("loans.start_date")
    .orderBy("loans.id")
    .forNoKeyUpdate("loans")
    .execute();
}

async function lowerLoans(tx: Tx, loans: readonly SettledDebt[]): Promise<void> {
  for (const loan of loans.filter(({ settledCents }) => settledCents > 0n))
    await tx
      .updateTable("loans")
      .set({
        balance_cents: loan.remainingCents,
        status: loan.remainingCents === 0n ? "cleared" : "written_off",
      })
      .where("id", "=", loan.id)
      .execute();
}

// Share-outs as answers show them: one that waits as the books stand now, one that was posted as it was posted.
import type { Distribution, DistributionPreview } from "#contract/distributions.ts";
import { nairobiDate, nairobiIso } from "#domain/calendar.ts";
import { type Cents, toKes } from "#domain/money.ts";
import { type Actor, can } from "#domain/permissions.ts";
import { personColumns, personIn, toPerson } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";
import { inPage, type Page } from "#server/db/paging.ts";
import { anyOf } from "#server/db/prepared-queries/prepared-query.ts";
import { sql } from "kysely";
import { reckon, type Reckoned } from "./reckon.ts";
import { type DistributionRow, selectDistributions, type Terms, termsIn } from "./terms.ts";

export function viewPreview(terms: Terms, reckoned: Reckoned): DistributionPreview {
  return {
    distributable: toKes(reckoned.distributableCents),
    amount: toKes(terms.amountCents),
    savings_returned: toKes(reckoned.savingsCents),
    total: toKes(terms.amountCents + reckoned.savingsCents),
    members: reckoned.shares.map((share) => ({
      member: toPerson(share.person),
      weight: viewWeight(terms, share.weight),
      share: toKes(share.shareCents),
      savings: toKes(share.returnedCents),
      set_off_fines: toKes(share.setOffFinesCents),
      set_off_loans: toKes(share.setOffLoansCents),
      receives: toKes(share.receivesCents),
    })),
    bank_after: toKes(reckoned.bankAfterCents),
  };
}

/** Savings x days in KES; otherwise as it is. */
const viewWeight = ({ basis }: Terms, weight: bigint): number =>
  basis === "savings_days" ? toKes(weight) : Number(weight);

/** Newest first; other people's lines only for officials and auditors. Three queries, and one more for one that waits. */
export async function readDistributions(
  reader: Reader,
  { actor, now, id, page = null }: { actor: Actor; now: Date; id?: number; page?: Page | null },
): Promise<Distribution[]> {
  const wanted = inPage(selectDistributions(reader), page)
    .select([
      personIn("distributions.proposed_by").as("proposer"),
      personIn("distributions.decided_by").as("decider"),
      sql<number | null>`(SELECT e.id FROM entries e
        WHERE e.source_kind = 'distribution' AND e.source_id = distributions.id)`.as("entry_id"),
      sql<Cents>`(SELECT coalesce(sum(savings_cents), 0)::bigint FROM distribution_shares
        WHERE distribution_id = distributions.id)`.as("savings_cents"),
    ])
    .$if(id !== undefined, (rows) => rows.where("distributions.id", "=", id ?? 0))
    .orderBy("distributions.id", "desc");
  const rows = await wanted.execute();
  const ids = rows.map((row) => row.id);
  const onlyOf = can(actor, "members.read-accounts") ? null : actor.id;
  const shares = await readShares(reader, { ids, onlyOf });
  const takeBacks = await readTakeBacks(reader, ids);
  // At most one waits (distributions_one_waits).
  const waiting = rows.find(({ status }) => status === "proposed");
  const reckoned = waiting === undefined ? null : await reckonNow(reader, waiting, now);
  return rows.map((row) => {
    const terms = termsIn(row);
    const figures =
      row === waiting && reckoned !== null
        ? seenBy(reckoned, onlyOf)
        : viewDecided(row, of(row, shares));
    const isAgreed = row.status === "posted" || row.status === "taken_back";
    return {
      id: row.id,
      // The database admits no other (distributions_status).
      status: row.status as Distribution["status"],
      basis: terms.basis,
      from: terms.from,
      to: terms.to,
      share_value: terms.shareValueCents === null ? null : toKes(terms.shareValueCents),
      return_savings: terms.returnSavings,
      set_off: terms.setOff,
      pay_as: terms.payAs,
      description: terms.description,
      ...figures,
      proposed_by: row.proposer ?? nobody,
      proposed_at: nairobiIso(row.proposed_at),
      agreed_by: isAgreed ? row.decider : null,
      agreed_at: isAgreed && row.decided_at !== null ? nairobiIso(row.decided_at) : null,
      refused_because: row.refused_because,
      taken_back: of(row, takeBacks).map(viewTakeBack),
      entry_id: row.entry_id,
    };
  });
}

const of = <Row extends { distribution_id: number }>(
  { id }: DistributionRow,
  all: readonly Row[],
) => all.filter((each) => each.distribution_id === id);

/** A proposer is always a member (distributions_proposed_by_fkey). */
const nobody = { id: 0, username: "", full_name: "", reg_number: "" };

/** One that waits, as the books stand now. */
async function reckonNow(
  reader: Reader,
  row: DistributionRow,
  now: Date,
): Promise<DistributionPreview> {
  const terms = termsIn(row);
  const today = nairobiDate(now);
  return viewPreview(terms, await reckon(reader, { terms, today, listOf: row.id }));
}

function seenBy(figures: DistributionPreview, onlyOf: number | null): DistributionPreview {
  if (onlyOf === null) return figures;
  return { ...figures, members: figures.members.filter(({ member }) => member.id === onlyOf) };
}

type ShareRow = Awaited<ReturnType<ReturnType<typeof selectShares>["execute"]>>[number];

function selectShares(reader: Reader, ids: readonly number[]) {
  return reader
    .selectFrom("distribution_shares")
    .innerJoin("members", "members.id", "distribution_shares.member_id")
    .select(personColumns)
    .select(["weight", "share_cents", "savings_cents", "fines_cents", "loans_cents"])
    .select(["receives_cents", "distribution_id"])
    .where("distribution_id", "=", anyOf("int", ids))
    .orderBy("members.id");
}

function readShares(
  reader: Reader,
  { ids, onlyOf }: { ids: readonly number[]; onlyOf: number | null },
): Promise<ShareRow[]> {
  return selectShares(reader, ids)
    .$if(onlyOf !== null, (all) => all.where("members.id", "=", onlyOf ?? 0))
    .execute();
}

function readTakeBacks(reader: Reader, ids: readonly number[]) {
  return reader
    .selectFrom("distribution_take_backs")
    .innerJoin("members", "members.id", "distribution_take_backs.member_id")
    .select(personColumns)
    .select(["distribution_id", "distribution_take_backs.office", "given_at", "reason"])
    .where("distribution_id", "=", anyOf("int", ids))
    .orderBy("given_at")
    .orderBy("office")
    .execute();
}

type TakeBackRow = Awaited<ReturnType<typeof readTakeBacks>>[number];

const viewTakeBack = (row: TakeBackRow): Distribution["taken_back"][number] => ({
  // The database admits only these offices (distribution_take_backs_office).
  office: row.office as "Treasurer" | "Sec-Gen",
  by: toPerson(row),
  at: nairobiIso(row.given_at),
  reason: row.reason,
});

/** One that was decided: the figures that were posted; of one that was refused none. */
function viewDecided(
  row: DistributionRow & { savings_cents: Cents },
  shares: readonly ShareRow[],
): DistributionPreview {
  const terms = termsIn(row);
  return {
    distributable: toKes(row.distributable_cents ?? 0n),
    amount: toKes(terms.amountCents),
    savings_returned: toKes(row.savings_cents),
    total: toKes(terms.amountCents + row.savings_cents),
    members: shares.map((share) => ({
      member: toPerson(share),
      weight: viewWeight(terms, share.weight),
      share: toKes(share.share_cents),
      savings: toKes(share.savings_cents),
      set_off_fines: toKes(share.fines_cents),
      set_off_loans: toKes(share.loans_cents),
      receives: toKes(share.receives_cents),
    })),
    bank_after: toKes(row.bank_after_cents ?? 0n),
  };
}

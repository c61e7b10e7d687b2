// The Chairperson makes, changes and closes funds (FUND-3).
import type { BodyOf } from "#contract/endpoint.ts";
import type { changeFund as changing, createFund as creating } from "#contract/funds.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { fieldFault } from "#domain/field-fault.ts";
import { amountOn, type FundRule } from "#domain/funds/fund-rules.ts";
import { type Cents, toKes } from "#domain/money.ts";
import { refuse, refuseFields } from "#domain/refusal.ts";
import type { AuditAction } from "#domain/audit-log/audit-actions.ts";
import { type AuditFacts, recordAudit } from "#server/core/audit-log/audit.ts";
import { readAmounts } from "#server/core/funds/fund-dues.ts";
import { lockOpenFund, readFundBalances } from "#server/core/funds/read-funds.ts";
import { requireMeetings } from "#server/core/meetings/require-meetings.ts";
import { type Tx, violatedConstraint } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";
import type { StoredBenefit } from "./view-funds.ts";

type Created = BodyOf<typeof creating>;
type Changed = BodyOf<typeof changing>;

/** Refuses while meetings are off, and a name in use. */
export async function createFund(tx: Tx, by: By, body: Created): Promise<number> {
  await requireMeetings(tx);
  const today = nairobiDate(by.now);
  requireAmount(body.rule, body.amount ?? 0n);
  const { id } = await tx
    .insertInto("funds")
    .values({
      name: requireLong(body.name),
      rule: body.rule,
      starts_on: body.starts_on ?? today,
      benefits: toStored(body.benefits ?? []),
      claims_a_year: body.claims_a_year ?? null,
      needs_evidence: body.needs_evidence ?? false,
      created_by: by.actor.id,
      created_at: by.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow()
    .catch(refuseName);
  await setAmount(tx, by, { id, amountCents: body.amount ?? 0n, from: null });
  await recordFund(tx, by, "funds.create", id);
  return id;
}

/** Refuses a fund that is closed, and a name in use. */
export async function changeFund(
  tx: Tx,
  by: By,
  { id, body }: { id: number; body: Changed },
): Promise<void> {
  await lockOpenFund(tx, id);
  const fund = await tx
    .selectFrom("funds")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const today = nairobiDate(by.now);
  const before = amountOn((await readAmounts(tx)).get(id) ?? [], today);
  const amountCents = body.amount ?? before;
  requireAmount(body.rule ?? (fund.rule as FundRule), amountCents);
  await tx
    .updateTable("funds")
    .set({
      name: requireLong(body.name ?? fund.name),
      rule: body.rule ?? fund.rule,
      starts_on: body.starts_on ?? fund.starts_on,
      benefits:
        body.benefits === undefined || body.benefits === null
          ? JSON.stringify(fund.benefits)
          : toStored(body.benefits),
      claims_a_year: body.claims_a_year ?? fund.claims_a_year,
      needs_evidence: body.needs_evidence ?? fund.needs_evidence,
    })
    .where("id", "=", id)
    .execute()
    .catch(refuseName);
  if (amountCents !== before) await setAmount(tx, by, { id, amountCents, from: today });
  await recordFund(tx, by, "funds.change", id);
}

/** Refuses a fund that holds something, or that something waits for. */
export async function closeFund(tx: Tx, by: By, id: number): Promise<void> {
  await lockOpenFund(tx, id);
  // Read before the balance: what is approved meanwhile is in one of the two.
  const waits = await isWaitedFor(tx, id);
  const held = (await readFundBalances(tx)).find((fund) => fund.id === id)?.balanceCents ?? 0n;
  if (held > 0n) throw refuse("fund-still-holds", { held });
  if (waits) throw refuse("fund-waited-for");
  await tx
    .updateTable("funds")
    .set({ closed_by: by.actor.id, closed_at: by.now })
    .where("id", "=", id)
    .execute();
  await recordFund(tx, by, "funds.close", id);
}

async function isWaitedFor(tx: Tx, fundId: number): Promise<boolean> {
  const payment = await tx
    .selectFrom("payments")
    .select("id")
    .where("fund_id", "=", fundId)
    .where("status", "in", ["pending", "pending_approval"])
    .limit(1)
    .executeTakeFirst();
  return payment !== undefined;
}

/** A rule that asks for something says how much. */
function requireAmount(rule: FundRule, amountCents: Cents): void {
  if (rule !== "none" && amountCents === 0n)
    throw refuseFields({ amount: [fieldFault("positive", { label: "Amount" })] });
}

function requireLong(name: string): string {
  if (name.length < 2) throw refuseFields({ name: [fieldFault("required", { label: "Name" })] });
  return name;
}

function refuseName(error: unknown): never {
  if (violatedConstraint(error) === "funds_name_in_use")
    throw refuse("already-in-use", { label: "Name" }).at("name");
  throw error;
}

const toStored = (benefits: readonly { name: string; limit: Cents }[]): string =>
  JSON.stringify(
    benefits.map(({ name, limit }): StoredBenefit => ({ name, cents: Number(limit) })),
  );

async function setAmount(
  tx: Tx,
  by: By,
  { id, amountCents, from }: { id: number; amountCents: Cents; from: PlainDate | null },
): Promise<void> {
  await tx
    .insertInto("fund_amounts")
    .values({
      fund_id: id,
      amount_cents: amountCents,
      counts_from: from,
      set_by: by.actor.id,
      set_at: by.now,
    })
    .execute();
}

/** After the rows that it tells of are written. */
async function recordFund(
  tx: Tx,
  by: By,
  action: AuditAction & `funds.${string}`,
  id: number,
): Promise<void> {
  const fund = await tx
    .selectFrom("funds")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const amountCents = amountOn((await readAmounts(tx)).get(id) ?? [], nairobiDate(by.now));
  const benefits = fund.benefits as unknown as readonly StoredBenefit[];
  const after: AuditFacts = {
    name: fund.name,
    fund_rule: fund.rule,
    amount: toKes(amountCents),
    start_date: fund.starts_on,
    benefits: benefits.map(({ name, cents }) => `${name} ${toKes(BigInt(cents))}`).join(", "),
    ...(fund.claims_a_year === null ? {} : { claims_a_year: String(fund.claims_a_year) }),
    needs_evidence: fund.needs_evidence,
  };
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action,
    subject: "fund",
    subjectId: id,
    after: action === "funds.close" ? { name: fund.name } : after,
    address: by.origin.address,
  });
}

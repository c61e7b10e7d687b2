// What M-PESA itself says of payments to our shortcode becomes lines (MPESA-4): told by a callback, which proves nothing;
// checked or denied by the answer to a question of our own; and never two lines for a receipt.
import { readConfirmation, type LivePayment } from "#domain/mpesa/live-payments.ts";
import { toKes } from "#domain/money.ts";
import { nairobiIso } from "#domain/nairobi-time.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { storable } from "#server/core/bank-files/uploaded-lines.ts";
import { contradictLine, denyLines, takeLines } from "#server/core/bank-lines/take-lines.ts";
import { tellOfficials } from "#server/core/notices/tell-officials.ts";
import type { Tx } from "#server/db/connection.ts";
import { addJobs } from "#server/db/job-queue.ts";
import type { DarajaSettings } from "#server/platform/daraja-settings.ts";
import { ensureLiveAccount } from "./live-account.ts";
import { newRequest, type CallbackOutcome } from "./requests.ts";

type Settings = Pick<DarajaSettings, "shortcode" | "till" | "features">;
type Body = Readonly<Record<string, unknown>>;

/** Takes a posted confirmation: a line, told, which is asked for at once. `hash` is of the body as it came. */
export async function takeConfirmation(
  tx: Tx,
  settings: Settings,
  { body, hash, now }: { body: Body; hash: Buffer; now: Date },
): Promise<CallbackOutcome> {
  const payment = readConfirmation(body);
  if (typeof payment === "string") return { refused: payment };
  if (payment.shortcode !== settings.shortcode && payment.shortcode !== settings.till)
    return { refused: "another_shortcode" };
  const [taken] = await takePayments(tx, settings, { payments: [payment], isChecked: false, now });
  if (taken === undefined) return { refused: "no_receipt" };
  if (taken.fate === "contradicts") return { line: taken.id };
  const isFirst = await note(tx, taken.id, "told_at", now);
  if (isFirst) {
    await audit(tx, taken.id, "tell", payment, { now, sha256: hash.toString("hex") });
    if (settings.features.checks)
      await newRequest(tx, {
        kind: "check_receipt",
        subject: { kind: "line", id: BigInt(taken.id) },
        now,
      });
  }
  return { line: taken.id };
}

export type TakenPayment = { id: number; fate: "new" | "known" | "contradicts" };

/** Takes payments that M-PESA lists when we ask it: checked, except for a receipt that it contradicted before. */
export async function takeCheckedPayments(
  tx: Tx,
  settings: Settings,
  { payments, now }: { payments: readonly LivePayment[]; now: Date },
): Promise<TakenPayment[]> {
  const doubted = await readContradicted(tx, payments);
  const sound = payments.filter(({ receipt }) => !doubted.has(receipt));
  const taken = await takePayments(tx, settings, { payments: sound, isChecked: true, now });
  const checked: number[] = [];
  for (const [index, { id, fate }] of taken.entries()) {
    if (fate === "contradicts" || !(await note(tx, id, "checked_at", now))) continue;
    await audit(tx, id, "check", sound[index]!, { now });
    checked.push(id);
  }
  await recordLater(tx, checked);
  return taken;
}

/** Where the group wants payments recorded by the account that was typed (MPESA-7): after the commit. */
async function recordLater(tx: Tx, lineIds: readonly number[]): Promise<void> {
  if (lineIds.length === 0) return;
  const settings = await tx
    .selectFrom("group_settings")
    .select("mpesa_record_by_account as wanted")
    .executeTakeFirst();
  if (settings?.wanted !== true) return;
  await addJobs(
    tx,
    lineIds.map((lineId) => ({ name: "record-by-account" as const, payload: { lineId } })),
  );
}

/** The contribution that a checked line became by its account. */
export async function noteRecorded(
  tx: Tx,
  { lineId, paymentId }: { lineId: number; paymentId: number },
): Promise<void> {
  await tx
    .updateTable("live_lines")
    .set({ payment_id: paymentId })
    .where("line_id", "=", lineId)
    .execute();
}

/** M-PESA answered that a told line is as told: it proves from now on. */
export async function checkLine(tx: Tx, settings: Settings, line: ToldLine, now: Date) {
  await takeCheckedPayments(tx, settings, { payments: [line.payment], now });
}

/** M-PESA answered that there is no such receipt, or that it is of another amount; officials hear at once. */
export async function denyLine(tx: Tx, { id, payment }: ToldLine, now: Date): Promise<void> {
  if (!(await note(tx, id, "denied_at", now))) return;
  await denyLines(tx, [id]);
  await audit(tx, id, "deny", payment, { now });
  await tellOfficials(tx, {
    event: "mpesa_denied",
    facts: { reference: payment.receipt, amount: payment.amountCents },
    occasion: `mpesa_denied:${id}`,
    now,
  });
}

async function takePayments(
  tx: Tx,
  settings: Settings,
  params: { payments: readonly LivePayment[]; isChecked: boolean; now: Date },
): Promise<TakenPayment[]> {
  const { payments, isChecked, now } = params;
  if (payments.length === 0) return [];
  const accountId = await ensureLiveAccount(tx, settings, now);
  const { lines } = await takeLines(tx, {
    accountId,
    source: { kind: "live", isChecked },
    lines: payments.map(lineOf),
    now,
  });
  for (const [index, { id, fate }] of lines.entries())
    if (fate === "contradicts") await contradict(tx, id, payments[index]!, now);
  return lines;
}

function lineOf(payment: LivePayment) {
  const { receipt, takesBack, at, amountCents, type, name, accountTyped } = payment;
  const kind: "payment_in" | "payment_out" = amountCents < 0n ? "payment_out" : "payment_in";
  return {
    line: null,
    at,
    reference: receipt,
    code: takesBack ?? null,
    details: storable(type, 100) || "M-PESA",
    party: name === null ? null : storable(name, 200) || null,
    accountTyped: accountTyped === null ? null : storable(accountTyped, 100) || null,
    kind,
    amountCents,
    balanceCents: null,
  };
}

/** The same receipt with another amount: no second line, and the first confirms nothing until a statement has it. */
async function contradict(tx: Tx, id: number, other: LivePayment, now: Date): Promise<void> {
  if (!(await note(tx, id, "contradicted_at", now))) return;
  await contradictLine(tx, id, now);
  await audit(tx, id, "contradict", other, { now });
  await tellOfficials(tx, {
    event: "mpesa_contradicted",
    facts: { reference: other.receipt, amount: other.amountCents },
    occasion: `mpesa_contradicted:${id}`,
    now,
  });
}

/** Notes the moment, and returns whether it is the first of its kind. */
async function note(
  tx: Tx,
  id: number,
  what: "told_at" | "checked_at" | "denied_at" | "contradicted_at",
  now: Date,
): Promise<boolean> {
  const noted = await tx
    .insertInto("live_lines")
    .values({ line_id: id, [what]: now })
    .onConflict((known) =>
      known
        .column("line_id")
        .doUpdateSet({ [what]: now })
        .where(`live_lines.${what}`, "is", null),
    )
    .returning("line_id")
    .executeTakeFirst();
  return noted !== undefined;
}

async function readContradicted(
  tx: Tx,
  payments: readonly LivePayment[],
): Promise<ReadonlySet<string>> {
  if (payments.length === 0) return new Set();
  const rows = await tx
    .selectFrom("live_lines")
    .innerJoin("statement_lines as l", "l.id", "live_lines.line_id")
    .select("l.reference")
    .where("live_lines.contradicted_at", "is not", null)
    .where(
      "l.reference_key",
      "in",
      payments.map(({ receipt }) => receipt),
    )
    .execute();
  return new Set(rows.map(({ reference }) => reference ?? ""));
}

/** A line that a callback told of, and that nothing has decided since. */
export type ToldLine = { id: number; toldAt: Date; payment: LivePayment };

/** Null if it is decided, contradicted, or in a statement that counts. Holds the line. */
export async function readTold(tx: Tx, id: number): Promise<ToldLine | null> {
  const row = await tx
    .selectFrom("statement_lines as l")
    .innerJoin("live_lines as s", "s.line_id", "l.id")
    .select(["l.reference", "l.details", "l.party", "l.account_typed", "l.amount_cents", "l.at"])
    .select("s.told_at")
    .where("l.id", "=", id)
    .where("l.live", "=", "told")
    .where("l.is_proved", "=", false)
    .where("s.contradicted_at", "is", null)
    .forUpdate("s")
    .executeTakeFirst();
  if (row === undefined || row.told_at === null || row.at === null || row.reference === null)
    return null;
  return {
    id,
    toldAt: row.told_at,
    payment: {
      receipt: row.reference,
      at: nairobiIso(row.at).slice(0, 19),
      amountCents: row.amount_cents,
      type: row.details,
      name: row.party,
      accountTyped: row.account_typed,
    },
  };
}

function audit(
  tx: Tx,
  id: number,
  what: "tell" | "check" | "deny" | "contradict",
  { receipt, amountCents }: LivePayment,
  { now, ...more }: { now: Date; sha256?: string },
): Promise<void> {
  return recordAudit(tx, {
    now,
    actorId: null,
    action: `statement-lines.${what}`,
    subject: "statement_line",
    subjectId: id,
    after: { payment_Reference_Code: receipt, amount: toKes(amountCents), ...more },
    address: null,
  });
}

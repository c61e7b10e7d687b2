// Dividends: declared once, paid in parts up to what was declared (BOOK-17).
import { dividendDeclared, dividendPaid } from "#domain/ledger/posting-rules.ts";
import { formatKes, type Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { requireInBank } from "#server/core/ledger/bank.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import type { Tx } from "#server/db/connection.ts";
import { occasion, type By, type Posted } from "./posting.ts";

export async function declareDividend(
  tx: Tx,
  by: By,
  { amountCents, description }: { amountCents: Cents; description: string },
): Promise<Posted> {
  const { id: declarationId } = await tx
    .insertInto("dividend_declarations")
    .values({
      description,
      amount_cents: amountCents,
      declared_by: by.actor.id,
      declared_at: by.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const entry = dividendDeclared({ ...occasion(by, description), declarationId, amountCents });
  const entryId = await writeEntry(tx, entry, { authorId: by.actor.id, now: by.now });
  return { entryId, detail: `A dividend of ${formatKes(amountCents)} was declared.` };
}

/** Refuses an unknown or reversed declaration, more than is still unpaid, and more than the bank holds. */
export async function payDividend(
  tx: Tx,
  by: By,
  payment: { declarationId: number; amountCents: Cents; description: string },
): Promise<Posted> {
  const { declarationId, amountCents, description } = payment;
  const when = occasion(by, description);
  const declaration = await lockDeclaration(tx, declarationId);
  if (declaration === undefined) throw refuse("declaration-unknown").at("declaration_id");
  if (declaration.is_reversed) throw refuse("declaration-reversed").at("declaration_id");
  const remainingCents = declaration.amount_cents - declaration.paid_cents;
  if (amountCents > remainingCents)
    throw refuse("declaration-remainder", { remaining: remainingCents }).at("amount");
  await requireInBank(tx, { amountCents, date: when.businessDate });
  await setPaid(tx, declarationId, declaration.paid_cents + amountCents);
  const { id: dividendPaymentId } = await tx
    .insertInto("dividend_payments")
    .values({
      declaration_id: declarationId,
      description,
      amount_cents: amountCents,
      paid_by: by.actor.id,
      paid_at: by.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const entry = dividendPaid({ ...when, dividendPaymentId, amountCents });
  const entryId = await writeEntry(tx, entry, { authorId: by.actor.id, now: by.now });
  const left = formatKes(remainingCents - amountCents);
  return {
    entryId,
    detail: `${formatKes(amountCents)} of dividends was paid; ${left} of the declaration is left.`,
  };
}

/** Refuses a declaration on which something was paid. */
export async function takeBackDeclaration(tx: Tx, id: number): Promise<void> {
  const declaration = await lockDeclaration(tx, id);
  if (declaration !== undefined && declaration.paid_cents > 0n) throw refuse("declaration-used");
  await tx
    .updateTable("dividend_declarations")
    .set({ is_reversed: true })
    .where("id", "=", id)
    .execute();
}

/** What was paid is unpaid again. */
export async function takeBackDividendPayment(tx: Tx, id: number): Promise<void> {
  const { declaration_id, amount_cents } = await tx
    .updateTable("dividend_payments")
    .set({ is_reversed: true })
    .where("id", "=", id)
    .returning(["declaration_id", "amount_cents"])
    .executeTakeFirstOrThrow();
  const declaration = await lockDeclaration(tx, declaration_id);
  await setPaid(tx, declaration_id, (declaration?.paid_cents ?? 0n) - amount_cents);
}

function lockDeclaration(tx: Tx, id: number) {
  return tx
    .selectFrom("dividend_declarations")
    .select(["amount_cents", "paid_cents", "is_reversed"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

async function setPaid(tx: Tx, id: number, paidCents: Cents): Promise<void> {
  await tx
    .updateTable("dividend_declarations")
    .set({ paid_cents: paidCents })
    .where("id", "=", id)
    .execute();
}

// Dividends: declared once, paid in parts up to the declared amount (BOOK-17).
import { dividendDeclared, dividendPaid } from "#domain/ledger/posting-rules.ts";
import type { Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { message } from "#messages/message.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import type { Tx } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";
import { readDayOf, requireHeld, type Posted, type When } from "./posting.ts";

export async function declareDividend(
  tx: Tx,
  by: By,
  { amountCents, when }: { amountCents: Cents; when: When },
): Promise<Posted> {
  const { id: declarationId } = await tx
    .insertInto("dividend_declarations")
    .values({
      description: when.description,
      amount_cents: amountCents,
      declared_by: by.actor.id,
      declared_at: by.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const entry = dividendDeclared({ ...when, declarationId, amountCents });
  const entryId = await writeEntry(tx, entry, { authorId: by.actor.id, now: by.now });
  return { entryId, done: message("done.books.dividendDeclared", { amount: amountCents }) };
}

/** Refuses an unknown or reversed declaration, a day before it, more than is unpaid, and more than the bank holds. */
export async function payDividend(
  tx: Tx,
  by: By,
  payment: { declarationId: number; amountCents: Cents; when: When },
): Promise<Posted> {
  const { declarationId, amountCents, when } = payment;
  const declaration = await lockDeclaration(tx, declarationId);
  if (declaration === undefined) throw refuse("declaration-unknown").at("declaration_id");
  if (declaration.is_reversed) throw refuse("declaration-reversed").at("declaration_id");
  const remainingCents = declaration.amount_cents - declaration.paid_cents;
  if (amountCents > remainingCents)
    throw refuse("declaration-remainder", { remaining: remainingCents }).at("amount");
  const declaredOn = await readDayOf(tx, { kind: "dividend_declaration", id: declarationId });
  if (when.businessDate < declaredOn)
    throw refuse("before-declaration", { declared: { day: declaredOn } }).at("date");
  await requireHeld(tx, when, { account: "bank", amountCents });
  await setPaid(tx, declarationId, declaration.paid_cents + amountCents);
  const { id: dividendPaymentId } = await tx
    .insertInto("dividend_payments")
    .values({
      declaration_id: declarationId,
      description: when.description,
      amount_cents: amountCents,
      paid_by: by.actor.id,
      paid_at: by.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const entry = dividendPaid({ ...when, dividendPaymentId, amountCents });
  const entryId = await writeEntry(tx, entry, { authorId: by.actor.id, now: by.now });
  const paid = { amount: amountCents, left: remainingCents - amountCents };
  return { entryId, done: message("done.books.dividendPaid", paid) };
}

/** Refuses a declaration that was paid in part. */
export async function takeBackDeclaration(tx: Tx, id: number): Promise<void> {
  const declaration = await lockDeclaration(tx, id);
  if (declaration !== undefined && declaration.paid_cents > 0n) throw refuse("declaration-used");
  await tx
    .updateTable("dividend_declarations")
    .set({ is_reversed: true })
    .where("id", "=", id)
    .execute();
}

/** The paid amount is unpaid again. */
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

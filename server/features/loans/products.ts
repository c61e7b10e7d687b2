// What the group offers to lend (LEND-1): made and ended by the Chairperson, never changed.
import type { BodyOf } from "#contract/endpoint.ts";
import * as contract from "#contract/lending.ts";
import { type LoanProduct } from "#domain/lending/product.ts";
import { type Cents, toKes } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { toProduct } from "#server/core/lending/products.ts";
import { type Reader, type Tx, violatedConstraint } from "#server/db/connection.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { SignedInRequest } from "#server/platform/request.ts";

export function productRoutes(routes: Routes): void {
  routes.read(contract.getLoanProducts, async (reader, { query }) => {
    let rows = reader.selectFrom("loan_products").selectAll().orderBy("id");
    if (query.all !== true) rows = rows.where("ended_at", "is", null);
    return { products: (await rows.execute()).map((row) => viewProduct(toProduct(row))) };
  });
  routes.write(contract.makeLoanProduct, async (tx, input) => {
    const product = await makeProduct(tx, input);
    return { detail: input.t("done.products.made", { product: product.name }), product };
  });
  routes.write(
    contract.endLoanProduct,
    async (tx, input) => {
      const product = await endProduct(tx, input);
      return { detail: input.t("done.products.ended", { product: product.name }), product };
    },
    { exists: isProduct },
  );
}

type Sent = BodyOf<typeof contract.makeLoanProduct>;

async function makeProduct(
  tx: Tx,
  { body, actor, now, origin }: SignedInRequest<unknown, Sent>,
): Promise<contract.LoanProduct> {
  const isFlat = body.method === "flat";
  const columns = {
    name: body.name,
    loan_type: body.loan_type ?? "normal_loan",
    method: body.method,
    rate_bp: body.rate,
    rate_per: body.rate_per,
    instalments_most: body.instalments_most,
    due_day: body.due_day ?? null,
    grace_months: body.grace_months ?? 0,
    grace_kind: isFlat ? "free" : (body.grace_kind ?? "interest_only"),
    round_up_to_cents: body.round_up_to ?? 100n,
    fee_bp: body.fee_percent ?? 0,
    fee_cents: body.fee_amount ?? 0n,
    multiple: body.multiple ?? null,
    least_cents: body.amount_least ?? null,
    most_cents: body.amount_most ?? null,
    guarantee: body.guarantee ?? "none",
    guarantors_least: body.guarantors_least ?? 0,
    call_after_days: body.call_after_days ?? 30,
  };
  requireWhole(body, columns);
  const row = await tx
    .insertInto("loan_products")
    .values({ ...columns, made_by: actor.id, made_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (violatedConstraint(error) === "loan_products_name_key")
        throw refuse("product-name-used").at("name");
      throw error;
    });
  const product = viewProduct(toProduct(row));
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "loans.offer",
    subject: "loan_product",
    subjectId: product.id,
    after: {
      name: product.name,
      loan_type: product.loan_type,
      terms: inOneLine(product, columns.fee_cents),
    },
    address: origin.address,
  });
  return product;
}

function inOneLine(product: contract.LoanProduct, feeCents: Cents): Message {
  const { method, rate, rate_per: per, instalments_most: most, fee_percent } = product;
  const terms = { method, rate, per, most, feePercent: fee_percent, fee: feeCents };
  return message("audited.loanTerms", terms);
}

type Columns = {
  rate_per: string;
  method: string;
  grace_kind: string;
  grace_months: number;
  instalments_most: number;
  fee_bp: number;
  least_cents: bigint | null;
  most_cents: bigint | null;
};

/** Refuses terms that do not go together. */
function requireWhole(body: Sent, columns: Columns): void {
  const isFlat = columns.method === "flat";
  if (columns.rate_per === "loan" && !isFlat) throw refuse("product-rate-per").at("rate_per");
  if (isFlat && body.grace_kind === "interest_only")
    throw refuse("product-grace-too-long").at("grace_kind");
  if (columns.grace_kind === "interest_only" && columns.grace_months >= columns.instalments_most)
    throw refuse("product-grace-too-long").at("grace_months");
  if (columns.fee_bp >= 10_000) throw refuse("product-fee-whole").at("fee_percent");
  const { least_cents: least, most_cents: most } = columns;
  if (least !== null && most !== null && most < least)
    throw refuse("product-amounts-crossed").at("amount_most");
}

/** Ends the offer of a product. Refuses one that has ended already. */
async function endProduct(
  tx: Tx,
  { id, actor, now, origin }: SignedInRequest,
): Promise<contract.LoanProduct> {
  const row = await tx
    .selectFrom("loan_products")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.ended_at !== null) throw refuse("product-not-offered");
  await tx
    .updateTable("loan_products")
    .set({ ended_at: now, ended_by: actor.id })
    .where("id", "=", id)
    .execute();
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "loans.end-offer",
    subject: "loan_product",
    subjectId: id,
    after: { name: row.name },
    address: origin.address,
  });
  return { ...viewProduct(toProduct(row)), offered: false };
}

async function isProduct(reader: Reader, id: number): Promise<boolean> {
  const row = await reader
    .selectFrom("loan_products")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

/** As the contract has it. */
export function viewProduct(product: LoanProduct): contract.LoanProduct {
  const { terms, fee, leastCents, mostCents } = product;
  return {
    id: product.id,
    name: product.name,
    loan_type: product.loanType,
    method: terms.method,
    rate: terms.rateBasisPoints / 100,
    rate_per: terms.ratePer,
    instalments_most: product.instalmentsMost,
    due_day: terms.dueDay,
    grace_months: terms.graceMonths,
    grace_kind: terms.graceKind,
    round_up_to: toKes(terms.roundUpToCents),
    fee_percent: fee.percentBasisPoints / 100,
    fee_amount: toKes(fee.amountCents),
    multiple: product.multiple,
    amount_least: leastCents === null ? null : toKes(leastCents),
    amount_most: mostCents === null ? null : toKes(mostCents),
    guarantee: product.guarantee,
    guarantors_least: product.guarantorsLeast,
    call_after_days: product.callAfterDays,
    offered: product.isOffered,
  };
}

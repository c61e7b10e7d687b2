// A loan of a product before it is paid out: its rows, its fee, what it pays off, and what the member may borrow (LEND-2).
import type { PlainDate } from "#domain/calendar.ts";
import { guaranteeNeeded } from "#domain/lending/guarantees.ts";
import { type LoanProduct, scheduleOf } from "#domain/lending/product.ts";
import type { Schedule } from "#domain/lending/schedule.ts";
import type { Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { readLoanLimit } from "#server/core/lending/loans.ts";
import { readSavings } from "#server/core/lending/guarantees.ts";
import { readProducts } from "#server/core/lending/products.ts";
import { type ToppedUp, readToppedUp } from "#server/core/lending/top-up.ts";
import type { Reader } from "#server/db/connection.ts";

export type WantedLoan = { productId: number; instalments: number; topsUp: number | null };

export type Planned = {
  product: LoanProduct;
  schedule: Schedule;
  instalments: number;
  feeCents: Cents;
  topsUp: ToppedUp | null;
  /** The amount less the fee and what is paid off. */
  paidOutCents: Cents;
  /** Without the loan that is paid off. */
  limitCents: Cents;
  /** What guarantors must agree to together (LEND-7). */
  guaranteeNeededCents: Cents;
};

/**
 * As if it were paid out today. Refuses a product that is not offered, unless an application has it already, what it
 * does not allow, and a loan to top up that is not the member's own or not less.
 */
export async function planLoan(
  reader: Reader,
  params: WantedLoan & {
    memberId: number;
    amountCents: Cents;
    today: PlainDate;
    /** The application itself, whose product may have ended and which does not count against the limit. */
    application?: number;
  },
): Promise<Planned> {
  const { memberId, amountCents, instalments, today, application } = params;
  const product = (await readProducts(reader, [params.productId])).get(params.productId);
  if (product === undefined || (application === undefined && !product.isOffered))
    throw refuse("product-not-offered").at("product_id");
  const { schedule, feeCents } = scheduleOf(product, {
    amountCents,
    instalments,
    paidOutOn: today,
  });
  const topsUp =
    params.topsUp === null
      ? null
      : await readToppedUp(reader, { id: params.topsUp, memberId, today });
  const paysOffCents = topsUp?.paysOffCents ?? 0n;
  const paidOutCents = amountCents - feeCents - paysOffCents;
  if (topsUp !== null && (amountCents <= paysOffCents || paidOutCents < 0n))
    throw refuse("top-up-too-low").at("amount");
  const limitCents = await readLoanLimit(reader, {
    memberId,
    ...(application === undefined ? {} : { besides: application }),
    besidesLoan: topsUp?.id ?? 0,
    multiple: product.multiple,
  });
  const { freeCents } = await readSavings(reader, { memberId, besidesLoan: topsUp?.id ?? 0 });
  const free = { amountCents, freeSavingsCents: freeCents };
  const guaranteeNeededCents = guaranteeNeeded(product.guarantee, free);
  return {
    product,
    schedule,
    instalments,
    feeCents,
    topsUp,
    paidOutCents,
    limitCents,
    guaranteeNeededCents,
  };
}

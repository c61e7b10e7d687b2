// Loans by instalments in the sheet Loans: their product, the instalments left, and the day of the next one (LEND-12).
import type { PlainDate } from "../calendar.ts";
import { monthly } from "../lending/loan-terms.ts";
import { openSchedule } from "../lending/schedule.ts";
import type { OpeningLoan, SheetProduct } from "./opening-book.ts";
import { type SheetRow, wordKey } from "./sheet-rows.ts";

export type LentParams = {
  /** What the group offers. */
  products: readonly SheetProduct[];
  cutOver: PlainDate;
};

const columns = ["product", "instalmentsLeft", "nextDueOn"] as const;
const NAME_MOST = 40;

/**
 * The loan as its rows repay it: its amount is the principal left. A plain one, which has none of the three cells, stays
 * as it is. Null if a cell is wrong, which is reported, and for a loan that is repaid in full.
 */
export function readLent(
  row: SheetRow<"loans">,
  loan: OpeningLoan,
  params: LentParams,
): OpeningLoan | null {
  const product = row.text("product", NAME_MOST);
  const left = row.text("instalmentsLeft", NAME_MOST);
  const cells = [product, left, row.text("nextDueOn", NAME_MOST)];
  if (cells.every((cell) => cell === null)) return loan;
  const missing = columns.find((_, index) => cells[index] === null);
  if (missing !== undefined) return (row.error(missing, "lent-in-part"), null);
  const nextDueOn = row.date("nextDueOn");
  if (product === null || left === null || nextDueOn === null) return null;
  return lentAs(row, loan, { product, left, nextDueOn, ...params });
}

type Written = LentParams & { product: string; left: string; nextDueOn: PlainDate };

function lentAs(
  row: SheetRow<"loans">,
  loan: OpeningLoan,
  { product: written, left, nextDueOn, products, cutOver }: Written,
): OpeningLoan | null {
  const product = products.find(({ name }) => wordKey(name) === wordKey(written));
  if (product === undefined) {
    const words = products.map(({ name }) => name).join(", ") || "–";
    return (row.error("product", "product-unknown", { written, words }), null);
  }
  const { loanType, instalmentsMost: most, terms } = product;
  const { amountCents: writtenCents, paidCents, interestCents } = loan;
  if (loan.loanType !== loanType) row.error("loanType", "product-of-other-type");
  if (nextDueOn <= cutOver) row.error("nextDueOn", "next-due-past", { cutOver: { day: cutOver } });
  const amountCents = writtenCents - paidCents;
  const instalments = /^\d{1,3}$/.test(left) ? Number(left) : 0;
  if (instalments < 1 || instalments > most)
    return (row.error("instalmentsLeft", "instalments-unreadable", { most }), null);
  if (amountCents === 0n && interestCents === 0n) return (row.warn("paid", "loan-paid"), null);
  if (amountCents <= 0n)
    return (row.error("paid", "principal-above-amount", { amount: writtenCents }), null);
  const last = monthly(nextDueOn, { count: instalments, first: 0 }).at(-1) ?? nextDueOn;
  if (loan.dueOn !== last) row.error("dueOn", "due-not-last", { last: { day: last } });
  const book = { on: cutOver, firstDueOn: nextDueOn, interestCents };
  const lent = { terms, amountCents, instalments, paidOutOn: loan.givenOn, book };
  if (openSchedule(lent) === null)
    return (row.error("instalmentsLeft", "instalments-too-many"), null);
  return {
    ...loan,
    amountCents,
    paidCents: 0n,
    lent: { productId: product.id, instalments, nextDueOn, writtenCents },
  };
}

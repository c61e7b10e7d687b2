// Which entries the Treasurer may take back, and what that does, in the model (BOOK-19).
import { bankBalance, post } from "./books.ts";
import type { Entry, Model } from "./group-model.ts";

export function mayReverse(model: Model, entry: Entry): boolean {
  if (entry.isReversed) return false;
  const bank = entry.lines.find(([account]) => account === "bank")?.[1] ?? 0n;
  if (bankBalance(model) - bank < 0n) return false;
  switch (entry.kind) {
    case "post":
    case "dividend_payment":
    case "redemption":
      return true;
    case "declaration":
    case "deposit": {
      const item = itemOf(model, entry);
      return item.leftCents === item.cents;
    }
    case "fine": {
      const fine = fineOf(model, entry);
      return fine.state === "standing" && fine.unpaidCents === fine.cents;
    }
    case "contribution":
    case "loan_payment":
    case "fine_payment":
    case "disbursement":
    case "settlement":
    case "recovery":
    case "closing":
    case "reversal":
    case "opening":
      return false;
  }
}

export function reverse(model: Model, entry: Entry, id: number): void {
  entry.isReversed = true;
  post(model, {
    kind: "reversal",
    id,
    ...(entry.id === null ? {} : { itemId: entry.id }),
    lines: entry.lines.map(([account, cents]) => [account, -cents] as const),
  });
  if (entry.kind === "fine")
    Object.assign(fineOf(model, entry), { unpaidCents: 0n, state: "reversed" });
  if (entry.kind === "declaration" || entry.kind === "deposit")
    Object.assign(itemOf(model, entry), { leftCents: 0n, isReversed: true });
  if (entry.kind === "dividend_payment")
    itemOf(model, entry).leftCents += amountOn(entry, "dividends_payable");
  if (entry.kind === "redemption")
    itemOf(model, entry).leftCents += -amountOn(entry, "equity_fixed_deposit");
}

const amountOn = ({ lines }: Entry, account: string): bigint =>
  lines.find((line) => line[0] === account)?.[1] ?? 0n;

function itemOf(model: Model, entry: Entry) {
  const isDividend = entry.kind === "declaration" || entry.kind === "dividend_payment";
  const items = isDividend ? model.declarations : model.deposits;
  return items.find(({ id }) => id === entry.itemId)!;
}

const fineOf = (model: Model, entry: Entry) => model.fines.find(({ id }) => id === entry.itemId)!;

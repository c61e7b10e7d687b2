// Fixed deposits and a dividend of the demo group: what is opened or declared once, and redeemed or paid in parts.
import { addMonths, nairobiDate } from "#domain/calendar.ts";
import type { DemoGroup } from "./demo-group.ts";
import { cents, type Posting } from "./ledger-tables.ts";
import type { Moments } from "./moments.ts";
import { post, postNow } from "./posting.ts";
import type { Happening } from "./timeline.ts";

/** One that was redeemed in two parts, with what it earned, and one that runs. */
export function fixedDeposits({ inMonth }: Moments): Happening[] {
  const first = { id: 0 };
  const redeem = (kes: number, interestKes: number, description: string) => (): Posting => ({
    type: "redeem_fixed_deposit",
    deposit_id: first.id,
    amount: cents(kes),
    interest_earned: cents(interestKes),
    description,
    fixed_deposit: undefined,
  });
  const opened = inMonth(26, 24);
  const early = inMonth(18, 10);
  const matured = inMonth(14, 26);
  return [
    {
      at: opened,
      happen: async (group) => {
        const description = "Stima Sacco fixed deposit, 12 months at 9%";
        await postNow(group, opened, deposit(100_000, opened, description));
        first.id = await newestId(group, "fixed_deposits");
      },
    },
    post(early, redeem(40_000, 2_250, "Taken out of the Stima Sacco deposit before it matured")),
    post(matured, redeem(60_000, 5_400, "The rest of the Stima Sacco deposit, matured")),
    post(
      inMonth(7, 24),
      deposit(200_000, inMonth(7, 24), "Mwalimu Sacco fixed deposit, 12 months at 10%"),
    ),
  ];
}

export function dividend({ inMonth }: Moments): Happening[] {
  const declared = inMonth(11, 22);
  const declaration = { id: 0 };
  const pay = (kes: number, description: string) => (): Posting => ({
    type: "dividend_payment",
    declaration_id: declaration.id,
    amount: cents(kes),
    description,
    declaration: undefined,
  });
  return [
    {
      at: declared,
      happen: async (group) => {
        await postNow(group, declared, {
          type: "dividend_declaration",
          amount: cents(10_000),
          description: "Dividend agreed at the general meeting",
        });
        declaration.id = await newestId(group, "dividend_declarations");
      },
    },
    post(inMonth(10, 14), pay(4_500, "Dividend sent by M-Pesa, first list of members")),
    post(inMonth(9, 21), pay(3_500, "Dividend sent by M-Pesa, second list of members")),
  ];
}

async function newestId(
  { database }: DemoGroup,
  table: "fixed_deposits" | "dividend_declarations",
): Promise<number> {
  const { id } = await database.db
    .selectFrom(table)
    .select("id")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return id;
}

function deposit(kes: number, opened: Date, description: string): Posting {
  const start_date = nairobiDate(opened);
  const amount = cents(kes);
  const maturity_date = addMonths(start_date, 12);
  return { type: "equity_fixed_deposit", amount, description, start_date, maturity_date };
}

// What the demo group's Treasurer posts by hand besides expenses: income, investments, deposits, a dividend, a slip of
// the pen, and the closing of the first year.
import type { BodyOf } from "#contract/endpoint.ts";
import type { postLedgerEntry } from "#contract/ledger.ts";
import { addDays, financialYearOf, addMonths, nairobiDate } from "#domain/calendar.ts";
import type { ExpenseCategory } from "#domain/ledger/posting-rules.ts";
import { closeYear } from "#server/features/ledger-entries/close-year.ts";
import { postEntry } from "#server/features/ledger-entries/post-entry.ts";
import { reverseEntry } from "#server/features/ledger-entries/reverse-entry.ts";
import type { DemoGroup, Happening } from "./demo-group.ts";
import { hoursAfter } from "./group-life.ts";
import { momentOf, MONTHS, type Moments } from "./story.ts";

export function ledger(moments: Moments): Happening[] {
  const { inMonth } = moments;
  return [
    ...once.map(([monthsAgo, day, body]) => post(inMonth(monthsAgo, day, 17), body)),
    ...fixedDeposits(moments),
    ...dividend(moments),
    ...slipOfThePen(inMonth(4, 9, 10)),
    closesFirstYear(moments),
  ];
}

/** A wrong amount: the Treasurer finds it the same morning, reverses the entry, and posts what the receipt shows. */
function slipOfThePen(at: Date): Happening[] {
  const wrong = { entryId: 0 };
  const takenBack = hoursAfter(at, 2);
  const deed = { who: "treasurer", right: "entries.reverse", at: takenBack } as const;
  const description = "Hall hire for the training on record keeping";
  return [
    {
      at,
      happen: async (group) => {
        const posted = await postNow(group, at, expense("other_expense", 25_000, description));
        wrong.entryId = posted.entryId;
      },
    },
    {
      at: takenBack,
      happen: ({ act }) =>
        act(deed, (tx, by) =>
          reverseEntry(tx, by, {
            id: wrong.entryId,
            reason: "One zero too many: the receipt says KES 2,500.00.",
          }),
        ),
    },
    post(hoursAfter(at, 2.2), expense("other_expense", 2_500, description)),
  ];
}

/** The Treasurer closes the year some weeks into the next one, when nothing more comes in for it. */
function closesFirstYear({ month }: Moments): Happening {
  const year = financialYearOf(month(MONTHS), { month: 1, day: 1 });
  const at = momentOf(addDays(year.end, 20), 19);
  const requested = { startYear: Number(year.start.slice(0, 4)), label: year.label };
  const deed = { who: "treasurer", right: "years.close", at } as const;
  return { at, happen: ({ act }) => act(deed, (tx, by) => closeYear(tx, by, requested)) };
}

// Fixed deposits and a dividend, which are opened or declared once, and redeemed or paid in parts.

/** A deposit that was redeemed in two parts with its interest, and one that still runs. */
function fixedDeposits({ inMonth }: Moments): Happening[] {
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

function dividend({ inMonth }: Moments): Happening[] {
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

/** `body` may be a function, for values that are known only at that moment. */
function post(at: Date, body: Posting | (() => Posting)): Happening {
  return {
    at,
    happen: (group) => postNow(group, at, typeof body === "function" ? body() : body),
  };
}

function postNow({ act }: DemoGroup, at: Date, body: Posting) {
  return act({ who: "treasurer", right: "entries.post", at }, (tx, by) => postEntry(tx, by, body));
}

type Posting = BodyOf<typeof postLedgerEntry>;

const once: readonly (readonly [monthsAgo: number, day: number, body: Posting])[] = [
  [31, 20, income(6_500, "Tents and chairs hired out for the Koech wedding")],
  [19, 13, income(4_200, "Tents and chairs hired out for a graduation")],
  [14, 14, investment(120_000, "Deposit for the plot in Juja, title search done")],
  [18, 16, investment(46_200, "3,000 Safaricom shares at KES 15.40, through the broker")],
  [6, 18, income(5_000, "Tents and chairs hired out to St. Peter's church")],
];

function cents(kes: number): bigint {
  return BigInt(kes) * 100n;
}

function expense(category: ExpenseCategory, kes: number, description: string): Posting {
  return { type: "expense", category, amount: cents(kes), description };
}

function income(kes: number, description: string): Posting {
  return { type: "other_income", amount_paid: cents(kes), description };
}

function investment(kes: number, description: string): Posting {
  return { type: "investment", amount: cents(kes), description };
}

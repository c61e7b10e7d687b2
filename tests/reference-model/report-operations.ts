// Members read the reports, for any date.
import type { Json } from "#tests/support/test-group.ts";
import { type Cents, daysLater, toCents } from "./arithmetic.ts";
import { balanceOf, balances, balanceSheet, profitAndLoss, shareOf } from "./books.ts";
import { type Model, personOf, sharesInInterest, todayOf } from "./group-model.ts";
import { ledgerPath } from "./ledger-operations.ts";
import { type Caller, denied, may, refused, type Right } from "./people.ts";
import { agree, type World } from "./world.ts";

type Report = {
  by: Caller;
  path: string;
  right?: Right;
  exact?: true;
  check: (body: Json) => void;
};

export async function read(world: World, { by, path, right, exact, check }: Report): Promise<void> {
  await world.call({
    by,
    method: "GET",
    path,
    expected: denied(by, right ?? "see figures") ?? { status: 200, check },
    ...(exact === undefined ? {} : { exact }),
  });
}

/** A day since the first entry, or in the future. */
export function chooseDay({ chance, model }: World): string {
  const day = chance.maybeOne(model.entries)?.date ?? todayOf(model);
  return daysLater(
    day,
    chance.weighted([
      [0, 4],
      [-1, 3],
      [400, 1],
    ]),
  );
}

const reader = (world: World): Caller => ({
  person: world.chance.one(world.model.people),
  signedIn: true,
});

export async function readTrialBalance(world: World, by = reader(world), day?: string) {
  const date = day ?? chooseDay(world);
  await read(world, {
    by,
    path: `/api/accounting/get_trial_balance/?date=${date}`,
    check: ({ trial_balance }) => {
      const shown = trial_balance.map(({ account, debit_amount, credit_amount }: Json) => {
        agree(`one side of ${account}`, debit_amount === 0 || credit_amount === 0, true);
        return [account, toCents(debit_amount) - toCents(credit_amount)];
      });
      agree(
        `trial balance of ${date}`,
        inOrder(shown),
        inOrder(balances(world.model, { to: date })),
      );
    },
  });
  return true;
}

const inOrder = (rows: Iterable<readonly [string, Cents]>) =>
  [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1));
const centsOf = (shown: Record<string, number>) =>
  inOrder(Object.entries(shown).map(([account, kes]) => [account, toCents(kes)] as const));

export async function readBalanceSheet(world: World, by = reader(world), day?: string) {
  const { model } = world;
  const date = day ?? chooseDay(world);
  await read(world, {
    by,
    path: `/api/accounting/get_balance_sheet/?date=${date}`,
    check: ({ balance_sheet: shown, users_shared_interest_data: shares }) => {
      const expected = balanceSheet(model, date);
      for (const part of ["assets", "liabilities", "equities"] as const)
        agree(`${part} of ${date}`, centsOf(shown[part]), inOrder(expected[part]));
      const check =
        toCents(shown.total_assets) +
        toCents(shown.total_liabilities) +
        toCents(shown.total_equities);
      agree(`the balance sheet's difference on ${date}`, check, 0n);
      checkShares(model, by, { shares, date });
    },
  });
  return true;
}

function checkShares(model: Model, by: Caller, { shares, date }: { shares: Json[]; date: string }) {
  const isForAll = may(by.person!, "be an official");
  for (const { user, member, balance } of shares) {
    const person = personOf(model, member.id);
    agree("whose share it is", user, person.username);
    agree(`share of ${user} on ${date}`, toCents(balance), shareOf(model, person, date));
    if (!isForAll) agree("only the own share", person.id, by.person!.id);
  }
  const seen = shares.map(({ member }) => member.id);
  for (const person of model.people.filter(sharesInInterest))
    if (isForAll) agree(`${person.username} among the shares`, seen.includes(person.id), true);
}

export async function readProfitAndLoss(world: World, by = reader(world)) {
  const { model } = world;
  const [one, other] = [chooseDay(world), chooseDay(world)];
  const isBackward = world.chance.is(0.1) && one !== other;
  const [from, to] = one < other === isBackward ? [other, one] : [one, other];
  const path = `/api/accounting/get_profit&loss/?start_date=${from}&end_date=${to}`;
  if (from > to) {
    const late = refused(400, "End Date must be a date later than Start Date");
    await world.call({ by, method: "GET", path, expected: denied(by, "see figures") ?? late });
    return true;
  }
  await read(world, {
    by,
    path,
    check: ({ profit_and_loss: shown, previous_financial_year: before }) => {
      checkPeriod(model, { from, to, shown, which: "current" });
      checkPeriod(model, {
        from: before.start_date,
        to: before.end_date,
        shown,
        which: "previous",
      });
      agree(
        "a year earlier",
        [before.start_date, before.end_date],
        [yearBefore(from), /02-2[89]$/.test(to) ? endOfFebruaryBefore(to) : yearBefore(to)],
      );
    },
  });
  return true;
}

const yearBefore = (day: string): string =>
  `${Number(day.slice(0, 4)) - 1}${day.slice(4).replace("02-29", "02-28")}`;

const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;

/** A year before 28 February of a year with 365 days, or the 28th before the end of one with 366. */
function endOfFebruaryBefore(to: string): string {
  const year = Number(to.slice(0, 4));
  const isLast = to.endsWith("29") || !isLeap(year);
  return `${year - 1}-02-${isLast && isLeap(year - 1) ? 29 : 28}`;
}

type Period = { from: string; to: string; shown: Json; which: "current" | "previous" };

function checkPeriod(model: Model, { from, to, shown, which }: Period): void {
  const expected = profitAndLoss(model, from, to);
  const rows = (part: string, sign: bigint) =>
    inOrder(
      shown[`${which}_year_${part}`]
        .map(({ account, balance }: Json) => [account, sign * toCents(balance)] as const)
        .filter(([, cents]: [string, Cents]) => cents !== 0n),
    );
  agree(`revenues ${from} to ${to}`, rows("revenues", -1n), inOrder(expected.earned));
  agree(`expenses ${from} to ${to}`, rows("expenses", 1n), inOrder(expected.spent));
  const totals = ["total_revenue", "total_expenses", "net_profit_or_loss"];
  agree(
    `totals ${from} to ${to}`,
    totals.map((name) => toCents(shown[`${which}_year_${name}`])),
    [expected.earnedCents, expected.spentCents, expected.profitCents],
  );
}

export async function readLedger(world: World, by = reader(world)) {
  const { model } = world;
  await read(world, {
    by,
    path: ledgerPath,
    check: ({ ledger_balances, declarations, fixed_deposits }) => {
      const moving = centsOf(ledger_balances).filter(([, cents]) => cents !== 0n);
      agree("ledger balances", moving, inOrder(balances(model, { to: todayOf(model) })));
      agree("open declarations", listed(declarations, "rem_amount"), stillOpen(model.declarations));
      agree("open deposits", listed(fixed_deposits, "amount"), stillOpen(model.deposits));
    },
  });
  return true;
}

const stillOpen = (items: Model["deposits"]) =>
  items
    .filter(({ leftCents }) => leftCents > 0n)
    .map(({ id, leftCents }) => [id, leftCents] as const)
    .toSorted(([a], [b]) => a - b);

const listed = (rows: Json[], name: string) =>
  rows.map((row) => [row.id, toCents(row[name])] as const).toSorted(([a], [b]) => a - b);

/** Both the group's balance for loans and its savings are bank plus interest receivable. */
export async function readActiveCount(world: World, by = reader(world)) {
  await read(world, {
    by,
    path: "/api/user/get_active_user_count",
    check: ({ active_users_count }) =>
      agree(
        "active members",
        active_users_count,
        world.model.people.filter(sharesInInterest).length,
      ),
  });
  agree("the bank stands at 0 or more", balanceOf(world.model, "bank") >= 0n, true);
  return true;
}

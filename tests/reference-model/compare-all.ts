// Compares everything that the group shows with the reference model.
import type { Json } from "#tests/support/test-group.ts";
import { monthsLater, toCents, total } from "./arithmetic.ts";
import { balances, balanceSheet, yearHolding, yearSpan } from "./books.ts";
import { checkDues, checkFines, checkUser } from "./figures.ts";
import {
  type Model,
  type PaymentKind,
  type Person,
  statusOf,
  todayOf,
  unpaidFines,
} from "./group-model.ts";
import { readJournal } from "./journal-operations.ts";
import { loansOf } from "./loans.ts";
import { type Caller, may } from "./people.ts";
import { readReconciliation } from "./reconciliation-operations.ts";
import {
  chooseDay,
  read,
  readActiveCount,
  readBalanceSheet,
  readLedger,
  readProfitAndLoss,
  readTrialBalance,
} from "./report-operations.ts";
import { checkBadDebt } from "./settlement-operations.ts";
import { readRotations } from "./rotation-operations.ts";
import { readShareOuts } from "./share-out-operations.ts";
import { compareStatements } from "./statement-operations.ts";
import { agree, type World } from "./world.ts";

export async function compareAll(world: World): Promise<void> {
  const { model } = world;
  const official = model.people.find((person) => may(person, "be an official"))!;
  const by: Caller = { person: official, signedIn: true };
  const today = todayOf(model);
  const yearEnd = yearSpan(model, yearHolding(model, today) - 1).end;
  const days = [today, yearEnd, monthsLater(today, -1), chooseDay(world), chooseDay(world)];
  for (const day of days) {
    await readTrialBalance(world, by, day);
    await readBalanceSheet(world, by, day);
    await comparePostings(world, by, day);
  }
  await readProfitAndLoss(world, by);
  await readLedger(world, by);
  await readActiveCount(world, by);
  await readJournal(world);
  await compareUsers(world, by);
  await compareBadDebts(world, by);
  await readShareOuts(world, by);
  await readRotations(world, by);
  await compareContributions(world, by);
  await compareStatements(world, by);
  await readReconciliation(world, by);
  for (const person of model.people) await compareAccount(world, by, person);
}

/** Every figure of the trial balance and of the balance sheet's retained earnings is the sum of its postings. */
async function comparePostings(world: World, by: Caller, day: string): Promise<void> {
  const { model, chance } = world;
  const from = chooseDay(world);
  const figures: [string, bigint][] = [...balances(model, { to: day })].map(([account, cents]) => [
    `${account}/postings/?to=${day}`,
    cents,
  ]);
  const sheet = new Map(balanceSheet(model, day).equities);
  figures.push([
    `retained_earnings/postings/?parts=yes&to=${day}`,
    sheet.get("retained_earnings") ?? 0n,
  ]);
  for (const [path, cents] of figures)
    await read(world, {
      by,
      path: `/api/accounting/accounts/${path}${from <= day && chance.is(0.5) ? `&from=${from}` : ""}`,
      exact: true,
      check: ({ opening, postings, closing, count }) => {
        let balance = toCents(opening);
        for (const posting of postings) {
          balance += toCents(posting.debit) - toCents(posting.credit);
          agree(`balance in ${path}`, toCents(posting.balance), balance);
        }
        agree(`closing of ${path}`, [toCents(closing), balance], [cents, cents]);
        agree(`count of ${path}`, count, postings.length);
      },
    });
}

async function compareUsers(world: World, by: Caller): Promise<void> {
  const { model } = world;
  await read(world, {
    by,
    path: "/api/user/get_users",
    exact: true,
    check: ({ users, count }) => {
      agree("the number of members", count, model.people.length);
      for (const person of model.people)
        checkUser(
          model,
          person,
          users.find(({ id }: Json) => id === person.id),
        );
    },
  });
}

async function compareBadDebts(world: World, by: Caller): Promise<void> {
  await read(world, {
    by,
    path: "/api/accounting/baddebts/",
    exact: true,
    check: ({ debts }) => {
      agree("the number of bad debts", debts.length, world.model.badDebts.length);
      for (const debt of debts) checkBadDebt(world.model, debt);
    },
  });
}

async function compareContributions(world: World, by: Caller): Promise<void> {
  const { model } = world;
  await read(world, {
    by,
    path: "/api/finances/get-monthly-contributions/",
    exact: true,
    check: ({ contributions, total_fines, unpaid_fines }) => {
      for (const { member, total_contributions } of contributions) {
        const person = model.people.find(({ id }) => id === member.id)!;
        agree(
          `contributions of ${person.username}`,
          toCents(total_contributions),
          person.heldCents,
        );
      }
      const unpaid = total(model.people, ({ id }) => unpaidFines(model, id));
      agree("unpaid fines of all", toCents(unpaid_fines), unpaid);
      const charged = model.fines.filter(({ state }) => state !== "taken_back");
      agree(
        "fines of all",
        toCents(total_fines),
        total(charged, ({ cents }) => cents),
      );
    },
  });
}

/** A member's fines, dues and statement. */
async function compareAccount(world: World, by: Caller, person: Person): Promise<void> {
  await read(world, {
    by,
    path: `/api/accounting/get_user_fines/?member=${person.id}`,
    exact: true,
    check: (shown) => checkFines(world.model, person, shown),
  });
  await read(world, {
    by,
    path: `/api/finances/dues/?member=${person.id}`,
    exact: true,
    check: (shown) => checkDues(world.model, person, shown),
  });
  await read(world, {
    by,
    path: `/api/finances/transactions/?member=${person.id}`,
    exact: true,
    check: ({ transactions, opening, closing }) => {
      checkBalances(world.model, person, { transactions, opening, closing });
      for (const kind of [
        "contribution",
        "loan_payment",
        "fine_payment",
        "rotation_payment",
      ] as const)
        agree(
          `${kind}s on the statement of ${person.username}`,
          statementOf(transactions, kind),
          expectedStatement(world.model, person, kind),
        );
    },
  });
}

/**
 * The rows, newest first, lead from the opening to the closing balance by their `in` less their `out`. The closing
 * balance is what the member paid in, to merry-go-rounds too, less what they got there and the member's debts.
 */
function checkBalances(model: Model, person: Person, shown: Json): void {
  let balance = toCents(shown.opening);
  for (const row of shown.transactions.toReversed()) {
    balance += toCents(row.in) - toCents(row.out);
    agree(
      `balance of ${person.username} after ${row.kind} ${row.id}`,
      toCents(row.balance),
      balance,
    );
  }
  agree(`closing of ${person.username}`, toCents(shown.closing), balance);
  const owed = total(loansOf(model, person.id), ({ balanceCents, startDate }) =>
    startDate === null ? 0n : balanceCents,
  );
  agree(
    `what ${person.username} paid in less what is owed`,
    balance,
    person.heldCents + person.merryCents - owed - unpaidFines(model, person.id),
  );
}

const statementOf = (transactions: Json[], wanted: PaymentKind) =>
  transactions
    .filter(({ kind }) => kind === wanted)
    .map(({ id, amount, status }) => `${id} ${toCents(amount)} ${status}`)
    .toSorted();

const expectedStatement = (model: Model, { id }: Person, kind: PaymentKind) =>
  model.payments
    .filter((payment) => payment.memberId === id && payment.kind === kind)
    .map((payment) => `${payment.id} ${payment.cents} ${statusOf(payment)}`)
    .toSorted();

/** A random person reads their own account. */
export async function readOwnAccount(world: World): Promise<boolean> {
  const { model, chance } = world;
  const person = chance.one(model.people);
  const by = { person, signedIn: true };
  const [path, check] = chance.one([
    ["/api/user/get_user_data", (body: Json) => checkUser(model, person, body)],
    ["/api/accounting/get_user_fines/", (body: Json) => checkFines(model, person, body)],
  ] as const);
  await read(world, { by, path, right: "see own", check });
  return true;
}

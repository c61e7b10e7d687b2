// The offices bring the group's book over, and take it back while nothing depends on it.
import { sql } from "kysely";
import type { OpeningBook } from "#domain/opening/opening-book.ts";
import { propose } from "#tests/support/opening-books.ts";
import { daysLater, monthsLater, toKes, total } from "./arithmetic.ts";
import { compareAll } from "./compare-all.ts";
import { isUndecided, type Model, type Office, type Person, statusOf } from "./group-model.ts";
import { bringOver, type Numbers, type Sheet, takeBack } from "./openings.ts";
import { addPerson } from "./people-operations.ts";
import { denied, type Expected, manage, refused } from "./people.ts";
import type { World } from "./world.ts";

const CUT_OVER = "2026-02-28";
const path = (id: number, what: string) => `/api/opening/${id}/${what}/`;

/** Brings a sheet over. Sometimes two offices take it back, and bring another one, which stays. */
export async function moveIn(world: World): Promise<void> {
  const { chance, model, group } = world;
  for (let index = 0; index < 3; index++) await addMember(world);
  if (chance.is(0.7)) {
    const { id, sheet, numbers } = await bring(world);
    await compareAll(world);
    const reason = { reason: "A wrong page" };
    await say(world, {
      office: "Treasurer",
      id,
      what: "take-back",
      body: reason,
      expected: done(),
    });
    await say(world, {
      office: "Treasurer",
      id,
      what: "take-back",
      body: reason,
      expected: refused(400),
    });
    const both = done(() => takeBack(model, sheet, numbers));
    await say(world, {
      office: "Chairperson",
      id,
      what: "take-back",
      body: reason,
      expected: both,
    });
    await compareAll(world);
  }
  await bring(world);
  group.clock.advanceMinutes(1);
  world.setClock(group.clock.now());
  await compareAll(world);
}

async function addMember(world: World): Promise<void> {
  const { group, model, call } = world;
  const person = addPerson(world, await group.pendingMember());
  const by = holder(model, "Chairperson");
  await call({
    by,
    method: "POST",
    path: `/api/user/admin_manage_user/${person.id}/`,
    body: { action: "approve" },
    expected: done(() => manage(model, person, "approve", by.person.id)),
    exact: true,
  });
}

const done = (check: () => void = () => {}): Expected => ({ status: 200, check });
const holder = (model: Model, office: Office) => ({
  person: model.people.find((person) => person.office === office)!,
  signedIn: true,
});

type Word = { office: Office; id: number; what: string; body: object; expected: Expected };

const say = ({ model, call }: World, { office, id, what, body, expected }: Word) =>
  call({
    by: holder(model, office),
    method: "POST",
    path: path(id, what),
    body,
    expected,
    exact: true,
  });

/** Proposes a sheet, compares everything, because it must not count yet, and accepts it. */
async function bring(world: World) {
  const { chance, group, model, history } = world;
  const sheet = chooseSheet(world);
  const book = await toBook(world, sheet);
  const treasurer = await group.db
    .selectFrom("members")
    .selectAll()
    .where("office", "=", "Treasurer")
    .executeTakeFirstOrThrow();
  const isBalanced = chance.is(0.6);
  const { openingId: id } = await propose(
    group,
    { ...treasurer, regNumber: treasurer.reg_number } as never,
    isBalanced ? book : { ...book, balances: book.balances.slice(0, -1) },
    { cutOver: CUT_OVER, differenceReason: isBalanced ? null : "Nobody knows" },
  );
  history.push(`the group's book is proposed as ${id}`);
  await compareAll(world);
  const savings = toKes(total(sheet.members, ({ savingsCents }) => savingsCents));
  const seen = { total_savings_seen: savings, confirm: true };
  const accept = (office: Office, body: object, expected: Expected) =>
    say(world, { office, id, what: "accept", body, expected });
  await accept("Treasurer", seen, refused(403));
  await accept("Sec-Gen", { ...seen, total_savings_seen: savings + 0.01 }, refused(400));
  await accept(chance.one(["Sec-Gen", "Chairperson"]), seen, done());
  const numbers = await readNumbers(world, id);
  bringOver(model, sheet, numbers);
  return { id, sheet, numbers };
}

function chooseSheet({ chance, model }: World): Sheet {
  const members = model.people.map(({ id }) => ({
    id,
    savingsCents: chance.is(0.9) ? chance.cents(1, 60_000) : 0n,
    finesCents: chance.is(0.4) ? chance.cents(1, 900) : 0n,
    paidUpTo: monthsLater("2025-09-01", chance.whole(0, 8)),
    lastPaidOn: chance.is(0.5) ? daysLater(CUT_OVER, -chance.whole(0, 200)) : null,
  }));
  const loans = members
    .filter(() => chance.is(0.6))
    .map(({ id }) => {
      const cents = chance.cents(500, 20_000);
      const interestCents = chance.is(0.8) ? cents / 10n : 0n;
      const paidCents = ((cents + interestCents) * BigInt(chance.whole(0, 99))) / 100n;
      return {
        memberId: id,
        type: chance.one(["normal_loan", "emergency_loan"] as const),
        cents,
        interestCents,
        paidCents,
        givenOn: "2025-10-10",
        dueOn: chance.one(["2026-02-01", "2026-03-16", "2026-04-05", "2026-10-10"]),
      };
    });
  const some = (kes: number) => (chance.is(0.5) ? chance.cents(1, kes) : 0n);
  return {
    cutOver: CUT_OVER,
    members,
    loans,
    group: {
      bank: chance.cents(20_000, 90_000),
      investment: some(9_000),
      tax: some(500),
      ordinary_shares: some(4_000),
    },
    deposits: Array.from({ length: chance.whole(0, 2) }, () => chance.cents(100, 8_000)),
  };
}

/** The book that reading a sheet with these figures would make. Its last balance, retained earnings, is the rest. */
async function toBook({ group }: World, sheet: Sheet): Promise<OpeningBook> {
  const people = await group.db
    .selectFrom("members")
    .select(["id", "reg_number", "first_name", "last_name", "phone", "email"])
    .execute();
  const regNumberOf = (id: number) => people.find((each) => each.id === id)!.reg_number;
  const { bank, investment, tax, ordinary_shares } = sheet.group;
  const owned =
    bank +
    investment +
    total(sheet.deposits, (cents) => cents) +
    total(sheet.members, ({ finesCents }) => finesCents) +
    total(sheet.loans, ({ cents, interestCents, paidCents }) => cents + interestCents - paidCents);
  const owed = tax + ordinary_shares + total(sheet.members, ({ savingsCents }) => savingsCents);
  return {
    members: sheet.members.map((member, index) => ({
      row: index + 2,
      regNumber: regNumberOf(member.id),
      firstName: "Of",
      lastName: "The Book",
      phone: null,
      email: null,
      joinedOn: "2024-01-15",
      status: "active",
      savingsCents: member.savingsCents,
      paidUpTo: member.paidUpTo,
      lastPaidOn: member.lastPaidOn,
      unpaidFinesCents: member.finesCents,
    })),
    loans: sheet.loans.map((loan, index) => ({
      row: index + 2,
      regNumber: regNumberOf(loan.memberId),
      loanType: loan.type,
      amountCents: loan.cents,
      interestCents: loan.interestCents,
      paidCents: loan.paidCents,
      givenOn: loan.givenOn,
      dueOn: loan.dueOn,
    })),
    balances: [
      { row: 2, account: "bank", cents: bank },
      { row: 3, account: "investment", cents: investment },
      { row: 4, account: "tax", cents: tax },
      { row: 5, account: "ordinary_shares", cents: ordinary_shares },
      { row: 6, account: "retained_earnings", cents: owned - owed },
    ],
    deposits: sheet.deposits.map((amountCents, index) => ({
      row: index + 2,
      description: `Deposit ${index + 1}`,
      amountCents,
      placedOn: null,
      maturesOn: null,
    })),
    history: [],
  };
}

async function readNumbers({ group }: World, opening: number): Promise<Numbers> {
  const inOrder = async (table: string, id: string) => {
    const { rows } = await sql<{ id: number }>`
      SELECT ${sql.ref(id)} AS id FROM ${sql.table(table)} WHERE opening_id = ${opening} ORDER BY row`.execute(
      group.db,
    );
    return rows.map((row) => row.id);
  };
  const fines = await group.db
    .selectFrom("fines")
    .select(["id", "member_id"])
    .where("opening_id", "=", opening)
    .execute();
  return {
    loans: await inOrder("opening_loans", "loan_id"),
    deposits: await inOrder("opening_deposits", "deposit_id"),
    fines: new Map(fines.map(({ id, member_id }) => [member_id, id])),
  };
}

/** An office requests to take the book back after something depends on it, and is refused. */
export async function requestReturn(world: World): Promise<boolean> {
  const { model, group, call } = world;
  if (!isInUse(model)) return false;
  const standing = await group.db
    .selectFrom("openings")
    .select("id")
    .where("status", "=", "accepted")
    .executeTakeFirstOrThrow();
  const by = world.caller("be an official");
  await call({
    by,
    method: "POST",
    path: path(standing.id, "take-back"),
    body: { reason: "Too late" },
    expected: denied(by, "be an official") ?? refused(400),
  });
  return true;
}

/**
 * Whether something surely depends on the book: somebody left, a year is closed, or one of its members has paid since.
 */
function isInUse(model: Model): boolean {
  const isOfBook = (memberId: number) =>
    model.people.some(({ id, book }) => id === memberId && book !== null);
  return (
    model.people.some(({ hasLeft }: Person) => hasLeft) ||
    model.closedYears.length > 0 ||
    model.payments.some(
      (payment) =>
        isOfBook(payment.memberId) && !isUndecided(payment) && statusOf(payment) === "approved",
    )
  );
}

// Officials recovering what members who left still owe.
import type { Json } from "#tests/support/test-group.ts";
import { toCents, type Cents } from "./arithmetic.ts";
import type { Model, Person } from "./group-model.ts";
import { denied, may, refused, type Expected } from "./rights.ts";
import { choose, expectOfOfficial } from "./settlement-operations.ts";
import { badDebtOf, outstandingOf, recover } from "./settlements.ts";
import { amountField } from "./wrong-values.ts";
import { agree, type World } from "./world.ts";

export async function recoverBadDebt(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const owing = (person: Person) => owedBy(model, person) > 0n;
  const fitting = model.people.filter(owing);
  if (fitting.length === 0 && chance.is(0.8)) return false;
  const leaving = choose(world, owing);
  const owed = leaving.person === null ? 0n : owedBy(model, leaving.person);
  const part = (owed * BigInt(chance.whole(0, 60))) / 100n + 1n;
  const chosen = chance.weighted([
    [part, 6],
    [owed, 2],
    [owed + 1n, 1],
  ]);
  const { sent, isGood } = amountField(chance, chosen > 0n ? chosen : 100n);
  await call({
    by: leaving.by,
    method: "POST",
    path: "/api/accounting/baddebts/recover/",
    body: { member_id: leaving.id, recovered_amount: sent },
    expected: expectOfOfficial(leaving, (person, by) => {
      const cents = isGood ? toCents(Number(sent)) : 0n;
      const isPossible = isGood && by.id !== person.id && owed > 0n && cents <= owed;
      return isPossible ? recovered(model, person, cents) : refused(400);
    }),
  });
  return true;
}

const owedBy = (model: Model, { id }: Person): Cents => {
  const debt = badDebtOf(model, id);
  return debt === undefined ? 0n : outstandingOf(debt);
};

const recovered = (model: Model, person: Person, cents: Cents): Expected => ({
  status: 200,
  check: ({ detail, debt }) => {
    recover(model, person, cents);
    agree("the words of a recovery", detail, "Bad debt recovered successfully");
    checkBadDebt(model, debt);
  },
});

export function checkBadDebt(model: Model, shown: Json): void {
  const debt = badDebtOf(model, shown.member.id)!;
  agree(
    `bad debt of ${shown.member.username}`,
    {
      status: shown.status,
      principal: toCents(shown.principal),
      interest: toCents(shown.interest_receivable),
      outstanding: toCents(shown.outstanding),
    },
    {
      status: outstandingOf(debt) === 0n ? "recovered" : "open",
      principal: debt.principalCents,
      interest: debt.interestCents,
      outstanding: outstandingOf(debt),
    },
  );
}

export async function readBadDebts({ chance, model, call }: World): Promise<boolean> {
  const person = chance.one(model.people);
  const by = { person, signedIn: true };
  await call({
    by,
    method: "GET",
    path: "/api/accounting/baddebts/",
    expected: denied(by, "see own") ?? {
      status: 200,
      check: ({ debts }) => {
        const all = may(person, "be an official");
        const seen = model.badDebts.filter(({ memberId }) => all || memberId === person.id);
        agree("bad debts seen", debts.length, seen.length);
        for (const debt of debts) checkBadDebt(model, debt);
      },
    },
  });
  return true;
}

// Officials letting members leave, and recovering what those still owe.
import { isDeepStrictEqual } from "node:util";
import type { Json } from "#tests/support/test-group.ts";
import { amountField, type Cents, toCents, toKes } from "./arithmetic.ts";
import type { Attempt, Model, Person } from "./group-model.ts";
import { type Caller, denied, type Expected, may, refused } from "./people.ts";
import {
  badDebtOf,
  leave,
  mayLeave,
  outstandingOf,
  recover,
  type Settlement,
  settlementOf,
} from "./settlements.ts";
import { agree, doneOrProposed, type World } from "./world.ts";

export type Leaving = { by: Caller; id: number; person: Person | null; isFitting: boolean };

/** Chooses an official, and mostly a member who fits; rarely an id of nobody. */
export function choose(world: World, isFitting: (person: Person, by: Person) => boolean): Leaving {
  const { chance, model } = world;
  const by = world.caller("be an official");
  if (chance.is(0.03))
    return { by, id: chance.one([999_999, 77_777]), person: null, isFitting: true };
  const fitting = model.people.filter((person) => isFitting(person, by.person!));
  const person =
    chance.maybeOne(chance.is(0.85) ? fitting : model.people) ?? chance.one(model.people);
  return { by, id: person.id, person, isFitting: fitting.includes(person) };
}

export const expectOfOfficial = (
  { by, person }: Leaving,
  decide: (person: Person, by: Person) => Expected,
): Expected =>
  denied(by, "be an official") ?? (person === null ? refused(404) : decide(person, by.person!));

export async function exitMember(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const leaving = choose(world, (person, by) => mayLeave(model, { person, by, action: "exit" }));
  if (!leaving.isFitting && chance.is(0.7)) return false;
  const figures = leaving.person && settlementOf(model, leaving.person);
  const right = figuresToSend(figures, null);
  const wrong = chance.is(0.2) ? chance.one(["contributions", "share", "given", "loans"]) : null;
  await call({
    by: leaving.by,
    method: "POST",
    path: "/api/accounting/exit_member/",
    body: { member_id: leaving.id, ...figuresToSend(figures, wrong) },
    expected: expectOfOfficial(leaving, (person, by) =>
      letGo(model, leaving, () => {
        if (!mayLeave(model, { person, by, action: "exit" })) return refused(400);
        const now = figuresToSend(settlementOf(model, person), null);
        const isTrue = wrong === null && isDeepStrictEqual(inOrder(now), inOrder(right));
        if (!isTrue) return refused(400, "The figures have changed. Reload and try again.");
        return settle(model, { person, by }, "exit");
      }),
    ),
  });
  return true;
}

/** The member's figures; `wrong` names the one that is a cent off. */
function figuresToSend(figures: Settlement | null, wrong: string | null) {
  const off = (what: string, cents: Cents) => toKes(what === wrong ? cents + 1n : cents);
  return {
    non_cleared_loans: (figures?.loans ?? []).map(({ id, balanceCents }, index) => ({
      loan_id: id,
      current_balance: off(index === 0 ? "loans" : "", balanceCents),
    })),
    total_contributions: off("contributions", figures?.contributionsCents ?? 0n),
    overall_shared_interest: off("share", figures?.shareCents ?? 0n),
    actual_shared_interest: off("given", figures?.givenCents ?? 0n),
  };
}

const letGo = (model: Model, { by, person }: Leaving, attempt: () => Attempt): Expected =>
  doneOrProposed(model, {
    by,
    right: "be an official",
    concernsId: person!.id,
    status: 200,
    attempt,
  });

/** Sorts the loans, whose order does not matter. */
const inOrder = (figures: ReturnType<typeof figuresToSend>) => ({
  ...figures,
  non_cleared_loans: figures.non_cleared_loans.toSorted((a, b) => a.loan_id - b.loan_id),
});

const settle = (
  model: Model,
  { person, by }: { person: Person; by: Person },
  action: "exit" | "clear",
): Attempt => ({
  takesCents: settlementOf(model, person).dueCents,
  happen: ({ settlement }) => {
    const settled = leave(model, person, by.id);
    if (settlement === undefined) return;
    const { dueCents } = settled;
    agree("the settlement", figuresOf(settlement), {
      action,
      username: person.username,
      contributions: settled.contributionsCents,
      share: settled.shareCents,
      params: settled.givenCents,
      loans: settled.owedCents,
      fines: settled.finesCents,
      paidOut: dueCents > 0n ? dueCents : 0n,
      owed: dueCents < 0n ? -dueCents : 0n,
    });
  },
});

const figuresOf = (settlement: Json) => ({
  action: settlement.action,
  username: settlement.member.username,
  contributions: toCents(settlement.total_contributions),
  share: toCents(settlement.overall_shared_interest),
  params: toCents(settlement.actual_shared_interest),
  loans: toCents(settlement.non_cleared_loans_total),
  fines: toCents(settlement.fines_written_off),
  paidOut: toCents(settlement.paid_out),
  owed: toCents(settlement.owed),
});

export async function clearMember(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const leaving = choose(world, (person, by) => mayLeave(model, { person, by, action: "clear" }));
  if (!leaving.isFitting && chance.is(0.7)) return false;
  await call({
    by: leaving.by,
    method: "POST",
    path: "/api/accounting/clear_member/",
    body: { member_id: leaving.id },
    expected: expectOfOfficial(leaving, (person, by) =>
      letGo(model, leaving, () =>
        mayLeave(model, { person, by, action: "clear" })
          ? settle(model, { person, by }, "clear")
          : refused(400),
      ),
    ),
  });
  return true;
}

/** An official reads the server's figures for the form. */
export async function previewSettlement(world: World): Promise<boolean> {
  const { model, call } = world;
  const leaving = choose(world, ({ hasLeft }) => !hasLeft);
  await call({
    by: leaving.by,
    method: "GET",
    path: `/api/accounting/settlement_preview/?member=${leaving.id}`,
    expected: expectOfOfficial(leaving, (person, by) => ({
      status: 200,
      check: (shown) => {
        const figures = settlementOf(model, person);
        const possible = (["exit", "clear"] as const).some((action) =>
          mayLeave(model, { person, by, action }),
        );
        agree("whether the member can leave", shown.reason === undefined, possible);
        if (person.hasLeft) return;
        agree("the amount due", toCents(shown.amount_due), figures.dueCents);
        agree("unpaid fines", toCents(shown.unpaid_fines), figures.finesCents);
        agree("loans", shown.non_cleared_loans, figuresToSend(figures, null).non_cleared_loans);
      },
    })),
  });
  return true;
}

// Officials recovering what members who left still owe.

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

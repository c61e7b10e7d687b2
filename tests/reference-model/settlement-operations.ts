// Officials letting members leave.
import { isDeepStrictEqual } from "node:util";
import type { Json } from "#tests/support/test-group.ts";
import { toCents, toKes, type Cents } from "./arithmetic.ts";
import type { Attempt, Model, Person } from "./group-model.ts";
import { denied, refused, type Caller, type Expected } from "./rights.ts";
import { doneOrProposed } from "./second-person.ts";
import { leave, mayLeave, settlementOf, type Settlement } from "./settlements.ts";
import { agree, type World } from "./world.ts";

export type Leaving = { by: Caller; id: number; person: Person | null; isFitting: boolean };

/** An official, and mostly a member of whom that is true; rarely nobody. */
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
        return settle(model, person, "exit");
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

/** The order of the loans does not matter. */
const inOrder = (figures: ReturnType<typeof figuresToSend>) => ({
  ...figures,
  non_cleared_loans: figures.non_cleared_loans.toSorted((a, b) => a.loan_id - b.loan_id),
});

const settle = (model: Model, person: Person, action: "exit" | "clear"): Attempt => ({
  takesCents: settlementOf(model, person).dueCents,
  happen: ({ settlement }) => {
    const settled = leave(model, person);
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
          ? settle(model, person, "clear")
          : refused(400),
      ),
    ),
  });
  return true;
}

/** The server's own figures, for the form. */
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

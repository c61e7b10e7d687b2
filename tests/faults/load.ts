// A day in the group's office, over and over: members pay and borrow, both offices decide, the Treasurer posts. A
// record of its own holds what the servers acknowledged and refused.
import { setTimeout as pause } from "node:timers/promises";
import type { Client, Json } from "./recording-client.ts";

export type Person = { id: number; token: () => string };
export type Staff = {
  chairperson: Person;
  treasurer: Person;
  secGen: Person;
  members: readonly Person[];
};

/** Amounts in KES. What was acknowledged; anything else in the database was refused, or invented. */
export type Record = {
  /** By reference: every acknowledged payment and verdict. */
  payments: Map<string, { id: number; amount: number; verdicts: string[] }>;
  /** By description. */
  posts: Map<string, { type: string; amount: number }>;
  loans: Map<number, { amount: number; approvals: number }>;
};

export const emptyRecord = (): Record => ({
  payments: new Map(),
  posts: new Map(),
  loans: new Map(),
});

type Params = {
  client: Client;
  staff: Staff;
  random: Random;
  record: Record;
  round: string;
  now: () => Date;
  /** The pause between two actions of one person. */
  pauseMs?: number;
};

const CONTRIBUTIONS = "/api/finances/monthly-contribution/";
const LEDGER = "/api/accounting/create_ledger_entry/";

/** Starts the load; `stop` lets every request finish. */
export function startLoad(params: Params): { stop: () => Promise<void> } {
  const state = { isOver: false };
  const lane = async (work: (step: number) => Promise<void>) => {
    for (let step = 0; !state.isOver; step++) {
      await work(step);
      await pause(params.pauseMs ?? 5);
    }
  };
  const { members } = params.staff;
  const lanes = [
    ...members.map((member, index) =>
      lane((step) => contribute(params, member, `${params.round}-C${index}-${step}`)),
    ),
    lane((step) => postToLedger(params, `${params.round}-P-${step}`)),
    lane((step) => borrowAndRepay(params, `${params.round}-L-${step}`)),
  ];
  return {
    stop: async () => {
      state.isOver = true;
      await Promise.all(lanes);
    },
  };
}

async function contribute(params: Params, member: Person, reference: string): Promise<void> {
  const { client, random, record, now } = params;
  const amount = 100 + random.below(900);
  const pay = (sent: Json) => client.ask({ token: member.token, path: CONTRIBUTIONS, body: sent });
  const form = {
    amount_paid: amount,
    contribution_month: now().toISOString().slice(0, 10),
    payment_date: new Date(now().getTime() - 60_000).toISOString(),
    payment_Reference_Code: reference,
  };
  const what = random.below(8);
  if (what === 0) {
    const refused = await pay({ ...form, amount_paid: 0.001 });
    expectStatus(refused.status, 400, refused.body);
    return;
  }
  const { status, body } = await pay(form);
  expectStatus(status, 201, body);
  record.payments.set(reference, { id: body.contribution.contribution_id, amount, verdicts: [] });
  if (what === 1) {
    const again = await pay({ ...form, amount_paid: amount + 1 });
    expectStatus(again.status, 400, again.body);
  }
  await decide(params, {
    reference,
    path: "/api/finances/monthly-contribution-approval/",
    rejects: what === 2,
  });
}

type Decision = { reference: string; path: string; rejects: boolean };

/** Both offices at the same moment, to race; or only the Sec-Gen, who rejects. */
async function decide(
  { client, staff, record }: Params,
  { reference, path, rejects }: Decision,
): Promise<void> {
  const item = record.payments.get(reference)!;
  const check = async (official: Person, verdict: Json, reported: string) => {
    const { status, body } = await client.ask({
      token: official.token,
      path: `${path}${item.id}/`,
      body: verdict,
    });
    expectStatus(status, 200, body);
    item.verdicts.push(reported);
  };
  if (rejects)
    return check(
      staff.secGen,
      { action: "rejected", reject_reason: reference },
      "sec_gen rejected",
    );
  await Promise.all([
    check(staff.treasurer, { action: "approved" }, "treasurer approved"),
    check(staff.secGen, { action: "approved" }, "sec_gen approved"),
  ]);
}

async function postToLedger(
  { client, staff, random, record }: Params,
  description: string,
): Promise<void> {
  const amount = 1 + random.below(500);
  const isTooMuch = random.below(6) === 0;
  const isIncome = !isTooMuch && random.below(3) > 0;
  const body = isIncome
    ? { type: "other_income", amount_paid: amount, description }
    : {
        type: "expense",
        category: "social_welfare",
        amount: isTooMuch ? 900_000_000 : 1,
        description,
      };
  const outcome = await client.ask({ token: staff.treasurer.token, path: LEDGER, body });
  if (isTooMuch) {
    expectStatus(outcome.status, 400, outcome.body);
    return;
  }
  // An empty bank refuses an expense, correctly.
  if (outcome.status === 400 && !isIncome) return;
  expectStatus(outcome.status, 201, outcome.body);
  record.posts.set(description, { type: body.type, amount: isIncome ? amount : 1 });
}

async function borrowAndRepay(params: Params, reference: string): Promise<void> {
  const { client, staff, record } = params;
  // The Chairperson decides in the Treasurer's place (LOAN-8).
  const borrower = staff.treasurer;
  const amount = 50;
  const applied = await client.ask({
    token: borrower.token,
    path: "/api/finances/get-create-user-loans/",
    body: { amount, loan_type: "normal_loan" },
  });
  // More than the bank holds, or than the borrower may have: skip.
  if (applied.status === 400) return pause(200);
  expectStatus(applied.status, 201, applied.body);
  const { loan_id: id, status } = applied.body.loan;
  record.loans.set(id, { amount, approvals: 0 });
  if (status !== "pending") return;
  for (const official of [staff.secGen, staff.chairperson]) {
    const path = `/api/finances/loan-application-approval/${id}/`;
    for (;;) {
      const { status: answered, body } = await client.ask({
        token: official.token,
        path,
        body: { action: "approved" },
      });
      if (answered === 200) break;
      expectStatus(answered, 400, body);
      // The bank may be empty at the moment.
      await pause(200);
    }
    record.loans.get(id)!.approvals += 1;
  }
  const paid = await client.ask({
    token: borrower.token,
    path: `/api/finances/pay-loan/${id}/`,
    body: { amount_paid: amount, payment_Reference_Code: reference },
  });
  expectStatus(paid.status, 201, paid.body);
  record.payments.set(reference, { id: paid.body.loan_payment.payment_id, amount, verdicts: [] });
  await decide(params, { reference, path: "/api/finances/loan-payment-approval/", rejects: false });
}

function expectStatus(status: number, wanted: number, body: Json): void {
  if (status !== wanted)
    throw new Error(`answered ${status}, not ${wanted}: ${JSON.stringify(body)}`);
}

/** Printed at the start; FAULT_SEED sets it, so that a run can be repeated. */
export const seed = Number(process.env["FAULT_SEED"] ?? Date.now() % 1_000_000);

export type Random = {
  /** A whole number from 0 up to but without `limit`. */
  below(limit: number): number;
  pick<T>(choices: readonly T[]): T;
};

/** Mulberry32. */
export function openRandom(from: number): Random {
  let state = from >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, pick: (choices) => choices[below(choices.length)]! };
}

// From a posted confirmation to a line that proves: told, asked for, checked or denied, in any order and number.
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BoxTransaction } from "#demo/daraja/daraja-json.ts";
import { startLiveGroup, type LiveGroup } from "#tests/support/mpesa.ts";
import { paidIn, paybillStatement, uploadStatement } from "#tests/support/statements.ts";
import type { Json, TestMember } from "#tests/support/test-group.ts";
import { inTransaction } from "#server/db/connection.ts";
import { confirmationOf } from "#demo/daraja/daraja-json.ts";
import { pullUpTo } from "./pull-payments.ts";

let live: LiveGroup;
let member: TestMember;
beforeAll(async () => {
  live = await startLiveGroup();
  member = await live.group.activeMember(live.books.chairperson, { RegNo: "R/004" });
});
afterAll(() => live.close());

/** Time passes, and people sign in again. */
async function later(minutes: number): Promise<void> {
  live.group.clock.advanceMinutes(minutes);
  for (const person of [member, live.books.chairperson, live.books.treasurer])
    person.token = await live.group.signIn(person);
}

const lineOf = async (receipt: string): Promise<Json> => {
  const found = (await live.lines()).filter(({ reference }: Json) => reference === receipt);
  expect(found.length).toBeLessThan(2);
  return found[0] ?? null;
};
const pay = async (more: Json = {}) =>
  (await live.box.payBill({ amount: 1_500, account: "R/004", ...more }))!;
const noticesOf = async (event: string) =>
  (
    await live.group.db
      .selectFrom("notices")
      .innerJoin("members", "members.id", "notices.member_id")
      .select("members.office")
      .where("event", "=", event)
      .execute()
  ).length;
const checks = () => live.box.requests.filter(({ path }) => path.includes("transactionstatus"));
const pull = async () => {
  await inTransaction(live.group.db, (tx) => pullUpTo(tx, live.group.clock.now()));
  await live.settle();
};

async function claim(receipt: string, amount: number): Promise<number> {
  const { status, body } = await live.group.api("POST", "/api/finances/monthly-contribution/", {
    token: member.token,
    body: {
      amount_paid: amount,
      contribution_month: "2026-03-01",
      payment_date: "2026-03-16",
      payment_Reference_Code: receipt,
    },
  });
  expect(status).toBe(201);
  return body.contribution_id;
}

async function evidenceOf(id: number): Promise<Json> {
  const { body } = await live.group.api("GET", "/api/finances/monthly-contribution-approval/", {
    token: live.books.treasurer.token,
  });
  return body.pending_approvals.find((each: Json) => each.id === id)?.evidence;
}

test("a payment is told, asked for at once, and checked", async () => {
  const paid = await pay();
  await live.settle();
  expect(checks().at(-1)?.body).toMatchObject({
    TransactionID: paid.receipt,
    IdentifierType: "4",
    PartyA: "600610",
  });
  expect(await lineOf(paid.receipt)).toMatchObject({
    statement_id: null,
    line: null,
    amount: 1_500,
    account_typed: "R/004",
    state: "open",
    live: {
      told_at: expect.any(String),
      checked_at: expect.any(String),
      denied_at: null,
    },
  });
  // No number of the payer is stored but in the body.
  expect(JSON.stringify(await live.lines())).not.toMatch(/2547\d/);
});

test("what is only told matches nothing, and its payment is not confirmed until it is checked", async () => {
  live.box.deliverResults(0);
  const paid = await pay();
  await live.settle();
  const id = await claim(paid.receipt, 1_500);
  expect(await lineOf(paid.receipt)).toMatchObject({ state: "open", live: { checked_at: null } });
  expect(await evidenceOf(id)).toEqual({
    state: "none",
    source: "told",
    reason: "M-PESA told of it, and has not confirmed it yet.",
  });
  live.box.deliverResults(1);
  live.group.clock.advanceMinutes(1);
  await live.settle();
  expect(await lineOf(paid.receipt)).toMatchObject({ state: "matched" });
  expect(await evidenceOf(id)).toMatchObject({ state: "confirmed", source: "live" });
});

test("it is asked for again at its times, and no more", async () => {
  live.box.deliverResults(0);
  const before = checks().length;
  await pay();
  for (const minutes of [0, 0.4, 0.1, 1.5, 8, 50, 24 * 60, 48 * 60]) {
    await later(minutes);
    await live.settle();
  }
  expect(checks().length - before).toBe(6);
  live.box.deliverResults(1);
});

test("a forged confirmation is denied, and the officials hear of it at once", async () => {
  const before = await noticesOf("mpesa_denied");
  const forged = await live.box.forge({ amount: 9_000, account: "R/004" });
  await live.settle();
  expect(await lineOf(forged.receipt)).toMatchObject({
    state: "ignored",
    live: { denied_at: expect.any(String), checked_at: null },
  });
  expect((await noticesOf("mpesa_denied")) - before).toBe(3);
  // Told once more, it stays denied.
  await live.box.post(live.box.registered.confirmation!, {
    ...confirmationOf(forged),
    OrgAccountBalance: "1.00",
  });
  await live.settle();
  expect(await lineOf(forged.receipt)).toMatchObject({ state: "ignored" });
});

test("a real receipt with a forged amount is denied", async () => {
  const real = live.box.record({ amount: 100, account: "R/004" });
  await live.box.post(
    live.box.registered.confirmation!,
    confirmationOf({ ...real, amount: 9_000 }),
  );
  await live.settle();
  expect(await lineOf(real.receipt)).toMatchObject({
    amount: 9_000,
    state: "ignored",
    live: { denied_at: expect.any(String) },
  });
});

test("the same receipt with another amount adds no line, and it confirms nothing any more", async () => {
  const paid = await pay();
  await live.settle();
  await claim(paid.receipt, 1_500);
  const before = await noticesOf("mpesa_contradicted");
  expect(await lineOf(paid.receipt)).toMatchObject({ state: "matched" });
  for (const amount of [2_000, 3_000]) {
    await live.box.post(live.box.registered.confirmation!, confirmationOf({ ...paid, amount }));
    await live.settle();
  }
  expect((await noticesOf("mpesa_contradicted")) - before).toBe(3);
  expect(await lineOf(paid.receipt)).toMatchObject({ amount: 1_500, state: "open" });
  await pull();
  expect(await lineOf(paid.receipt)).toMatchObject({ state: "open" });
});

describe("pulling", () => {
  test("checks what was told, and adds what never arrived, over pages", async () => {
    const silent = Array.from({ length: 150 }, (_, index) =>
      live.box.record({ amount: 10 + index, account: "R/004" }),
    );
    await pull();
    const stored = await live.group.db
      .selectFrom("statement_lines")
      .select(["reference", "live"])
      .where(
        "reference",
        "in",
        silent.map(({ receipt }) => receipt),
      )
      .execute();
    expect(stored).toHaveLength(150);
    expect(new Set(stored.map((each) => each.live))).toEqual(new Set(["checked"]));
    const pages = live.box.requests.filter(({ path }) => path.startsWith("/pulltransactions"));
    expect(pages.length).toBeGreaterThan(2);
  });
});

test.each([
  [{ TransID: "x" }, "no_receipt"],
  [{ TransTime: "20260231000000" }, "no_time"],
  [{ TransAmount: "-5" }, "no_amount"],
  [{ BusinessShortCode: "999999" }, "another_shortcode"],
])("a body with %j is a refusal by name: %s", async (wrong, refusal) => {
  const never = live.box.record({ amount: 1, account: "" });
  await live.box.post(live.box.registered.confirmation!, { ...confirmationOf(never), ...wrong });
  await live.settle();
  const last = await live.group.db
    .selectFrom("daraja_callbacks")
    .select(["outcome", "refusal"])
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(last).toEqual({ outcome: "refused", refusal });
});

const STEPS = ["confirmation", "confirmation", "settle", "pull", "file", "claim"] as const;

test("confirmation, check, pull, statement and typed code are one line and one payment, in any order and number", async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...STEPS], { minLength: 3 }), async (steps) => {
      await later(60 * 24);
      const paid = live.box.record({ amount: 700, account: "R/004", at: live.group.clock.now() });
      const act: Record<(typeof STEPS)[number], () => Promise<unknown>> = {
        confirmation: () => live.box.post(live.box.registered.confirmation!, confirmationOf(paid)),
        settle: () => live.settle(),
        pull,
        file: () => upload(paid),
        claim: () => claim(paid.receipt, 700),
      };
      for (const step of steps) await act[step]();
      await live.settle();
      const has = (step: (typeof STEPS)[number]) => steps.includes(step);
      const line = await lineOf(paid.receipt);
      const isKnown = has("confirmation") || has("pull") || has("file");
      const shown = line === null ? null : [line.state, line.statement_id === null];
      const state = has("claim") ? "matched" : "open";
      expect(shown).toEqual(isKnown ? [state, !has("file")] : null);
    }),
    { numRuns: 12 },
  );
});

async function upload(paid: BoxTransaction): Promise<void> {
  const at = new Date(paid.at.getTime() + 3 * 3_600_000).toISOString().slice(0, 19);
  const day = at.slice(0, 10);
  const account = await live.group.db
    .selectFrom("statement_accounts")
    .select("id")
    .executeTakeFirst();
  const { status } = await uploadStatement(live.group, {
    token: live.books.treasurer.token,
    file: paybillStatement({
      opening: 0n,
      from: day,
      to: day,
      movements: [paidIn(paid.receipt, at.replace("T", " "), 700, "R/004")],
    }),
    fields: { account_id: String(account?.id) },
  });
  expect(status).toBeLessThan(202);
}

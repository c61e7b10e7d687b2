// Several members claim the same receipts, in any order, by hand or stored and sent later; offices approve lists and record lines. Whatever
// the order, the books have each receipt once, for whom its line names (STAT-60 to STAT-63).
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bookkeeping, closeSoundly, startFoundedGroup } from "#tests/support/founded-group.ts";
import { paidIn, paybillStatement, uploadStatement } from "#tests/support/statements.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const LIST = "/api/finances/monthly-contribution-approval/";
const REG_NUMBERS = ["R/004", "R/005", "R/006"];
const RUNS = 12;

let group: TestGroup;
let books: Bookkeeping;
let members: TestMember[];
let accounts: number[];

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  members = [];
  for (const RegNo of REG_NUMBERS)
    members.push(await group.activeMember(books.chairperson, { RegNo }));
  accounts = [];
  for (const kind of ["mpesa_paybill", "mpesa_till"]) {
    const { body } = await ask(books.treasurer, "POST", "/api/statements/accounts/", {
      name: kind,
      kind,
    });
    accounts.push(body.account.id);
  }
});
afterAll(() => closeSoundly(group));

const ask = (by: TestMember, method: string, path: string, body?: unknown) =>
  group.api(method, path, { token: by.token, ...(body === undefined ? {} : { body }) });

let serial = 0;
const newCode = () => `UD4A${String(++serial).padStart(6, "0")}`;

type Step =
  | { is: "claim"; receipt: number; by: number }
  | { is: "file"; receipt: number; account: number }
  | { is: "approve"; office: number };
type Receipt = { code: string; names: number };

async function claim({ code }: Receipt, by: number): Promise<boolean> {
  const { status } = await ask(members[by]!, "POST", "/api/finances/monthly-contribution/", {
    amount_paid: 100,
    contribution_month: "2026-03-01",
    payment_date: "2026-03-03",
    payment_Reference_Code: code,
  });
  expect([201, 400]).toContain(status);
  return status === 201;
}

let day = 0;
async function send({ code, names }: Receipt, account: number): Promise<void> {
  const on = `2025-${String(1 + Math.floor(day / 28)).padStart(2, "0")}-${String(1 + (day++ % 28)).padStart(2, "0")}`;
  const movements = [paidIn(code, `${on} 09:00:00`, 100, REG_NUMBERS[names])];
  const { status } = await uploadStatement(group, {
    token: books.treasurer.token,
    file: paybillStatement({ opening: 0n, from: on, to: on, movements }),
    fields: { account_id: String(accounts[account]) },
  });
  expect(status).toBe(201);
}

/** Approves what is confirmed, as a list. */
async function approveConfirmed(by: TestMember): Promise<void> {
  const { body } = await ask(by, "GET", `${LIST}?evidence=confirmed`);
  const items = body.pending_approvals.map(({ contribution_id: id, amount_paid }: Json) => ({
    id,
    amount_seen: amount_paid,
  }));
  if (items.length === 0) return;
  const { status } = await ask(by, "POST", "/api/approvals/many/", {
    kind: "contribution",
    action: "approved",
    evidence: "confirmed",
    items,
  });
  expect(status).toBe(200);
}

/** Lines nobody named claimed are recorded; what two members claim is decided one by one. */
async function finish(): Promise<void> {
  const { body } = await ask(books.treasurer, "GET", "/api/statements/lines/record-all/");
  if (body.lines.length > 0) {
    const items = body.lines.map(({ id, amount }: Json) => ({ id, amount_seen: amount }));
    await ask(books.treasurer, "POST", "/api/statements/lines/record-all/", { items });
  }
  for (const by of [books.secGen, books.treasurer]) {
    await approveConfirmed(by);
    const { pending_approvals: left } = (await ask(by, "GET", `${LIST}?evidence=confirmed`)).body;
    for (const { contribution_id: id } of left)
      expect((await ask(by, "POST", `${LIST}${id}/`, { action: "approved" })).status).toBe(200);
  }
}

/** Of each receipt, whose approved payments have it. */
async function approvedOf(receipts: readonly Receipt[]): Promise<number[][]> {
  const rows = await group.db
    .selectFrom("payments")
    .select(["reference", "member_id"])
    .where("status", "=", "approved")
    .where(
      "reference",
      "in",
      receipts.map(({ code }) => code),
    )
    .execute();
  return receipts.map(({ code }) =>
    rows
      .filter(({ reference }) => reference === code)
      .map(({ member_id }) => members.findIndex(({ id }) => id === member_id)),
  );
}

const receipt = fc.record({
  names: fc.nat({ max: 2 }),
  claimants: fc.uniqueArray(fc.nat({ max: 2 }), { maxLength: 3 }),
  isTwice: fc.boolean(),
});

/** The steps of some receipts in any order, with approvals of lists in between. */
const scene = fc
  .tuple(
    fc.array(receipt, { minLength: 1, maxLength: 2 }),
    fc.array(fc.nat({ max: 1 }), { maxLength: 2 }),
  )
  .chain(([receipts, offices]) => {
    const steps: Step[] = [
      ...receipts.flatMap(({ claimants, isTwice }, at): Step[] => [
        ...claimants.map((by) => ({ is: "claim" as const, receipt: at, by })),
        { is: "file", receipt: at, account: 0 },
        ...(isTwice ? [{ is: "file" as const, receipt: at, account: 1 }] : []),
      ]),
      ...offices.map((office) => ({ is: "approve" as const, office })),
    ];
    return fc.record({
      receipts: fc.constant(receipts),
      steps: fc.shuffledSubarray(steps, { minLength: steps.length }),
    });
  });

test("each receipt is booked once, for whom its line names, whatever order claims, files and approvals come in", async () => {
  await fc.assert(
    fc.asyncProperty(scene, async ({ receipts: drawn, steps }) => {
      const receipts = drawn.map(({ names }) => ({ names, code: newCode() }));
      // Claims that were refused are stored on the phone and sent again later.
      let stored: { receipt: Receipt; by: number }[] = [];
      for (const step of steps) {
        if (step.is === "approve") {
          await approveConfirmed([books.treasurer, books.secGen][step.office]!);
          continue;
        }
        const each = receipts[step.receipt]!;
        if (step.is === "file") await send(each, step.account);
        else if (!(await claim(each, step.by))) stored.push({ receipt: each, by: step.by });
      }
      stored = stored.toReversed();
      for (const { receipt: each, by } of stored) await claim(each, by);
      await finish();
      const approved = await approvedOf(receipts);
      for (const [at, { names, isTwice }] of drawn.entries()) {
        // A receipt on two lines waits for an office, unless both approved it while it stood on one.
        const right = isTwice ? [[], [names]] : [[names]];
        expect(right).toContainEqual(approved[at]);
      }
    }),
    { numRuns: RUNS },
  );
});

// One line for each receipt, whoever brings it first: files in any order, and M-PESA itself (STAT-3).
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/db/connection.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import {
  charged,
  paidIn,
  paidOut,
  paybillStatement,
  uploadStatement,
} from "#tests/support/statements.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";
import type { BankLine } from "./known-lines.ts";
import { denyLines, takeLines } from "./take-lines.ts";

const RUNS = 15;

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;
let account: number;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  member = await group.activeMember(books.chairperson, { RegNo: "R/004" });
  const { body } = await group.api("POST", "/api/statements/accounts/", {
    token: books.treasurer.token,
    body: { name: "Paybill", kind: "mpesa_paybill" },
  });
  account = body.account.id;
});
afterAll(() => group.close());

/** What M-PESA said, and when, is stored by whoever takes it (`core/daraja`), which is not part of this test. */
async function breaches(): Promise<unknown[]> {
  const { breaches: found } = await verifyBooks(group.db);
  return found.filter(({ name }) => name !== "live-lines-as-said");
}

let serial = 0;
const newReceipt = () => `UD4B${String(++serial).padStart(6, "0")}`;

/** What M-PESA itself says of a receipt; cents, below 0 for money out. */
const liveLine = (receipt: string, at: string, cents: bigint): BankLine & { line: null } => ({
  line: null,
  at: at.replace(" ", "T"),
  reference: receipt,
  code: null,
  details: "Pay Bill",
  party: null,
  accountTyped: cents > 0n ? "R/004" : null,
  kind: cents > 0n ? "payment_in" : "payment_out",
  amountCents: cents,
  balanceCents: null,
});

const bring = (lines: readonly ReturnType<typeof liveLine>[], { isChecked = false } = {}) =>
  inTransaction(group.db, (tx) =>
    takeLines(tx, {
      accountId: account,
      source: { kind: "live", isChecked },
      lines,
      now: group.clock.now(),
    }),
  );

const send = async (file: string): Promise<Json> => {
  const { status, body } = await uploadStatement(group, {
    token: books.treasurer.token,
    file,
    fields: { account_id: String(account) },
  });
  expect(status).toBeLessThan(202);
  return body;
};

const withdraw = async (id: number) => {
  const { status } = await group.api("POST", `/api/statements/${id}/withdraw/`, {
    token: books.treasurer.token,
    body: { reason: "Another file has it" },
  });
  expect(status).toBe(200);
};

async function readDay(day: string): Promise<Json[]> {
  const { body } = await group.api("GET", `/api/statements/lines/?from=${day}&to=${day}&page=1`, {
    token: books.chairperson.token,
  });
  expect(body.count).toBe(body.lines.length);
  return body.lines;
}

let day = 0;
const nextDay = () =>
  `2025-${String(1 + Math.floor(day / 28)).padStart(2, "0")}-${String(1 + (day++ % 28)).padStart(2, "0")}`;

const claim = async (receipt: string) => {
  const { status } = await group.api("POST", "/api/finances/monthly-contribution/", {
    token: member.token,
    body: {
      amount_paid: 100,
      contribution_month: "2026-03-01",
      payment_date: "2026-03-03",
      payment_Reference_Code: receipt,
    },
  });
  expect(status).toBe(201);
};

const STEPS = [
  "claim",
  "called",
  "called out",
  "checked",
  "checked out",
  "morning",
  "day",
] as const;

test("a receipt is one line, whatever brings it in whatever order, and its payment is matched", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...STEPS, "called", "day"] as const, { minLength: 4 }),
      async (steps) => {
        const on = nextDay();
        const [paid, sent] = [newReceipt(), newReceipt()];
        const [paidAt, sentAt] = [`${on} 08:00:00`, `${on} 09:00:00`];
        const morning = [paidIn(paid, paidAt, 100, "R/004")];
        const whole = [...morning, paidOut(sent, sentAt, 70), charged(sent, sentAt, 5)];
        const file = (movements: typeof whole) =>
          paybillStatement({ opening: 0n, from: on, to: on, movements });
        const take: Record<(typeof STEPS)[number], () => Promise<unknown>> = {
          claim: () => claim(paid),
          called: () => bring([liveLine(paid, paidAt, 10_000n)]),
          "called out": () => bring([liveLine(sent, sentAt, -7_000n)]),
          checked: () => bring([liveLine(paid, paidAt, 10_000n)], { isChecked: true }),
          "checked out": () => bring([liveLine(sent, sentAt, -7_000n)], { isChecked: true }),
          morning: () => send(file(morning)),
          day: () => send(file(whole)),
        };
        for (const step of steps) await take[step]();

        const has = (...any: (typeof STEPS)[number][]) => any.some((step) => steps.includes(step));
        const lines = await readDay(on);
        const amounts = lines.map(({ amount }) => amount).toSorted((one, other) => one - other);
        const hasIn = has("called", "checked", "morning", "day");
        const hasOut = has("called out", "checked out", "day");
        expect(amounts).toEqual([
          ...(hasOut ? [-70] : []),
          ...(has("day") ? [-5] : []),
          ...(hasIn ? [100] : []),
        ]);
        for (const line of lines) {
          const isInFile = has("day") || (line.amount === 100 && has("morning"));
          expect([line.statement_id, line.line, line.uploaded_by].every(Boolean)).toBe(isInFile);
        }
        const isProved = has("checked", "morning", "day");
        expect(lines.find(({ amount }) => amount === 100)?.state).toBe(
          hasIn ? (isProved && has("claim") ? "matched" : "open") : undefined,
        );
      },
    ),
    { numRuns: RUNS },
  );
  expect(await breaches()).toEqual([]);
});

test("equal deliveries at one moment are one line, and one of them brought it", async () => {
  const on = nextDay();
  const line = liveLine(newReceipt(), `${on} 08:00:00`, 10_000n);
  const taken = await Promise.all(Array.from({ length: 10 }, () => bring([line, line])));
  const fates = taken.flatMap(({ lines }) => lines.map(({ fate }) => fate));
  expect(new Set(fates)).toEqual(new Set(["new", "known"]));
  expect(await readDay(on)).toHaveLength(1);
});

test("the same receipt with another amount adds no line, and one that a file has is none of it", async () => {
  const on = nextDay();
  const at = `${on} 08:00:00`;
  const receipt = newReceipt();
  const first = await bring([liveLine(receipt, at, 10_000n)]);
  expect(await bring([liveLine(receipt, at, 90_000n)], { isChecked: true })).toEqual({
    lines: [{ id: first.lines[0]!.id, fate: "contradicts" }],
    matched: 0,
    transfers: 0,
  });
  expect(await readDay(on)).toMatchObject([{ amount: 100, statement_id: null, line: null }]);
  // The other direction is another line.
  expect((await bring([liveLine(receipt, at, -10_000n)])).lines[0]!.fate).toBe("new");
  expect(await breaches()).toEqual([]);
});

test("what only a callback says is never matched, and what M-PESA denied is ignored until it is checked or a file has it", async () => {
  const on = nextDay();
  const at = `${on} 08:00:00`;
  const receipts = [newReceipt(), newReceipt()];
  const lines = receipts.map((receipt) => liveLine(receipt, at, 10_000n));
  for (const receipt of receipts) await claim(receipt);
  const before = await bring(lines);
  expect(before).toMatchObject({ matched: 0 });
  await inTransaction(group.db, (tx) =>
    denyLines(
      tx,
      before.lines.map(({ id }) => id),
    ),
  );
  expect((await readDay(on)).map(({ state }) => state)).toEqual(["ignored", "ignored"]);
  await bring(lines);
  expect((await readDay(on)).map(({ state }) => state)).toEqual(["ignored", "ignored"]);
  expect(await bring(lines.slice(0, 1), { isChecked: true })).toMatchObject({ matched: 1 });
  const movements = receipts.map((receipt) => paidIn(receipt, at, 100, "R/004"));
  expect(
    await send(paybillStatement({ opening: 0n, from: on, to: on, movements: movements.slice(1) })),
  ).toMatchObject({ counts: { new: 0, known: 1 } });
  expect((await readDay(on)).map(({ state }) => state)).toEqual(["matched", "matched"]);
  expect(await breaches()).toEqual([]);
});

test("a withdrawn statement takes no line away that M-PESA itself brought, nor the match of one that it checked", async () => {
  const on = nextDay();
  const at = `${on} 08:00:00`;
  const [called, checked, neither] = [newReceipt(), newReceipt(), newReceipt()];
  for (const receipt of [called, checked, neither]) await claim(receipt);
  await bring([liveLine(called, at, 10_000n)]);
  const movements = [called, checked, neither].map((receipt) => paidIn(receipt, at, 100, "R/004"));
  const { statement } = await send(paybillStatement({ opening: 0n, from: on, to: on, movements }));
  await bring([liveLine(checked, at, 10_000n)], { isChecked: true });
  expect((await readDay(on)).map(({ state }) => state)).toEqual(["matched", "matched", "matched"]);
  await withdraw(statement.id);
  const left = await readDay(on);
  expect(left.map(({ reference, state }) => [reference, state])).toEqual(
    expect.arrayContaining([
      [called, "open"],
      [checked, "matched"],
    ]),
  );
  expect(left).toHaveLength(2);
  expect(left.map(({ statement_id: id }) => id)).toEqual([null, null]);
  // What was withdrawn stands again as soon as M-PESA itself says it.
  const again = await bring([liveLine(neither, at, 10_000n)], { isChecked: true });
  expect(again).toMatchObject({ lines: [{ fate: "known" }], matched: 1 });
  expect(await breaches()).toEqual([]);
});

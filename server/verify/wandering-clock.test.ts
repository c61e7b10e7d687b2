// Groups that have lived by a clock that was wrong, now by this much and now by that (docs/clocks.md).
import * as fc from "fast-check";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { witnessRecords } from "#server/core/audit-log/witness-records.ts";
import { purge, sweepDay } from "#server/jobs/sweep.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { startLivedInGroup } from "#tests/support/lived-in-group.ts";
import { propertySeed } from "#tests/support/property-seed.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";
import { verifyBooks } from "./verify-books.ts";

const HOUR = 60;
const YEAR = 365 * 24 * HOUR;

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const group of open.splice(0)) await group.close();
});

/** Numbers from 0 to 1, the same in every run of a seed. */
function drawing(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test("each invariant holds of a group whose clock went back and forth by minutes between any two requests", async () => {
  const draw = drawing(propertySeed);
  // Less than an official's session lasts without use.
  const group = await startLivedInGroup({ offBy: () => -25 * draw() });
  open.push(group);
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

const acts = [
  "sign-in",
  "pay",
  "approve",
  "expense",
  "limit",
  "propose",
  "object",
  "night",
] as const;
type Act = (typeof acts)[number];

/** KES into the bank and out of it, by answers that said so. */
type Acknowledged = { kes: number };

/** Each signs in before they act, whatever the clock says: nobody is shut out. */
async function signedIn(group: TestGroup, person: TestMember): Promise<string> {
  const token = await group.signIn(person);
  const own = await group.api("GET", "/api/user/get_user_data", { token });
  expect(own.status).toBe(200);
  return token;
}

function living(group: TestGroup, books: Bookkeeping, member: TestMember) {
  const { chairperson, treasurer, secGen } = books;
  const acknowledged: Acknowledged = { kes: 0 };
  const waiting: number[] = [];
  let number = 0;
  const post = async (by: TestMember, path: string, body: object, key?: string) =>
    group.api("POST", path, {
      token: await signedIn(group, by),
      body,
      headers: key === undefined ? {} : { "Idempotency-Key": key },
    });

  const does: Record<Act, () => Promise<unknown>> = {
    "sign-in": () => signedIn(group, member),
    async pay() {
      const body = {
        amount_paid: 100,
        contribution_month: "2026-03-01",
        payment_date: "2026-03-16",
        payment_Reference_Code: `MOVE${String(++number).padStart(5, "0")}`,
      };
      const key = `pay-${number}`;
      const path = "/api/finances/monthly-contribution/";
      const answer = await post(member, path, body, key);
      if (answer.status !== 201) return;
      // Sent again at once, as a phone does whose answer was lost.
      const again = await post(member, path, body, key);
      expect(again.body).toEqual(answer.body);
      waiting.push(answer.body.contribution.contribution_id);
    },
    async approve() {
      const id = waiting.shift();
      if (id === undefined) return;
      const path = `/api/finances/monthly-contribution-approval/${id}/`;
      for (const by of [treasurer, secGen]) {
        const answer = await post(by, path, { action: "approved" });
        if (answer.status !== 200) return;
      }
      acknowledged.kes += 100;
    },
    async expense() {
      const answer = await post(treasurer, "/api/accounting/create_ledger_entry/", {
        type: "expense",
        category: "server_expense",
        amount: 30,
        description: "Hosting",
      });
      if (answer.status === 201 && answer.body.status !== "proposed") acknowledged.kes -= 30;
    },
    limit: () =>
      post(chairperson, "/api/group/settings/", { second_person_above: 20 + (++number % 20) }),
    propose: () =>
      post(chairperson, `/api/user/assign_groups/${member.id}/`, { role: "treasurer" }),
    object: () =>
      post(secGen, `/api/user/assign_groups/${member.id}/object/`, { reason: "Not so soon" }),
    async night() {
      const now = group.clock.now();
      await sealAudit(group.db);
      await sweepDay(group.db, now);
      await purge(group.db, { now, keepsMail: true });
      await witnessRecords(group.db, now);
    },
  };
  return { does, acknowledged };
}

async function readBank(group: TestGroup): Promise<number> {
  const { rows } = await sql<{ kes: string }>`
    SELECT coalesce(sum(amount_cents), 0) / 100 AS kes FROM postings WHERE account = 'bank'`.execute(
    group.db,
  );
  return Number(rows[0]?.kes);
}

// By minutes: right, a day behind and ahead, ten years behind, eleven ahead.
const moves = [0, 0, -25 * HOUR, 25 * HOUR, -10 * YEAR, 11 * YEAR];

test("the books are what was acknowledged, nobody is shut out and each invariant holds, wherever the clock goes", async () => {
  const step = fc.record({ act: fc.constantFrom(...acts), off: fc.constantFrom(...moves) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 18 }), async (steps) => {
      const { group, books } = await startFoundedGroup({ members: 1 });
      open.push(group);
      const { does, acknowledged } = living(group, books, await books.member());
      for (const { act, off } of steps) {
        group.clock.advanceMinutes(1);
        group.clock.beOffBy(off);
        await does[act]();
      }
      group.clock.beOffBy(0);
      for (const by of [books.chairperson, books.treasurer, books.secGen])
        await signedIn(group, by);
      expect(await readBank(group)).toBe(acknowledged.kes);
      expect((await verifyBooks(group.db)).breaches).toEqual([]);
    }),
    { seed: propertySeed, numRuns: 5 },
  );
});

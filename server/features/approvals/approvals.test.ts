import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { safeParse } from "zod/v4/core";
import { approveMany } from "#contract/approvals.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { queriesDuring } from "#tests/support/queries.ts";
import type { RequestParams, Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const MANY = "/api/approvals/many/";

let group: TestGroup;
let books: Bookkeeping;
let treasurer: TestMember;
let secGen: TestMember;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 30 }));
  ({ treasurer, secGen } = books);
});
afterAll(() => group.close());

type Item = { id: unknown; amount_seen?: unknown };

const approve = (by: TestMember, items: unknown, params: Json = {}, request: RequestParams = {}) =>
  group.api("POST", MANY, {
    token: by.token,
    body: { kind: "contribution", action: "approved", items, ...params },
    ...request,
  });

async function contributions(count: number, kes = 1_000): Promise<Item[]> {
  const items: Item[] = [];
  const member = await books.member();
  for (let n = 0; n < count; n++)
    items.push({ id: await books.submitContribution(member, kes), amount_seen: kes });
  return items;
}

const idsOf = (items: readonly Item[]) => items.map(({ id }) => id);

const statusesOf = async (ids: readonly unknown[]) =>
  (
    await sql<{ status: string }>`
      SELECT status FROM payments JOIN unnest(${ids}::int[]) WITH ORDINALITY AS asked (id, place) USING (id)
       ORDER BY place`.execute(group.db)
  ).rows.map(({ status }) => status);

const auditsOf = async (ids: readonly unknown[]) =>
  (
    await sql<{ subject_id: number; action: string; actor_id: number; before: Json; after: Json }>`
      SELECT subject_id, action, actor_id, before, after FROM audit_entries
       WHERE subject IN ('contribution', 'loan_payment', 'fine_payment') AND subject_id = ANY(${ids}::int[])
         AND before IS NOT NULL ORDER BY id`.execute(group.db)
  ).rows;

const bankCents = async () =>
  (
    await sql<{ cents: bigint }>`
      SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM postings WHERE account = 'bank'`.execute(
      group.db,
    )
  ).rows[0]?.cents;

describe("approving many contributions", () => {
  test("records each for the office, and posts each at the second office's approval", async () => {
    const items = await contributions(3);
    const before = await bankCents();
    const first = await approve(treasurer, items);
    expect(first.status).toBe(200);
    expect(safeParse(approveMany.reply, first.body).success).toBe(true);
    expect(first.body).toEqual({
      detail: "3 approvals are recorded, KES 3,000.00.",
      approved: idsOf(items),
      refused: [],
      total: 3_000,
    });
    expect(await statusesOf(idsOf(items))).toEqual(Array(3).fill("pending_approval"));
    expect(await bankCents()).toBe(before);

    const second = await approve(secGen, items.toReversed());
    expect(second.body.approved).toEqual(idsOf(items).toReversed());
    expect(await statusesOf(idsOf(items))).toEqual(Array(3).fill("approved"));
    expect(await bankCents()).toBe((before ?? 0n) + 300_000n);
    const audits = await auditsOf(idsOf(items));
    expect(audits).toHaveLength(6);
    for (const { id } of items)
      expect(audits.filter(({ subject_id }) => subject_id === id)).toEqual([
        {
          subject_id: id,
          action: "contributions.approve",
          actor_id: treasurer.id,
          before: { status: "pending" },
          after: { status: "pending_approval", office: "Treasurer" },
        },
        {
          subject_id: id,
          action: "contributions.approve",
          actor_id: secGen.id,
          before: { status: "pending_approval" },
          after: { status: "approved", office: "Sec-Gen" },
        },
      ]);
  });

  test("refuses what it would refuse alone, and the others stand", async () => {
    const items = await contributions(6);
    const [good, missing, wrong, unreadable, acted, rejected] = items.map(({ id }) => id as number);
    const one = "/api/finances/monthly-contribution-approval/";
    await group.api("POST", `${one}${acted}/`, {
      token: treasurer.token,
      body: { action: "approved" },
    });
    await group.api("POST", `${one}${rejected}/`, {
      token: secGen.token,
      body: { action: "rejected", reject_reason: "No such payment" },
    });
    const member = await books.member();
    await books.contribute(member, 5_000);
    const loan = await books.lend(member, 1_000);
    const other = await books.submitRepayment(member, loan, 1_000);
    const sent = [
      { id: missing },
      { id: wrong, amount_seen: 1_000.01 },
      { id: unreadable, amount_seen: "a thousand" },
      { id: good, amount_seen: "1000.00" },
      { id: acted, amount_seen: 1_000 },
      { id: rejected, amount_seen: 1_000 },
      { id: other, amount_seen: 1_000 },
      { id: 999_999, amount_seen: 1_000 },
      { id: 3_000_000_000, amount_seen: 1_000 },
    ];
    const { status, body } = await approve(treasurer, sent);
    expect(status).toBe(200);
    expect(body).toEqual({
      detail: "1 approval is recorded, KES 1,000.00. 8 payments were not approved.",
      approved: [good],
      refused: [
        { id: missing, detail: "Say which amount you saw. Without it this is not approved." },
        { id: wrong, detail: "The figures have changed. Reload and try again." },
        { id: unreadable, detail: "Say which amount you saw. Without it this is not approved." },
        { id: acted, detail: "The Treasurer has already acted on this item." },
        { id: rejected, detail: expect.stringContaining("rejected") },
        { id: other, detail: "We could not find what you asked for." },
        { id: 999_999, detail: "We could not find what you asked for." },
        { id: 3_000_000_000, detail: "We could not find what you asked for." },
      ],
      total: 1_000,
    });
    expect(await statusesOf([good, missing, wrong, unreadable, acted, other])).toEqual([
      "pending_approval",
      "pending",
      "pending",
      "pending",
      "pending_approval",
      "pending",
    ]);
    expect(await auditsOf([missing, wrong, unreadable, other])).toEqual([]);
  });

  test("one person does not approve for both offices", async () => {
    const [item] = await contributions(1);
    await approve(treasurer, [item]);
    await sql`UPDATE members SET office = NULL WHERE id = ${secGen.id}`.execute(group.db);
    await sql`UPDATE members SET office = 'Sec-Gen' WHERE id = ${treasurer.id}`.execute(group.db);
    const { body } = await approve(treasurer, [item]);
    await sql`UPDATE members SET office = 'Treasurer' WHERE id = ${treasurer.id}`.execute(group.db);
    await sql`UPDATE members SET office = 'Sec-Gen' WHERE id = ${secGen.id}`.execute(group.db);
    expect(body.approved).toEqual([]);
    expect(body.total).toBe(0);
    expect(body.detail).toBe("Nothing was approved. 1 payment was not approved.");
    expect(body.refused[0].detail).toContain("must come from someone else");
  });

  test("an id that is sent twice counts once, with the amount that was sent first", async () => {
    const [one, other] = await contributions(2);
    const { body } = await approve(treasurer, [
      one,
      { id: other!.id },
      { ...one, amount_seen: 5 },
      one,
      other,
    ]);
    expect(body.approved).toEqual([one!.id]);
    expect(body.refused.map(({ id }: Json) => id)).toEqual([other!.id]);
    expect(body.total).toBe(1_000);
  });

  test("refuses a body that is no list of 1 to 200 items, another action and another kind", async () => {
    const [item] = await contributions(1);
    const tooMany = Array.from({ length: 201 }, () => item);
    const lists = [undefined, null, [], {}, "1", 1, tooMany, [{}], [null], [[]], [1]];
    const ids = [0, -1, 1.5, "x", null, {}];
    for (const items of [...lists, ...ids.map((id) => [{ id, amount_seen: 1_000 }])]) {
      const { status, body } = await approve(treasurer, items);
      expect({ items, status }).toEqual({ items, status: 400 });
      expect(Object.keys(body.errors)).toEqual(["items"]);
    }
    for (const action of ["rejected", "pending_approval", "", undefined, 1])
      expect((await approve(treasurer, [item], { action })).body.errors).toHaveProperty("action");
    for (const kind of ["loan", "", undefined, null])
      expect((await approve(treasurer, [item], { kind })).body.errors).toHaveProperty("kind");
    expect(await statusesOf([item!.id])).toEqual(["pending"]);
  });

  test("is for the Treasurer and the Sec-Gen", async () => {
    const [item] = await contributions(1);
    const member = await books.member();
    expect((await approve(books.chairperson, [item])).status).toBe(403);
    expect((await approve(member, [])).status).toBe(403);
    expect((await group.api("POST", MANY, { body: { items: [item] } })).status).toBe(401);
    expect(await statusesOf([item!.id])).toEqual(["pending"]);
  });

  test("gives the first answer again under the same idempotency key, and does nothing twice", async () => {
    const items = await contributions(2);
    const headers = { "Idempotency-Key": "many-1" };
    const first = await approve(treasurer, items, {}, { headers });
    const again = await approve(treasurer, items, {}, { headers });
    expect(again.body).toEqual(first.body);
    expect(await auditsOf(idsOf(items))).toHaveLength(2);
    expect((await approve(treasurer, [items[0]], {}, { headers })).status).toBe(400);
  });

  test("says in Swahili what was approved and what was not", async () => {
    const [item, other] = await contributions(2);
    const headers = { "Accept-Language": "sw" };
    const { body } = await approve(treasurer, [item, { id: other!.id }], {}, { headers });
    expect(body.detail).toBe("Idhini 1 imerekodiwa, KES 1,000.00. Malipo 1 hayakuidhinishwa.");
    expect(body.refused[0].detail).toBe("Taja kiasi ulichokiona. Bila hicho haya hayaidhinishwi.");
  });

  test("sends as many queries for 200 as for 2", async () => {
    const [few, many] = [await contributions(2), await contributions(200)];
    const countQueries = async (items: readonly Item[]) => {
      const { database, user } = group.serverConnection;
      const queries = await queriesDuring({ database, user }, async () => {
        const { body } = await approve(treasurer, items);
        expect(body.approved).toEqual(idsOf(items));
      });
      return queries.length;
    };
    await countQueries(await contributions(2));
    const forFew = await countQueries(few);
    expect(await countQueries(many)).toBeLessThanOrEqual(forFew + 2);
    const answer = await approve(secGen, many);
    expect(answer.body.total).toBe(200_000);
  });

  test("lists that overlap, of both offices at once and twice of one, approve each payment once", async () => {
    const items = await contributions(20);
    const before = (await bankCents()) ?? 0n;
    await approve(treasurer, items.slice(0, 10));
    const answers = await Promise.all([
      approve(secGen, items),
      approve(treasurer, items.toReversed()),
      approve(secGen, items.toReversed()),
      approve(treasurer, items),
    ]);
    for (const { status } of answers) expect(status).toBe(200);
    const approved = answers.flatMap(({ body }) => body.approved as number[]);
    expect(approved).toHaveLength(30);
    expect(await statusesOf(idsOf(items))).toEqual(Array(20).fill("approved"));
    expect(await bankCents()).toBe(before + 2_000_000n);
  });

  test("of two newcomers who claim one reference, the first in the list goes into the books", async () => {
    const [one, other] = [await group.pendingMember(), await group.pendingMember()];
    const pay = async (by: TestMember, kes: number) => {
      const { body } = await group.api("POST", "/api/finances/monthly-contribution/", {
        token: by.token,
        body: {
          amount_paid: kes,
          contribution_month: "2026-03-01",
          payment_date: "2026-03-15",
          payment_Reference_Code: "SAMEREF99",
        },
      });
      return { id: body.contribution.contribution_id as number, amount_seen: kes };
    };
    const claims = [await pay(one, 700), await pay(other, 800)];
    expect((await approve(treasurer, claims)).body.approved).toEqual(idsOf(claims));
    const { body } = await approve(secGen, claims.toReversed());
    expect(body.approved).toEqual([claims[1]!.id]);
    expect(body.refused).toEqual([{ id: claims[0]!.id, detail: expect.any(String) }]);
    expect(await statusesOf(idsOf(claims))).toEqual(["pending_approval", "approved"]);
  });
});

describe("approving many loan payments", () => {
  test("splits each on top of those before it, and clears the loan with the last", async () => {
    const member = await books.member();
    await books.contribute(member, 5_000);
    const loans = [await books.lend(member, 1_000.01), await books.lend(member, 333.33)];
    const pay = async (loan: number, kes: number) => ({
      id: await books.submitRepayment(member, loan, kes),
      amount_seen: kes,
    });
    const items = [
      await pay(loans[0]!, 333.37),
      await pay(loans[1]!, 100),
      await pay(loans[0]!, 266.64),
      await pay(loans[0]!, 500),
    ];
    const kind = "loan_payment";
    expect((await approve(treasurer, items, { kind })).body.total).toBe(1_200.01);
    const { body } = await approve(secGen, items, { kind });
    expect(body.approved).toEqual(idsOf(items));
    const { rows } = await sql<{ id: number; status: string; balance_cents: bigint }>`
      SELECT id, status, balance_cents FROM loans WHERE member_id = ${member.id} ORDER BY id`.execute(
      group.db,
    );
    expect(rows).toEqual([
      { id: loans[0], status: "cleared", balance_cents: 0n },
      { id: loans[1], status: "active", balance_cents: 26_666n },
    ]);
    const { rows: cleared } = await sql<{ before: Json; after: Json }>`
      SELECT before, after FROM audit_entries WHERE action = 'loans.clear' AND subject_id = ${loans[0]}`.execute(
      group.db,
    );
    expect(cleared).toEqual([
      {
        before: { status: "active", current_balance: 500 },
        after: { status: "cleared", current_balance: 0 },
      },
    ]);
  });
});

describe("approving many fine payments", () => {
  test("settles each member's oldest fines first, and refuses what exceeds the unpaid ones", async () => {
    const [one, other] = [await books.member(), await books.member()];
    for (const member of [one, one]) await books.fine(member, 100);
    const charged = await group.api("POST", "/api/accounting/create_ledger_entry/", {
      token: treasurer.token,
      body: { type: "fine", charged_user: other.id, amount: 100, description: "Came late" },
    });
    const pay = async (by: TestMember, kes: number, reference: string) => {
      const { body } = await group.api("POST", "/api/finances/pay-fine/", {
        token: by.token,
        body: { amount_paid: kes, payment_Reference_Code: reference },
      });
      return { id: body.fine_payment.payment_id as number, amount_seen: kes };
    };
    const items = [
      await pay(one, 60, "FINEMANY1"),
      await pay(other, 30, "FINEMANY2"),
      await pay(one, 70.5, "FINEMANY3"),
    ];
    const kind = "fine_payment";
    await approve(treasurer, items, { kind });
    const reversed = await group.api(
      "POST",
      `/api/accounting/reverse_entry/${charged.body.entry.id}/`,
      { token: treasurer.token, body: { reason: "Was on time" } },
    );
    expect(reversed.status).toBeLessThan(300);
    const { body } = await approve(secGen, items, { kind });
    expect(body.approved).toEqual([items[0]!.id, items[2]!.id]);
    expect(body.refused).toEqual([{ id: items[1]!.id, detail: expect.any(String) }]);
    expect(body.total).toBe(130.5);
    const { rows } = await sql<{ paid_cents: bigint }>`
      SELECT paid_cents FROM fines WHERE member_id = ANY(${[one.id, other.id]}) ORDER BY id`.execute(
      group.db,
    );
    expect(rows.map(({ paid_cents }) => paid_cents)).toEqual([10_000n, 3_050n, 0n]);
  });
});

test("the resulting records are right", async () => {
  const { breaches } = await verifyBooks(group.db);
  expect(breaches).toEqual([]);
});

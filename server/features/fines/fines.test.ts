import { safeParse } from "zod/v4/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as contract from "#contract/fines.ts";
import { fineCharged } from "#domain/ledger/posting-rules.ts";
import { reversalOf } from "#domain/ledger/journal-entry.ts";
import { chargeFine, writeOffFines } from "#server/core/ledger/fines.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import { inTransaction } from "#server/db/connection.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";
import { fineInvariants } from "#server/verify/debt-invariants.ts";
import { brokenBy } from "#tests/support/test-database.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { untilDecided } from "#tests/support/until-decided.ts";

const FINES = "/api/accounting/get_user_fines/";
const PAY = "/api/finances/pay-fine/";
const APPROVALS = "/api/finances/fine-payment-approval/";
const ALL = "/api/finances/get-monthly-contributions/";

let group: TestGroup;
let books: Bookkeeping;
let chairperson: TestMember;
let treasurer: TestMember;
let secGen: TestMember;
let references = 0;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 30 }));
  ({ chairperson, treasurer, secGen } = books);
});
afterAll(() => group.close());

const fineOf = (member: TestMember, kes: number, description = "Late for the meeting") => ({
  memberId: member.id,
  amountCents: BigInt(Math.round(kes * 100)),
  description,
  by: { actorId: treasurer.id, address: "127.0.0.1" },
  now: group.clock.now(),
});

const read = (by: TestMember | undefined, id: number | string) =>
  group.api("GET", `${FINES}?member=${id}`, by === undefined ? {} : { token: by.token });

const charge = (member: TestMember, kes: number, description?: string) => {
  const fine = fineOf(member, kes, description);
  return inTransaction(group.db, (tx) => chargeFine(tx, fine));
};

/** A member with fines of these amounts, the oldest first. */
async function finedMember(...amounts: number[]): Promise<TestMember> {
  const member = await books.member();
  for (const kes of amounts) await charge(member, kes);
  return member;
}

const form = (amount_paid: unknown, params: Record<string, unknown> = {}) => ({
  amount_paid,
  payment_Reference_Code: `FINE${String(++references).padStart(6, "0")}`,
  ...params,
});

const pay = (by: TestMember, amount: unknown, params: Record<string, unknown> = {}) =>
  group.api("POST", PAY, { token: by.token, body: form(amount, params) });

async function paidId(by: TestMember, amount: number): Promise<number> {
  const answer = await pay(by, amount);
  if (answer.status !== 201) throw new Error(`paying: ${JSON.stringify(answer.body)}`);
  return answer.body.fine_payment.payment_id;
}

const decide = (by: TestMember, id: number | string, body: unknown = { action: "approved" }) =>
  group.api("POST", `${APPROVALS}${id}/`, { token: by.token, body });

async function approve(id: number): Promise<void> {
  for (const official of [treasurer, secGen]) {
    const answer = await decide(official, id);
    if (answer.status !== 200) throw new Error(`approving: ${JSON.stringify(answer.body)}`);
  }
}

const finesOf = async (member: TestMember) =>
  (await group.api("GET", FINES, { token: member.token })).body;

const outstanding = async (member: TestMember): Promise<number[]> =>
  (await finesOf(member)).fines.map((fine: { outstanding: number }) => fine.outstanding);

describe("charging a fine", () => {
  test("posts it, tells the member by mail and shows it", async () => {
    const member = await books.member();
    const { fineId, entryId } = await charge(member, 150.5, "Phone rang in the meeting");
    expect(await finesOf(member)).toEqual({
      total_fines: 150.5,
      unpaid_fines: 150.5,
      fines: [
        {
          id: fineId,
          amount: 150.5,
          outstanding: 150.5,
          description: "Phone rang in the meeting",
          date: "2026-03-16",
        },
      ],
    });
    const postings = await group.db
      .selectFrom("postings")
      .select(["account", "amount_cents", "member_id", "business_date"])
      .where("entry_id", "=", entryId)
      .orderBy("line")
      .execute();
    const common = { member_id: member.id, business_date: "2026-03-16" };
    expect(postings).toEqual([
      { account: "fine_receivable", amount_cents: 15_050n, ...common },
      { account: "fine", amount_cents: -15_050n, ...common },
    ]);
    const mail = (await group.mailbox(member.email)).at(-1);
    expect(mail?.subject).toContain("KES 150.50");
    expect(mail?.body).toContain("Phone rang in the meeting");
  });

  test("is refused for nobody and for a member who has left the group", async () => {
    const nobody = { id: 999_999 } as TestMember;
    await expect(charge(nobody, 100)).rejects.toMatchObject({ code: "not-found" });
    const member = await books.member();
    const chargeAfter = (left: { status: string; has_cleared?: boolean; exited_on?: string }) =>
      inTransaction(group.db, async (tx) => {
        await tx.updateTable("members").set(left).where("id", "=", member.id).execute();
        await chargeFine(tx, fineOf(member, 100));
      });
    for (const left of [
      { status: "cleared", has_cleared: true, exited_on: "2026-03-16" },
      { status: "dormant", exited_on: "2026-03-16" },
    ])
      await expect(chargeAfter(left)).rejects.toMatchObject({
        kind: "invalid",
        code: "fine-after-leaving",
      });
  });
});

describe("reading fines", () => {
  test("comes newest first and in pages", async () => {
    const member = await finedMember(100, 200, 300);
    const page = await group.api("GET", `${FINES}?page=1&page_size=2`, { token: member.token });
    expect(page.body).toMatchObject({
      total_fines: 600,
      count: 3,
      fines: [{ amount: 300 }, { amount: 200 }],
    });
    expect(safeParse(contract.getUserFines.reply, page.body).success).toBe(true);
  });

  test("of another member is for officials, and only of somebody who exists", async () => {
    const member = await finedMember(70);
    const other = await books.member();
    for (const official of [chairperson, treasurer, secGen])
      expect((await read(official, member.id)).body).toMatchObject({ unpaid_fines: 70 });
    expect((await read(member, member.id)).body).toMatchObject({ unpaid_fines: 70 });
    expect((await read(other, member.id)).status).toBe(403);
    expect((await read(other, 999_999)).status).toBe(403);
    expect((await read(treasurer, 999_999)).status).toBe(404);
    expect(await read(treasurer, "x")).toMatchObject({ status: 400 });
    expect((await read(undefined, member.id)).status).toBe(401);
  });

  test("is open to a member who waits for approval, and empty at first", async () => {
    const pending = await group.pendingMember();
    expect(await finesOf(pending)).toEqual({ total_fines: 0, unpaid_fines: 0, fines: [] });
  });

  test("totals stand beside the contributions: everybody's for officials, one's own for a member", async () => {
    const member = await finedMember(40);
    const own = await group.api("GET", ALL, { token: member.token });
    expect(own.body).toMatchObject({ total_fines: 40, unpaid_fines: 40 });
    const before = (await group.api("GET", ALL, { token: treasurer.token })).body;
    await charge(member, 10);
    await approve(await paidId(member, 45));
    const after = (await group.api("GET", ALL, { token: treasurer.token })).body;
    expect(after.total_fines - before.total_fines).toBe(10);
    expect(after.unpaid_fines - before.unpaid_fines).toBe(-35);
    expect((await group.api("GET", ALL, { token: member.token })).body).toMatchObject({
      total_fines: 50,
      unpaid_fines: 5,
    });
  });
});

describe("paying fines", () => {
  test("answers 201 with the payment, dated now, and settles nothing yet", async () => {
    const member = await finedMember(100);
    const answer = await pay(member, "60.50", { payment_Reference_Code: " qfine-1/x " });
    expect(answer.status).toBe(201);
    expect(answer.body.detail).toContain("KES 60.50");
    expect(safeParse(contract.payFine.reply, answer.body).success).toBe(true);
    expect(answer.body.fine_payment).toEqual({
      payment_id: expect.any(Number),
      user: member.username,
      amount_paid: 60.5,
      payment_date: "2026-03-16T09:00:00.000+03:00",
      payment_Reference_Code: "QFINE-1/X",
      status: "pending",
      approval: {
        approved_official: "",
        first_official_group_action: "pending_approval",
        second_official_group_action: "pending_approval",
        first_official_group_reject_reason: null,
        second_official_group_reject_reason: null,
        treasurer_rejection_reason: null,
        sec_gen_rejection_reason: null,
        approval_date: null,
      },
      approval_status: [
        { role: "Treasurer", action: "pending_approval", reject_reason: null },
        { role: "Sec-Gen", action: "pending_approval", reject_reason: null },
      ],
      member: {
        id: member.id,
        username: member.username,
        full_name: expect.any(String),
        reg_number: expect.any(String),
      },
      own_item: true,
      reference_also_on: [],
    });
    expect(await finesOf(member)).toMatchObject({ unpaid_fines: 100 });
  });

  test.each([
    ["amount_paid", undefined],
    ["amount_paid", ""],
    ["amount_paid", 0],
    ["amount_paid", -5],
    ["amount_paid", "NaN"],
    ["amount_paid", 10.005],
    ["amount_paid", 100.01],
    ["payment_Reference_Code", undefined],
    ["payment_Reference_Code", "AB1"],
    ["payment_Reference_Code", "A".repeat(41)],
  ])("refuses %s = %j on its field, and nothing is stored", async (field, value) => {
    const member = await finedMember(100);
    const answer = await pay(member, 50, { [field]: value });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
    expect((await pay(member, 100)).status).toBe(201);
  });

  test("is refused when nothing is unpaid", async () => {
    const member = await books.member();
    expect(await pay(member, 10)).toMatchObject({
      status: 400,
      body: { detail: "You have no unpaid fines." },
    });
  });

  test("counts what waits for approval against what can still be paid", async () => {
    const member = await finedMember(100, 50);
    const first = await paidId(member, 120);
    const tooMuch = await pay(member, 30.01);
    expect(tooMuch.status).toBe(400);
    expect(tooMuch.body.detail).toContain("KES 30.00");
    expect((await pay(member, 30)).status).toBe(201);
    expect((await pay(member, 0.01)).status).toBe(400);
    await decide(treasurer, first, { action: "rejected", reject_reason: "Not received" });
    expect((await pay(member, 120)).status).toBe(201);
  });

  test("never goes above what is unpaid, however many come at once on two servers", async () => {
    const member = await finedMember(100);
    const second = await group.addServer();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        untilDecided(() =>
          (index % 2 === 0 ? group : second).api("POST", PAY, {
            token: member.token,
            body: form(30),
          }),
        ),
      ),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(3);
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(7);
  });

  test("is done once per idempotency key", async () => {
    const member = await finedMember(100);
    const body = form(40);
    const send = () =>
      group.api("POST", PAY, {
        token: member.token,
        body,
        headers: { "Idempotency-Key": "tap-fine" },
      });
    const first = await send();
    expect(first.status).toBe(201);
    expect((await send()).body).toEqual(first.body);
    expect((await pay(member, 60.01)).status).toBe(400);
    expect((await pay(member, 60)).status).toBe(201);
  });

  test("shows that its reference is also on the same member's contribution, and refuses another's", async () => {
    const member = await finedMember(100);
    const contribution = await group.api("POST", "/api/finances/monthly-contribution/", {
      token: member.token,
      body: {
        amount_paid: 900,
        contribution_month: "2026-03-01",
        payment_date: "2026-03-16",
        payment_Reference_Code: "SPLIT-0001",
      },
    });
    const answer = await pay(member, 100, { payment_Reference_Code: "split-0001" });
    expect(answer.body.fine_payment.reference_also_on).toEqual([
      {
        kind: "contribution",
        id: contribution.body.contribution.contribution_id,
        amount: 900,
      },
    ]);
    const other = await finedMember(100);
    expect(await pay(other, 100, { payment_Reference_Code: "SPLIT-0001" })).toMatchObject({
      status: 400,
      body: { errors: { payment_Reference_Code: [expect.any(String)] } },
    });
  });

  test("is for active and dormant members with a session", async () => {
    expect((await group.api("POST", PAY, { body: form(1) })).status).toBe(401);
    const pending = await group.pendingMember();
    expect(await pay(pending, -1)).toMatchObject({ status: 403 });
    const dormant = await finedMember(100);
    await group.api("POST", `/api/user/admin_manage_user/${dormant.id}/`, {
      token: chairperson.token,
      body: { action: "dormant" },
    });
    expect((await pay(dormant, 100)).status).toBe(201);
  });
});

const ordersBroken = (statement: string) => brokenBy(group.db, fineInvariants, statement);

describe("approving a fine payment", () => {
  test("settles the oldest fines first, with partial amounts, and posts once", async () => {
    const member = await finedMember(100, 200, 50.25);
    const first = await paidId(member, 130);
    const one = await decide(secGen, first);
    expect(one.body.fine_payment).toMatchObject({
      status: "pending_approval",
      approval: { approved_official: "Sec-Gen" },
    });
    expect(await outstanding(member)).toEqual([50.25, 200, 100]);
    const two = await decide(treasurer, first);
    expect(two).toMatchObject({ status: 200, body: { fine_payment: { status: "approved" } } });
    expect(safeParse(contract.decideFinePayment.reply, two.body).success).toBe(true);
    expect(await outstanding(member)).toEqual([50.25, 170, 0]);
    await approve(await paidId(member, 170.25));
    expect(await outstanding(member)).toEqual([50, 0, 0]);
    await approve(await paidId(member, 50));
    expect(await finesOf(member)).toMatchObject({ total_fines: 350.25, unpaid_fines: 0 });

    const settled = await group.db
      .selectFrom("fine_settlements")
      .innerJoin("payments", "payments.id", "payment_id")
      .select("fine_settlements.amount_cents")
      .where("member_id", "=", member.id)
      .orderBy("payment_id")
      .orderBy("fine_id")
      .execute();
    expect(settled.map((row) => row.amount_cents)).toEqual([10_000n, 3_000n, 17_000n, 25n, 5_000n]);
    const postings = await group.db
      .selectFrom("entries")
      .innerJoin("postings", "postings.entry_id", "entries.id")
      .select(["account", "amount_cents", "member_id"])
      .where("source_kind", "=", "payment")
      .where("source_id", "=", first)
      .orderBy("line")
      .execute();
    expect(postings).toEqual([
      { account: "bank", amount_cents: 13_000n, member_id: member.id },
      { account: "fine_receivable", amount_cents: -13_000n, member_id: member.id },
    ]);
  });

  test("settles the fine of the earliest day first, then that of the lowest number, whichever was charged first", async () => {
    const member = await books.member();
    const dated = (kes: number, chargedOn: string) =>
      inTransaction(group.db, async (tx) => {
        const fine = { ...fineOf(member, kes), chargedOn };
        await chargeFine(tx, fine);
      });
    await dated(40, "2026-03-12");
    await dated(30, "2026-03-05");
    await dated(20, "2026-03-12");
    await approve(await paidId(member, 35));
    const unpaid = async () =>
      (await finesOf(member)).fines.map((fine: { amount: number; outstanding: number }) => [
        fine.amount,
        fine.outstanding,
      ]);
    expect(await unpaid()).toEqual([
      [20, 20],
      [30, 0],
      [40, 35],
    ]);
    // One of an earlier day that comes later was not there.
    await dated(10, "2026-03-01");
    expect(await ordersBroken("SELECT 1")).toEqual([]);
    const other = `(SELECT id FROM fines WHERE member_id = ${member.id} AND amount_cents = 2000)`;
    const first = `(SELECT id FROM fines WHERE member_id = ${member.id} AND amount_cents = 3000)`;
    expect(
      await ordersBroken(`UPDATE fine_settlements SET fine_id = ${other} WHERE fine_id = ${first}`),
    ).toContain("oldest-fines-first");
    await approve(await paidId(member, 10));
    expect((await unpaid())[0]).toEqual([10, 0]);
  });

  test("is refused once a fine was taken back and less is unpaid than was paid", async () => {
    const member = await books.member();
    const { fineId, entryId } = await charge(member, 100);
    const id = await paidId(member, 100);
    await decide(treasurer, id);
    await inTransaction(group.db, async (tx) => {
      expect(await writeOffFines(tx, member.id)).toBe(10_000n);
      const day = { businessDate: "2026-03-16", description: "Charged by mistake" };
      const charged = fineCharged({ ...day, fineId, memberId: member.id, amountCents: 10_000n });
      const by = { authorId: treasurer.id, now: group.clock.now() };
      const reversal = await writeEntry(tx, reversalOf(charged, { ...day, entryId }), by);
      await recordAudit(tx, {
        now: by.now,
        actorId: by.authorId,
        action: "entries.reverse",
        subject: "entry",
        subjectId: entryId,
        after: { reversed_by: reversal },
        address: null,
      });
      const about = { kind: "fine", id: fineId } as const;
      const to = { memberId: member.id, about, now: by.now };
      await tell(tx, "fine_reversed", to, { amount: 10_000n, why: "Charged by mistake" });
    });
    expect(await finesOf(member)).toMatchObject({
      total_fines: 100,
      unpaid_fines: 0,
      fines: [{ outstanding: 0 }],
    });
    const late = await decide(secGen, id);
    expect(late.status).toBe(400);
    expect(late.body.detail).toContain("Reject it");
    const body = { action: "rejected", reject_reason: "The fine was taken back" };
    expect((await decide(secGen, id, body)).status).toBe(200);
  });

  test("may be done by each office once, by different people, until it is decided", async () => {
    const member = await finedMember(100);
    const id = await paidId(member, 100);
    expect((await decide(chairperson, id)).status).toBe(403);
    expect((await decide(member, id)).status).toBe(403);
    expect((await decide(treasurer, 999_999)).status).toBe(404);
    expect((await decide(treasurer, "x")).status).toBe(404);
    expect((await decide(treasurer, id, {})).status).toBe(400);
    expect((await decide(treasurer, id, { action: "rejected" })).status).toBe(400);
    expect((await decide(treasurer, id)).status).toBe(200);
    expect((await decide(treasurer, id)).status).toBe(400);
    const rejected = await decide(secGen, id, { action: "rejected", reject_reason: "No money" });
    expect(rejected.body.fine_payment).toMatchObject({
      status: "rejected",
      approval: { sec_gen_rejection_reason: "No money" },
    });
    expect((await decide(secGen, id)).status).toBe(400);
    expect(await outstanding(member)).toEqual([100]);
  });

  test("does not reach a payment of another kind by its id", async () => {
    const member = await books.member();
    const contribution = await group.api("POST", "/api/finances/monthly-contribution/", {
      token: member.token,
      body: {
        amount_paid: 10,
        contribution_month: "2026-03-01",
        payment_date: "2026-03-16",
        payment_Reference_Code: "OTHERKIND1",
      },
    });
    const id = contribution.body.contribution.contribution_id;
    expect((await decide(treasurer, id)).status).toBe(404);
  });

  test("posts once however many approve at once on two servers", async () => {
    const member = await finedMember(100);
    const id = await paidId(member, 100);
    const second = await group.addServer();
    const ask = (by: TestMember, server: Pick<TestGroup, "api">) =>
      untilDecided(() =>
        server.api("POST", `${APPROVALS}${id}/`, { token: by.token, body: { action: "approved" } }),
      );
    const answers = await Promise.all(
      [treasurer, secGen, treasurer, secGen].flatMap((by) => [ask(by, group), ask(by, second)]),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(2);
    expect(await finesOf(member)).toMatchObject({ unpaid_fines: 0 });
  });
});

describe("the list of open fine payments", () => {
  test("is what is still open to the caller's office, own items marked, and empty for others", async () => {
    await charge(treasurer, 25);
    const id = await paidId(treasurer, 25);
    const list = async (by: TestMember, query = "") =>
      (await group.api("GET", APPROVALS + query, { token: by.token })).body;
    const find = (body: { pending_approvals: { payment_id: number }[] }) =>
      body.pending_approvals.find((item) => item.payment_id === id);
    expect(find(await list(treasurer))).toMatchObject({ own_item: true });
    expect(find(await list(secGen))).toMatchObject({ own_item: false });
    await decide(treasurer, id);
    expect(find(await list(treasurer))).toBeUndefined();
    expect(find(await list(secGen))).toMatchObject({ own_item: true });
    const page = await list(secGen, "?page=1&page_size=1");
    expect(page.pending_approvals).toHaveLength(1);
    expect(page.count).toBe((await list(secGen)).pending_approvals.length);
    expect(safeParse(contract.getFinePaymentApprovals.reply, page).success).toBe(true);
    expect(await list(chairperson)).toEqual({
      pending_approvals: [],
      counts: { confirmed: 0, differs: 0, missing: 0, none: 0 },
    });
    expect((await group.api("GET", APPROVALS)).status).toBe(401);
  });
});

test("leaves books in which every invariant holds", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

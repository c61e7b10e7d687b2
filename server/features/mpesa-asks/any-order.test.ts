// Whatever M-PESA, a statement, the member and both offices do about one ask, in any order and number, ends in the same
// books: paid, it has one line, one payment and one entry, never two; not paid, it has none. ANY_ORDER_RUNS sets how many
// orders are tried, SEED which ones.
import * as fc from "fast-check";
import { propertySeed } from "#tests/support/property-seed.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { confirmationOf, type BoxTransaction } from "#demo/daraja/daraja-json.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { isOpenAsk } from "#domain/mpesa/ask-states.ts";
import { ensureLiveAccount } from "#server/core/daraja/live-account.ts";
import { pullUpTo } from "#server/core/daraja/pull-payments.ts";
import { inTransaction } from "#server/db/connection.ts";
import { nairobiIso } from "#domain/nairobi-time.ts";
import { type AskingGroup, startAskingGroup } from "#tests/support/mpesa-asks.ts";
import { paidIn, paybillStatement, uploadStatement } from "#tests/support/statements.ts";
import { type Json, runJobs, type TestMember } from "#tests/support/test-group.ts";

const RUNS = Number(process.env["ANY_ORDER_RUNS"] ?? 24);
/** A group grows slower with each order that it has lived through. */
const RUNS_OF_GROUP = 25;
const seed = propertySeed;
const AMOUNT = 500;

/** A group, and all that was ever paid to its shortcode, in the order of time, as each statement has it. */
type Books = AskingGroup & { paidSoFar: { paid: BoxTransaction; account: string }[] };

async function openBooks(members: number): Promise<Books> {
  const asking = await startAskingGroup({ members });
  const { group, settings } = asking;
  // As the server does at its start.
  await inTransaction(group.db, (tx) => ensureLiveAccount(tx, settings, group.clock.now()));
  return { ...asking, paidSoFar: [] };
}

type Asked = {
  asking: Books;
  member: TestMember;
  /** Of the ask that everything is about. */
  id: number;
  body: Json;
  phone: Awaited<ReturnType<AskingGroup["phoneOf"]>>;
  /** Null until the phone has answered, and for good if it cancelled. */
  paid: BoxTransaction | null;
  hasAnswered: boolean;
};

/** What may happen, each as it would; what has no occasion yet does nothing. */
const words = {
  /** The member wants to be asked for the same again; of a second ask they cancel on their phone. */
  ask: async ({ asking, member, id, body }: Asked) => {
    const { state } = await asking.row(id);
    const again = await asking.ask(member, body);
    expectOneOf(again.status, isOpenAsk(state as "asked") ? [400] : [201, 429]);
    if (again.status !== 201) return;
    await asking.settle();
    await asking.answer(again.body.ask.id, "cancel");
  },
  result: async ({ asking, phone, paid, hasAnswered }: Asked) => {
    if (hasAnswered) await asking.post(phone, paid === null ? "cancel" : "pay", paid);
  },
  confirmation: async ({ asking, paid }: Asked) => {
    if (paid !== null)
      await asking.box.post(asking.box.registered.confirmation ?? "", confirmationOf(paid));
  },
  /** Of what never happened. */
  forgery: async ({ asking, phone }: Asked) => {
    await asking.box.forge({ amount: AMOUNT, account: phone.reference });
  },
  /** The member asks M-PESA now. */
  check: async ({ asking, member, id }: Asked) => {
    const path = `/api/mpesa/asks/${id}/check/`;
    const checking = { isOver: false };
    const answered = asking.group.api("POST", path, { token: member.token }).finally(() => {
      checking.isOver = true;
    });
    while (!checking.isOver) await asking.settle();
    expectOneOf((await answered).status, [200, 429]);
  },
  /** "I did not pay": refused before three minutes, and once it is decided. */
  end: async ({ asking, member, id }: Asked) => {
    const path = `/api/mpesa/asks/${id}/end/`;
    const ended = await asking.group.api("POST", path, { token: member.token, body: {} });
    expectOneOf(ended.status, [200, 400]);
  },
  halfAMinute: ({ asking }: Asked) => pass(asking, 0.6),
  anHour: async ({ asking, member }: Asked) => {
    await pass(asking, 61);
    await signInAgain(asking, member);
  },
  aDay: async ({ asking, member }: Asked) => {
    await pass(asking, 25 * 60);
    await signInAgain(asking, member);
  },
  pull: async ({ asking }: Asked) => {
    await inTransaction(asking.group.db, (tx) => pullUpTo(tx, asking.group.clock.now()));
    await asking.settle();
  },
  statement: ({ asking }: Asked) => upload(asking),
  typed: async ({ asking, member, paid, body }: Asked) => {
    if (paid === null) return;
    const code = { amount_paid: AMOUNT, payment_Reference_Code: paid.receipt };
    const isLoan = body.loan_id !== undefined;
    // Refused once the payment is there.
    const typed = await asking.group.api(
      "POST",
      isLoan ? `/api/finances/pay-loan/${body.loan_id}/` : "/api/finances/monthly-contribution/",
      {
        token: member.token,
        body: isLoan
          ? code
          : {
              ...code,
              contribution_month: "2026-03-01",
              payment_date: asking.group.clock.now().toISOString(),
            },
      },
    );
    expectOneOf(typed.status, [201, 400]);
  },
  approval: async ({ asking, member, body }: Asked) => {
    const { group, books } = asking;
    const waiting = await group.db
      .selectFrom("payments")
      .select("id")
      .where("member_id", "=", member.id)
      .where("kind", "=", body.kind)
      .where("status", "=", "pending")
      .execute();
    for (const { id } of waiting)
      for (const { token } of [books.treasurer, books.secGen]) {
        const path = `${approvals[body.kind as keyof typeof approvals]}${id}/`;
        const approved = await group.api("POST", path, { token, body: { action: "approved" } });
        expectOneOf(approved.status, [200]);
      }
  },
  jobs: async ({ asking }: Asked) => {
    await runJobs(asking.group);
  },
} satisfies Record<string, (asked: Asked) => Promise<unknown>>;
type Word = keyof typeof words;

function expectOneOf(status: number, allowed: readonly number[]): void {
  expect(status).toBeOneOf([...allowed]);
}

const approvals = {
  contribution: "/api/finances/monthly-contribution-approval/",
  loan_payment: "/api/finances/loan-payment-approval/",
};

async function pass({ group, settle }: Books, minutes: number): Promise<void> {
  group.clock.advanceMinutes(minutes);
  await settle();
}

async function signInAgain({ group, books }: Books, member: TestMember): Promise<void> {
  for (const each of [books.treasurer, books.secGen, member]) each.token = await group.signIn(each);
}

async function upload({ group, books, settings, paidSoFar }: Books): Promise<void> {
  const { id } = await group.db
    .selectFrom("statement_accounts")
    .select("id")
    .where("number", "=", settings.shortcode)
    .executeTakeFirstOrThrow();
  const movements = paidSoFar.map(({ paid, account }) =>
    paidIn(paid.receipt, nairobiIso(paid.at).slice(0, 19).replace("T", " "), paid.amount, account),
  );
  const span = { opening: 0n, from: "2026-03-16", to: nairobiDate(group.clock.now()) };
  const file = paybillStatement({ ...span, movements });
  const fields = { account_id: String(id) };
  await uploadStatement(group, { token: books.treasurer.token, file, fields });
}

/** The phone answers, and M-PESA says nothing yet. */
async function answer(asked: Asked, isPaid: boolean): Promise<void> {
  const { asking, phone } = asked;
  const silent = { result: 0, confirmed: 0 };
  asked.paid = await asking.box.answer(phone.checkoutId, isPaid ? "pay" : "cancel", silent);
  asked.hasAnswered = true;
  if (asked.paid !== null) asking.paidSoFar.push({ paid: asked.paid, account: phone.reference });
}

async function booksOf({ asking, member, id, body, paid }: Asked) {
  const receipt = paid?.receipt ?? null;
  const { rows } = await sql`
    SELECT a.state, a.receipt, a.problem,
           (SELECT count(*)::int FROM payments p
             WHERE p.member_id = ${member.id} AND p.kind = ${body.kind} AND p.status <> 'rejected') AS payments,
           (SELECT count(*)::int FROM statement_lines l WHERE l.reference_key = ${receipt}) AS lines,
           (SELECT min(l.state) FROM statement_lines l WHERE l.reference_key = ${receipt}) AS line,
           p.reference_key AS reference, p.status,
           CASE WHEN p.id IS NOT NULL THEN (
             SELECT e.state FROM evidence_of(p.id, p.reference_key, p.amount_cents, p.paid_on) e) END AS evidence,
           (SELECT array_agg(b.amount_cents::int) FROM entries e JOIN postings b ON b.entry_id = e.id
             WHERE e.source_kind = 'payment' AND e.source_id = p.id AND b.account = 'bank') AS bank
      FROM mpesa_asks a LEFT JOIN payments p ON p.id = a.payment_id
     WHERE a.id = ${id}`.execute(asking.group.db);
  return rows;
}

const nothing = { payments: 0, lines: 0, line: null, reference: null, status: null, bank: null };

const plan = fc.record({
  isLoan: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  /** What becomes of M-PESA's reply to the ask. */
  reply: fc.constantFrom("comes", "comes", "lost", "unreadable"),
  isPaid: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
  before: fc.array(fc.constantFrom(...(Object.keys(words) as Word[])), { maxLength: 3 }),
  after: fc.array(fc.constantFrom(...(Object.keys(words) as Word[])), { maxLength: 6 }),
});

/** Lives through a plan: the books that it ends in, and those that it should. */
async function live(asking: Books, { isLoan, reply, isPaid, before, after }: Plan) {
  const member = await asking.books.member();
  await signInAgain(asking, member);
  const body: Json = { kind: "contribution", amount: AMOUNT, contribution_month: "2026-03-01" };
  if (isLoan) {
    await asking.books.contribute(member, 1500);
    const loan_id = await asking.books.lend(member, 1500);
    Object.assign(body, { kind: "loan_payment", loan_id, contribution_month: undefined });
  }
  if (reply === "lost" || reply === "unreadable") asking.box.next("processrequest", reply);
  const id = await asking.asked(member, body);
  const phone = await asking.phoneOf(id);
  const asked: Asked = { asking, member, id, body, phone, paid: null, hasAnswered: false };
  for (const each of before) await words[each](asked);
  await answer(asked, isPaid);
  for (const each of after) await words[each](asked);
  // What the member, or a day without a word, ended is over, unless it was paid after all.
  const ended = (await asking.row(id)).state === "lapsed" ? "lapsed" : "refused";
  // In the end all of them have spoken.
  for (const each of ["confirmation", "result", "statement", "jobs", "approval"] as const)
    await words[each](asked);
  await asking.settle();
  const receipt = asked.paid?.receipt ?? null;
  const found = await booksOf(asked);
  const wanted = [
    isPaid
      ? {
          state: "paid",
          receipt,
          problem: null,
          payments: 1,
          lines: 1,
          line: "matched",
          reference: receipt,
          status: "approved",
          evidence: "confirmed",
          bank: [AMOUNT * 100],
        }
      : { state: ended, receipt, problem: null, ...nothing, evidence: null },
  ];
  return { found, wanted };
}

type Plan = typeof plan extends fc.Arbitrary<infer P> ? P : never;

const groups = Array.from({ length: Math.ceil(RUNS / RUNS_OF_GROUP) }, (_, index) => ({
  from: seed + index,
  runs: Math.min(RUNS_OF_GROUP, RUNS - index * RUNS_OF_GROUP),
}));

test.each(groups)("in any order (PROPERTY_SEED=$from)", async ({ from, runs }) => {
  const asking = await openBooks(runs);
  try {
    await fc.assert(
      fc.asyncProperty(plan, async (each) => {
        const { found, wanted } = await live(asking, each);
        expect(found).toEqual(wanted);
      }),
      { numRuns: runs, seed: from, endOnFailure: true },
    );
  } finally {
    // `verify` runs as it closes.
    await asking.close();
  }
});

// A notice that waits for the morning is checked again when it is sent (NOTE-5): here, notices of things that no
// longer wait for anybody.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/db/connection.ts";
import { remindOfDates } from "#server/features/notices/remind-of-dates.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { balancedBook, propose } from "#tests/support/opening-books.ts";
import { paidIn, paybillStatement, uploadStatement } from "#tests/support/statements.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";
import { claimMessages } from "./claim-messages.ts";
import { dispatchNotices } from "./dispatch-notices.ts";
import { isStillTrue } from "./still-true.ts";
import { tellOfficials } from "./tell-officials.ts";

let group: TestGroup;
let books: Bookkeeping;
let saver: TestMember;
let openingId: number;
let account: number;
let day = 1;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ startsAt: "2026-03-01T09:00:00+03:00" }));
  saver = await books.member();
  const { rows } = await sql<{ reg_number: string }>`
    SELECT reg_number FROM members WHERE id = ${saver.id}`.execute(group.db);
  const book = balancedBook();
  const members = book.members.map((each, index) =>
    index === 0 ? { ...each, regNumber: rows[0]?.reg_number ?? "" } : each,
  );
  const loans = book.loans.slice(1);
  ({ openingId } = await propose(group, books.treasurer, balancedBook({ members, loans })));
  await post(books.secGen, `/api/opening/${openingId}/accept/`, { total_savings_seen: 60_000 });
  await books.contribute(books.treasurer, 1_000);
  const created = await post(books.treasurer, "/api/statements/accounts/", {
    name: "Paybill",
    kind: "mpesa_paybill",
  });
  account = created.account.id;
  await post(books.chairperson, "/api/group/settings/", { second_person_above: 50 });
});
afterAll(() => group.close());

async function post(by: TestMember, path: string, body: object): Promise<Json> {
  const answer = await group.api("POST", path, { token: by.token, body });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const expense = async () =>
  (
    await post(books.treasurer, "/api/accounting/create_ledger_entry/", {
      type: "expense",
      category: "server_expense",
      amount: 60,
      description: "Hosting",
    })
  ).id;

/** Each statement has one line of KES 10, so the next one opens KES 10 higher. */
const upload = async (from: string, to: string, openingKes: bigint) => {
  const file = paybillStatement({
    opening: openingKes * 100n,
    movements: [paidIn(`UC${from.replaceAll("-", "")}`, `${from} 08:00:00`, 10)],
    from,
    to,
  });
  const fields = { account_id: String(account) };
  const answer = await uploadStatement(group, { token: books.treasurer.token, file, fields });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
};

const gateway = (column: string, value: string) =>
  sql.raw(`UPDATE sms_gateway SET ${column} = ${value}`).execute(group.db);

/**
 * The notice, the late-evening event that causes it, and the event that ends it at night, which gets the first one's
 * result.
 */
const nights: readonly (readonly [
  event: string,
  begin: () => Promise<unknown>,
  end: (begun: never) => Promise<unknown>,
])[] = [
  [
    "money_proposed",
    expense,
    (id: number) => post(books.secGen, `/api/accounting/proposals/${id}/refuse/`, { reason: "No" }),
  ],
  [
    "setting_proposed",
    async () => {
      await post(books.chairperson, "/api/group/settings/", { second_person_above: 900 });
      const { rows } = await sql<{ id: number }>`
        SELECT max(id) AS id FROM proposals WHERE kind = 'setting'`.execute(group.db);
      return rows[0]?.id;
    },
    (id: number) => post(books.secGen, `/api/accounting/proposals/${id}/refuse/`, { reason: "No" }),
  ],
  [
    "office_proposed",
    () => post(books.chairperson, `/api/user/assign_groups/${saver.id}/`, { role: "Treasurer" }),
    () => post(books.secGen, `/api/user/assign_groups/${saver.id}/object/`, { reason: "No" }),
  ],
  [
    "phone_waits",
    () =>
      post(saver, "/api/user/profile/", {
        phone: "0100888001",
        current_password: saver.password,
      }),
    () => post(books.chairperson, `/api/user/confirm-phone/${saver.id}/`, {}),
  ],
  [
    "figures_disputed",
    () => post(saver, "/api/opening/my-figures/", { answer: "no", words: "It was more" }),
    () =>
      post(books.secGen, `/api/opening/answers/${saver.id}/`, {
        answer: "resolved",
        words: "Seen",
      }),
  ],
  [
    "statement_gap",
    async () => {
      await upload("2026-02-01", "2026-02-02", 0n);
      await upload("2026-02-05", "2026-02-06", 20n);
      const now = group.clock.now();
      await remindOfDates(group.db, { today: "2026-03-08", now });
    },
    () => upload("2026-02-03", "2026-02-04", 10n),
  ],
  [
    "sms_balance_out",
    async () => {
      await tellOfGateway("sms_balance_out");
      await gateway("balance_out_since", "now()");
    },
    () => gateway("balance_out_since", "NULL"),
  ],
  [
    "sms_failing",
    async () => {
      await tellOfGateway("sms_failing");
      await gateway("failing_since", "now()");
    },
    () => gateway("failing_since", "NULL"),
  ],
  [
    "opening_take_back_requested",
    () => post(books.treasurer, `/api/opening/${openingId}/take-back/`, { reason: "A mistake" }),
    () => post(books.secGen, `/api/opening/${openingId}/take-back/`, { reason: "So it is" }),
  ],
  [
    "fine_proposed",
    async () => {
      const fine = { type: "fine", charged_user: saver.id, amount: 5_001, description: "Lost it" };
      return (await post(books.treasurer, "/api/accounting/create_ledger_entry/", fine)).id;
    },
    (id: number) => post(books.secGen, `/api/accounting/proposals/${id}/refuse/`, { reason: "No" }),
  ],
];

async function tellOfGateway(event: "sms_balance_out" | "sms_failing"): Promise<void> {
  const now = group.clock.now();
  await inTransaction(group.db, (tx) =>
    tellOfficials(tx, { event, facts: { since: { at: now } }, occasion: `${event}:${day}`, now }),
  );
}

/** The newest notices of the event, as the sender reads them. */
async function newestOf(event: string) {
  const { rows } = await sql<{
    id: bigint;
    event: string;
    facts: unknown;
    member_id: number;
    about_id: bigint | null;
    notice_at: Date;
  }>`SELECT id, event, facts, member_id, about_id, created_at AS notice_at FROM notices
      WHERE event = ${event} AND created_at = (SELECT max(created_at) FROM notices)`.execute(
    group.db,
  );
  return rows;
}

test("money that was agreed to in the night is reported in the morning", async () => {
  day += 1;
  group.clock.set(`2026-03-${String(day + 6).padStart(2, "0")}T22:00:00+03:00`);
  for (const each of [books.treasurer, books.secGen]) each.token = await group.signIn(each);
  const id = await expense();
  const [notice] = await newestOf("money_proposed");
  await post(books.secGen, `/api/accounting/proposals/${id}/agree/`, {});
  expect(await isStillTrue(group.db, notice as NonNullable<typeof notice>, "sms")).toBe(true);
});

test.each(nights)(
  "%s waits for the morning while it is true, and is not sent by SMS once it is not; its mail leaves",
  async (event, begin, end) => {
    day += 1;
    group.clock.set(`2026-03-${String(day + 6).padStart(2, "0")}T22:00:00+03:00`);
    for (const each of [books.chairperson, books.treasurer, books.secGen, saver])
      each.token = await group.signIn(each);
    const begun = await begin();
    const channels = { email: true, sms: true, push: false };
    while ((await dispatchNotices(group.db, { channels, now: group.clock.now() })) > 0);
    const found = await newestOf(event);
    expect(found.length).toBeGreaterThan(0);
    const [notice] = found;
    const isTrue = (channel: "email" | "sms" | "push") =>
      isStillTrue(group.db, notice as NonNullable<typeof notice>, channel);
    expect([await isTrue("sms"), await isTrue("push")]).toEqual([true, true]);

    await end(begun as never);
    expect([await isTrue("sms"), await isTrue("push")]).toEqual([false, false]);
    expect(await isTrue("email")).toBe(true);
    group.clock.advanceMinutes(10 * 60);
    const claimed = await claimMessages(group.db, {
      channel: "sms",
      claimer: "test",
      most: 500,
      now: group.clock.now(),
    });
    expect(claimed.map(({ notice_id }) => notice_id)).not.toContain(notice?.id);
    const states = await group.db
      .selectFrom("notice_messages")
      .select("state")
      .where("notice_id", "=", notice?.id ?? 0n)
      .where("channel", "=", "sms")
      .execute();
    expect(states).toEqual([{ state: "skipped" }]);
  },
);

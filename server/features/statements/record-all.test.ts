// Recording a month's lines in one go (STAT-16): which are offered, the months they take, and what a second press does.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bookkeeping, closeSoundly, startFoundedGroup } from "#tests/support/founded-group.ts";
import { bytesOf, csvOf } from "#tests/support/statement-files.ts";
import { uploadStatement } from "#tests/support/statements.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const LINES = "/api/statements/lines/";
const ALL = `${LINES}record-all/`;
const LIST = "/api/finances/monthly-contribution-approval/";

let group: TestGroup;
let books: Bookkeeping;
let members: TestMember[];

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ startsAt: "2026-05-20T09:00:00+03:00" }));
  members = [];
  for (const RegNo of ["R/004", "R/005", "R/006"])
    members.push(await group.activeMember(books.chairperson, { RegNo }));
});
afterAll(() => closeSoundly(group));

async function ask(method: string, path: string, body?: Json, by = books.treasurer): Promise<Json> {
  const answer = await group.api(method, path, { token: by.token, ...(body && { body }) });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

let accounts = 0;

/** The lines of an account with these movements, by their details: what was typed, or what is written beside it. */
async function linesOf(
  movements: readonly { day?: string; kes: number; typed?: string }[],
): Promise<Json[]> {
  accounts += 1;
  const { account } = await ask("POST", "/api/statements/accounts/", {
    name: `Account ${accounts}`,
    kind: "mpesa_paybill",
    number: `6001${accounts}`,
  });
  let balance = 1_000_000;
  const rows = movements.map(({ day = "05/03/2026", kes, typed = "" }, index) => {
    balance += kes;
    const receipt = `UC${String(accounts).padStart(3, "0")}${String(index).padStart(5, "A")}`;
    const [paidIn, paidOut] = kes > 0 ? [String(kes), "0.00"] : ["0.00", String(kes)];
    const details =
      kes > 0 ? `Pay Bill from 25470****111 - NOBODY **** KNOWN Acc. ${typed}` : "Business Payment";
    return [receipt, `${day} 09:00:00`, details, "Completed", paidIn, paidOut, String(balance)];
  });
  const heading =
    "Receipt No,Completion Time,Details,Transaction Status,Paid In (KSHs),Withdrawn (KSHs),Balance (KSHs)";
  const { status, body } = await uploadStatement(group, {
    token: books.treasurer.token,
    file: bytesOf(csvOf([heading.split(","), ...rows])),
    fields: { account_id: String(account.id) },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  const found = await ask("GET", `${LINES}?page=1&page_size=100&account_id=${account.id}`);
  return movements.map((_, index) =>
    found.lines.find(({ reference }: Json) => reference === rows[index]![0]),
  );
}

const press = (lines: readonly Json[], key?: string) =>
  group.api("POST", ALL, {
    token: books.treasurer.token,
    ...(key === undefined ? {} : { headers: { "Idempotency-Key": key } }),
    body: { items: lines.map(({ id, amount }) => ({ id, amount_seen: amount })) },
  });

test("lines whose payer typed their RegNo are recorded at once, and each takes the next unpaid month", async () => {
  const [first, second, third] = members as [TestMember, TestMember, TestMember];
  const lines = await linesOf([
    { kes: 1_000, typed: "R/004", day: "05/03/2026" },
    { kes: 1_000, typed: "r004", day: "07/03/2026" },
    { kes: 1_000, typed: "R/004", day: "06/03/2026" },
    { kes: 1_000, typed: "R/005" },
    { kes: 1_000, typed: "nobody" },
    { kes: -500 },
  ]);
  const offered = await ask("GET", ALL);
  expect(offered.total).toBe(4_000);
  expect(offered.lines.map(({ id, member, kind }: Json) => [id, member.id, kind])).toEqual([
    [lines[0]!["id"], first.id, "contribution"],
    [lines[3]!["id"], second.id, "contribution"],
    [lines[2]!["id"], first.id, "contribution"],
    [lines[1]!["id"], first.id, "contribution"],
  ]);
  const { status, body } = await press(offered.lines, "one-press");
  expect(status).toBe(200);
  expect([body.recorded.length, body.refused, body.total]).toEqual([4, [], 4_000]);
  expect(body.detail).toBe(
    "4 lines are recorded, KES 4,000.00. They wait for the Treasurer and the Sec-Gen.",
  );
  const months = body.recorded
    .filter(({ payment }: Json) => payment.member.id === first.id)
    .map(({ payment }: Json) => payment.contribution_month);
  const [begins] = months;
  const after = (by: number) =>
    `2026-${String(Number(begins.slice(5, 7)) + by).padStart(2, "0")}-01`;
  expect(months).toEqual([begins, after(1), after(2)]);
  // The same press again records nothing more; another one is refused.
  expect((await press(offered.lines, "one-press")).body).toEqual(body);
  const again = await press(offered.lines);
  expect([again.body.recorded, again.body.refused.length]).toEqual([[], 4]);
  expect((await ask("GET", ALL)).lines).toEqual([]);
  // The other office still approves each, with the line as its evidence.
  const waiting = (await ask("GET", LIST, undefined, books.secGen)).pending_approvals;
  expect(waiting.map(({ evidence }: Json) => evidence.state)).toEqual(Array(4).fill("confirmed"));
  for (const by of [books.treasurer, books.secGen]) {
    const many = await ask(
      "POST",
      "/api/approvals/many/",
      {
        kind: "contribution",
        action: "approved",
        items: waiting.map(({ contribution_id: id, amount_paid }: Json) => ({
          id,
          amount_seen: amount_paid,
        })),
      },
      by,
    );
    expect(many.approved).toHaveLength(4);
  }
  expect((await ask("GET", LIST, undefined, books.secGen)).pending_approvals).toEqual([]);
  expect(third.id).toBeGreaterThan(second.id);
});

test("one that is not clear, has another amount, or cannot be paid is refused, and the others stand", async () => {
  const lines = await linesOf([
    { kes: 1_000, typed: "R/005" },
    { kes: 1_000, typed: "R/006" },
    { kes: 1_000, typed: "R/006 loan" },
    { kes: 1_000, typed: "somebody" },
  ]);
  const offered = (await ask("GET", ALL)).lines;
  expect(offered.map(({ id }: Json) => id)).toEqual([lines[0]!["id"], lines[1]!["id"]]);
  const { body } = await press([
    { id: lines[0]!["id"], amount: 999 },
    lines[1]!,
    lines[3]!,
    { id: 999_999, amount: 5 },
  ]);
  expect(body.recorded.map(({ line_id }: Json) => line_id)).toEqual([lines[1]!["id"]]);
  expect(new Set(body.refused.map(({ id }: Json) => id))).toEqual(
    new Set([lines[0]!["id"], lines[3]!["id"], 999_999]),
  );
  expect((await press([lines[0]!])).body.recorded).toHaveLength(1);
  const none = await group.api("POST", ALL, { token: books.treasurer.token, body: { items: [] } });
  expect(none.status).toBe(400);
  const byChair = await group.api("POST", ALL, {
    token: books.chairperson.token,
    body: { items: [{ id: lines[1]!["id"], amount_seen: 1_000 }] },
  });
  expect(byChair.status).toBe(403);
});

test("two offices that press at the same moment record each line once", async () => {
  const lines = await linesOf(
    Array.from({ length: 8 }, (_, index) => ({ kes: 1_000, typed: index % 2 ? "R/005" : "R/006" })),
  );
  const items = lines.map(({ id, amount }) => ({ id, amount_seen: amount }));
  // Who waits too long for the other is answered 503, and sends it again.
  const send = async (by: TestMember, sent: Json[]): Promise<{ status: number; body: Json }> => {
    const answer = await group.api("POST", ALL, { token: by.token, body: { items: sent } });
    return answer.status === 503 ? send(by, sent) : answer;
  };
  const both = await Promise.all([
    send(books.treasurer, items),
    send(books.secGen, items.toReversed()),
  ]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both.reduce((sum, { body }) => sum + body.recorded.length, 0)).toBe(8);
  const { count } = await group.db
    .selectFrom("statement_matches")
    .select(({ fn }) => fn.countAll().as("count"))
    .where(
      "line_id",
      "in",
      lines.map(({ id }) => id),
    )
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(8);
});

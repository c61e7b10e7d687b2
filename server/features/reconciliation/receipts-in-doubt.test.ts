// What a reconciliation says of receipts on two lines, payments that two members claim and lines set aside (STAT-60, STAT-62).
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bookkeeping, closeSoundly, startFoundedGroup } from "#tests/support/founded-group.ts";
import { readPdf } from "#tests/support/pdf-files.ts";
import { paidIn, paybillStatement, uploadStatement } from "#tests/support/statements.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const PATH = "/api/reconciliation/";
const DAY = "2026-03-03";

let group: TestGroup;
let books: Bookkeeping;
let jane: TestMember;
let mary: TestMember;

const ask = (by: TestMember, method: string, path: string, body?: unknown, language = "en") =>
  group.api(method, path, {
    token: by.token,
    headers: { "Accept-Language": language },
    ...(body === undefined ? {} : { body }),
  });
const read = async (by: TestMember, language = "en"): Promise<Json> =>
  (await ask(by, "GET", `${PATH}?date=${DAY}`, undefined, language)).body;
const print = async (by: TestMember) => {
  const answer = await fetch(`${group.url}${PATH}pdf/?date=${DAY}`, {
    headers: { Authorization: `Bearer ${by.token}` },
  });
  const { texts } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
  return texts.join(" ").replaceAll(/\s+/g, " ");
};
const claim = async (by: TestMember) =>
  (
    await ask(by, "POST", "/api/finances/monthly-contribution/", {
      amount_paid: 700,
      contribution_month: "2026-03-01",
      payment_date: DAY,
      payment_Reference_Code: "UC3A000001",
    })
  ).body.contribution.contribution_id;

async function addAccount(name: string, receipts: readonly string[]): Promise<void> {
  const kind = name === "Till" ? "mpesa_till" : "mpesa_paybill";
  const { body } = await ask(books.treasurer, "POST", "/api/statements/accounts/", { name, kind });
  const movements = receipts.map((code) => paidIn(code, `${DAY} 09:00:00`, 700, "R/004"));
  const answer = await uploadStatement(group, {
    token: books.treasurer.token,
    file: paybillStatement({ opening: 0n, from: DAY, to: DAY, movements }),
    fields: { account_id: String(body.account.id) },
  });
  expect(answer.status).toBe(201);
}

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  const member = (RegNo: string, first_name: string, last_name: string) =>
    group.activeMember(books.chairperson, { RegNo, first_name, last_name });
  jane = await member("R/004", "Jane", "Doe");
  mary = await member("R/005", "Mary", "Atieno");
  await claim(mary);
  await addAccount("Paybill", ["UC3A000001", "UC3A000002"]);
  await addAccount("Till", ["UC3A000002"]);
  await claim(jane);
});
afterAll(() => closeSoundly(group));

const contest =
  "Mary Atieno (R/005) and Jane Doe (R/004) both claim payment UC3A000001, KES 700.00: the statement names Jane Doe (R/004)";
test("officials read each of them, members how many there are, in both languages and on the PDF", async () => {
  const counts = [
    "2 lines have receipts that are on another line too",
    "1 payment is claimed by two members, of whom the statement names one",
  ];
  const official = await read(books.secGen);
  expect(official.receipts_in_doubt).toEqual([
    expect.stringMatching(/^Receipt UC3A000002 is on two lines: KES 700\.00 of 03 Mar 2026 on /),
    contest,
  ]);
  const member = await read(mary);
  expect(member).not.toHaveProperty("receipts_in_doubt");
  for (const { unexplained } of [official, member])
    expect(unexplained).toEqual(expect.arrayContaining(counts));
  expect((await read(mary, "sw")).unexplained).toEqual(
    expect.arrayContaining([expect.stringContaining("Malipo 1 yanadaiwa na wanachama wawili")]),
  );
  expect(await print(books.treasurer)).toContain("both claim payment UC3A000001");
  expect(await print(mary)).not.toContain("Jane Doe");
  expect(await print(mary)).toContain("claimed by two members");
});

test("a line that an office set aside is read with the reason, and a decided contest no longer", async () => {
  const { body } = await ask(books.secGen, "GET", "/api/statements/lines/?search=UC3A000002");
  const till = body.lines.find(({ account_id }: Json) => account_id === 2);
  await ask(books.treasurer, "POST", `/api/statements/lines/${till.id}/set-aside/`, {
    reason: "Exported twice",
  });
  const { receipts_in_doubt: doubts } = await read(books.secGen);
  expect(doubts).toEqual([
    contest,
    expect.stringMatching(
      /\(Treasurer\) set the line UC3A000002 of 03 Mar 2026 on Till, KES 700\.00, aside: Exported twice$/,
    ),
  ]);
  const list = "/api/finances/monthly-contribution-approval/";
  const [newest] = (await ask(books.secGen, "GET", list)).body.pending_approvals;
  await ask(books.secGen, "POST", `${list}${newest.contribution_id}/`, {
    action: "rejected",
    reject_reason: "Asked both",
  });
  expect((await read(books.secGen)).receipts_in_doubt).toHaveLength(1);
  expect(JSON.stringify((await read(mary)).unexplained)).not.toContain("two members");
});

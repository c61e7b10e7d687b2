// Names of real people, all the way: they join and move in with the name that they write, and the bank's line, each
// search, the reports, the exports and the mails have it, whichever of its forms somebody types.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { memberHeadings, sendSheet } from "#tests/support/opening-sheets.ts";
import { readPdf } from "#tests/support/pdf-files.ts";
import { bytesOf, csvOf } from "#tests/support/statement-files.ts";
import { uploadStatement } from "#tests/support/statements.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

/** First and last name; how a bank prints them; and another way to type them. */
const names = [
  ["Ng’ang’a", "Wainaina", "NGANGA WAINAINA", "ng'ang'a wai"],
  ["Ngʼendo", "Mbugua", "NG'ENDO MBUGUA", "ngendo"],
  ["Mang‘era", "Nyaboke", "MANGERA NYABOKE", "mang`era"],
  ["Kang`ethe", "Gicheru", "KANG'ETHE GICHERU", "kang’ethe"],
  ["Wanjiru\u0303", "Mu\u0303mbi", "WANJIRU MUMBI", "wanjirũ mũ"],
  ["Jose\u0301", "Ouma", "JOSE OUMA", "josé o"],
  ["J.K.", "Otieno", "J K OTIENO", "j.k. ot"],
  ["J.M.", "Kirui", "JM KIRUI", "jm kir"],
  ["PQ", "Mutiso", "P.Q. MUTISO", "p.q. mut"],
  ["Akinyi", "O.Okoth", "AKINYI O OKOTH", "o.okoth"],
  ["N'Golo", "Kante", "NGOLO KANTE", "n’golo"],
  ["Zawadi", "Ö", "ZAWADI O", "zawadi ö"],
] as const;

type Row = (typeof names)[number];
const written = ([first, last]: Row) => `${first} ${last}`.normalize("NFC");

let group: TestGroup;
let books: Bookkeeping;
const members: TestMember[] = [];
let lines: Json[];

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  for (const [first_name, last_name] of names)
    members.push(await group.activeMember(books.chairperson, { first_name, last_name }));
  for (const member of members) await books.contribute(member, 1_000);
  const { account } = await ask("POST", "/api/statements/accounts/", {
    name: "Paybill",
    kind: "mpesa_paybill",
    number: "600123",
  });
  const { monthly_contribution: monthly } = await ask("GET", "/api/group/settings/");
  const heading =
    "Receipt No,Completion Time,Details,Transaction Status,Paid In (KSHs),Withdrawn (KSHs),Balance (KSHs)";
  const rows = names.map(([, , printed], index) => [
    `UC000000${10 + index}`,
    `05/03/2026 09:${10 + index}:00`,
    `Pay Bill from 25470****111 - ${printed} Acc. `,
    "Completed",
    String(monthly),
    "0.00",
    String(monthly * (index + 1)),
  ]);
  const { status, body } = await uploadStatement(group, {
    token: books.treasurer.token,
    file: bytesOf(csvOf([heading.split(","), ...rows])),
    fields: { account_id: String(account.id) },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  ({ lines } = await ask(
    "GET",
    `/api/statements/lines/?page=1&page_size=100&account_id=${account.id}`,
  ));
});
afterAll(() => group.close());

async function ask(method: string, path: string, body?: Json): Promise<Json> {
  const { token } = books.treasurer;
  const answer = await group.api(method, path, { token, ...(body && { body }) });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const search = (path: string, typed: string) =>
  ask("GET", `${path}?page=1&page_size=100&search=${encodeURIComponent(typed)}`);

describe.each(names.map((row, index) => ({ row, index, name: written(row) })))(
  "$name",
  ({ row, index, name }) => {
    const spellings = [name, row[2], row[3], name.normalize("NFD")];
    // A line has the words that the bank prints: initials that it prints apart are not found together.
    const ofLine = spellings.filter(
      (each) => !/^\p{Lu}{2} /u.test(each) || row[2].startsWith(each.slice(0, 2)),
    );

    test("is who the bank's line names", () => {
      const line = lines.find(({ reference }) => reference === `UC000000${10 + index}`);
      expect(line.suggestions.map(({ member }: Json) => member?.id)).toEqual([members[index]!.id]);
    });

    test.each(spellings)("is found among members and entries as %s", async (each) => {
      const { users } = await search("/api/user/get_users", each);
      expect(users.map(({ id }: Json) => id)).toEqual([members[index]!.id]);
      const { entries } = await search("/api/accounting/entries/", each);
      expect(entries.length).toBeGreaterThan(0);
    });

    test.each(ofLine)("is found among the bank's lines as %s", async (each) => {
      const found = await search("/api/statements/lines/", each);
      expect(found.lines.map(({ reference }: Json) => reference)).toContain(
        `UC000000${10 + index}`,
      );
    });

    test("is printed, exported and mailed as it is written", async () => {
      const headers = { Authorization: `Bearer ${members[index]!.token}` };
      const pdf = await fetch(`${group.url}/api/finances/statement/pdf/`, { headers });
      const { texts } = await readPdf(new Uint8Array(await pdf.arrayBuffer()));
      expect(texts.join(" ").normalize("NFC")).toContain(name);
      const csv = await fetch(`${group.url}/api/accounting/export/?format=csv&what=members`, {
        headers: { Authorization: `Bearer ${books.treasurer.token}` },
      });
      expect(await csv.text()).toContain(`,${row[0]},${row[1]},`.normalize("NFC"));
      const mails = await group.mailbox(members[index]!.email);
      expect(mails.map(({ body }) => body).join("\n")).toContain(row[0].normalize("NFC"));
    });
  },
);

test("a sheet of the book takes each of them", async () => {
  const rows = names.map(([first, last], index) => [
    `B-${index}`,
    first,
    last,
    null,
    null,
    "2024-01-15",
    "Active",
    1_000,
    "2026-02",
    null,
    null,
  ]);
  const other = await startFoundedGroup();
  const { status, body } = await sendSheet(other.group, {
    token: other.books.treasurer.token,
    parts: [
      {
        name: "members.csv",
        content: csvOf([
          memberHeadings,
          ...rows.map((row) => row.map((cell) => String(cell ?? ""))),
        ]),
      },
    ],
    fields: { date: "2026-02-28" },
  });
  await other.group.close();
  expect(status).toBe(200);
  // The sheet has no balances; about its names there is nothing to mend.
  expect(body.rows.map(({ column }: Json) => column)).not.toContainEqual(
    expect.stringMatching(/name/i),
  );
});

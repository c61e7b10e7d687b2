// The sheet that brings a group's books over, as a Treasurer uploads it: workbooks and csv over HTTP.
import { csvOf } from "./statement-files.ts";
import { holdToContract } from "./hold-answer.ts";
import type { Answer, TestGroup } from "./test-group.ts";
import { xlsxOf, type Value } from "./workbooks.ts";

export type Sheets = Record<string, Value[][]>;

export const memberHeadings = [
  "RegNo*",
  "First name*",
  "Last name*",
  "Phone",
  "Email",
  "Joined on*",
  "Status*",
  "Savings to date*",
  "Paid up to month*",
  "Last paid on",
  "Unpaid fines",
];
export const loanHeadings = [
  "RegNo*",
  "Loan type*",
  "Amount*",
  "Interest*",
  "Paid so far*",
  "Given on*",
  "Due on*",
];

/** A group of three that balances on 28 Feb 2026; amounts in KES. */
export const threeMembers: Sheets = {
  Members: [
    memberHeadings,
    [
      "B-1",
      "Asha",
      "Otieno",
      "0711000001",
      "asha@book.example",
      "2024-01-15",
      "Active",
      42_000,
      "2026-02",
      "2026-02-05",
      500,
    ],
    [
      "B-2",
      "Baraka",
      "Mutua",
      "0711000002",
      null,
      "2025-03-15",
      "Active",
      10_000,
      "2026-01",
      null,
      null,
    ],
    ["B-3", "Chebet", "Rono", null, null, "2025-06-01", "Dormant", 8_000, "2025-12", null, 0],
  ],
  Loans: [loanHeadings, ["B-1", "Normal loan", 10_000, 1_000, 5_500, "2025-10-10", "2026-10-10"]],
  Group: [
    ["Account*", "Balance*"],
    ["Bank", 51_000],
    ["Investments", 8_000],
    ["Ordinary shares", 3_000],
    ["Retained earnings", 7_000],
  ],
  "Fixed deposits": [
    ["Description*", "Amount*", "Placed on", "Matures on"],
    ["91 days at the bank", 5_000, "2026-01-05", "2026-04-06"],
  ],
};

/** This many members who balance, each with savings and every fifth with a loan. */
export function manyMembers(count: number): Sheets {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const borrowers = numbers.filter((number) => number % 5 === 0);
  return {
    Members: [
      memberHeadings,
      ...numbers.map((number) => [
        `M${number}`,
        "Amina",
        `Wanjiru ${number}`,
        `07${String(20_000_000 + number)}`,
        `m${number}@book.example`,
        "2024-01-15",
        "Active",
        12_000,
        "2026-02",
        "2026-02-05",
        0,
      ]),
    ],
    Loans: [
      loanHeadings,
      ...borrowers.map((number) => [
        `M${number}`,
        "Normal loan",
        10_000,
        1_000,
        0,
        "2026-01-10",
        "2027-01-10",
      ]),
    ],
    Group: [
      ["Account*", "Balance*"],
      ["Bank", 12_000 * count - 10_000 * borrowers.length],
      ["Retained earnings", 1_000 * borrowers.length],
    ],
  };
}

export const workbookParts = (sheets: Sheets): Part[] => [
  { name: "book.xlsx", content: xlsxOf(sheets) },
];

/** One csv for each sheet. */
export const csvParts = (sheets: Sheets): Part[] =>
  Object.entries(sheets).map(([name, rows]) => ({
    name: `${name}.csv`,
    content: csvOf(rows.map((row) => row.map((value) => (value === null ? "" : String(value))))),
  }));

export type Part = { name: string; content: string | Uint8Array };

/** Sends the parts, each named `file`, with the other parts of the form. */
export async function sendSheet(
  group: Pick<TestGroup, "url">,
  params: {
    token: string;
    parts: readonly Part[];
    path?: string;
    fields?: Record<string, string>;
    language?: string;
    key?: string;
  },
): Promise<Answer> {
  const {
    token,
    parts,
    path = "/api/opening/rehearse/",
    fields = {},
    language = "en",
    key,
  } = params;
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  for (const { name, content } of parts)
    form.append(
      "file",
      new Blob([typeof content === "string" ? content : new Uint8Array(content)]),
      name,
    );
  const response = await fetch(group.url + path, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Accept-Language": language,
      ...(key === undefined ? {} : { "Idempotency-Key": key }),
    },
    body: form,
  });
  const answer = {
    status: response.status,
    body: await response.json(),
    headers: response.headers,
  };
  holdToContract({ method: "POST", path, ...answer });
  return answer;
}

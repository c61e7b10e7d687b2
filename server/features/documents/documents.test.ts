import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatAmount } from "#domain/money.ts";
import { writeFingerprint } from "#domain/proofs/fingerprint.ts";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { readPdf, type PdfPages } from "#tests/support/pdf-files.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const SHEET = "/api/accounting/get_balance_sheet/";
const TRIAL = "/api/accounting/get_trial_balance/";
const PROFIT = "/api/accounting/get_profit&loss/";
const STATEMENT = "/api/finances/statement/pdf/";
const PERIOD = "?start_date=2026-1-1&end_date=2026-12-31";
const NAME = "Mũthoni Ng'ĩnda";

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;
let pending: TestMember;
let loanId: number;

// Months of contributions of a member with Kikuyu letters in her name; a loan, half repaid, and fines.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  const { chairperson, treasurer } = books;
  await group.api("POST", "/api/group/settings/", {
    token: chairperson.token,
    body: { group_name: "Kĩbũi cha Akiba" },
  });
  member = await group.activeMember(chairperson, {
    first_name: "Mũthoni",
    last_name: "Ng'ĩnda",
    username: "muthoni",
  });
  pending = await group.pendingMember();
  for (let month = 0; month < 45; month += 1) await books.contribute(member, 1_000 + month);
  loanId = await books.lend(member, 30_000.05);
  await books.repay(member, loanId, 10_000);
  await books.repay(member, loanId, 0.55);
  await books.submitRepayment(member, loanId, 77);
  await books.fine(member, 300);
  await group.api("POST", "/api/accounting/create_ledger_entry/", {
    token: treasurer.token,
    body: { type: "expense", category: "server_expense", amount: 4_000, description: "Server" },
  });
  await sealAudit(group.db);
});
afterAll(() => group.close());

async function fetchPdf(path: string, by = member, language = "en"): Promise<Response> {
  const headers = { Authorization: `Bearer ${by.token}`, "Accept-Language": language };
  return fetch(group.url + path, { headers });
}

async function printed(path: string, by?: TestMember, language?: string): Promise<PdfPages> {
  const answer = await fetchPdf(path, by, language);
  expect([path, answer.status]).toEqual([path, 200]);
  return readPdf(new Uint8Array(await answer.arrayBuffer()));
}

const json = async (path: string, by: TestMember = member): Promise<Json> =>
  (await group.api("GET", path, { token: by.token })).body;

/** As reports write an amount: in parentheses below zero. */
function figure(kes: number): string {
  const text = formatAmount(BigInt(Math.round(Math.abs(kes) * 100)));
  return kes < 0 ? `(${text})` : text;
}

/** The figures in the row that starts with a name. */
function figuresOf(text: string, name: string): string[] {
  const line = text.split("\n").find((each) => each.trim().startsWith(name));
  return [...(line ?? "").matchAll(/\(?\d[\d,]*\.\d\d\)?/g)].map(([found]) => found);
}

const reports = () => [
  `${SHEET}pdf/`,
  `${TRIAL}pdf/`,
  `${PROFIT}pdf/${PERIOD}`,
  STATEMENT,
  `/api/finances/get-create-user-loans/${loanId}/pdf/`,
  `/api/user/${member.id}/summary/pdf/`,
];

const refusalOf = async (path: string, by: TestMember) => {
  const answer = await fetchPdf(path, by);
  expect(answer.headers.get("content-type")).toContain("json");
  return answer.status;
};

describe("every report", () => {
  test("is a tagged A4 PDF with the group, the date, its pages and the log on each of them", async () => {
    const head = await json("/api/audit/head/");
    expect(head.entries).toBeGreaterThan(100);
    expect(head.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    for (const path of reports()) {
      const { texts, pictures, about } = await printed(path);
      expect(about).toMatchObject({
        Author: "Kĩbũi cha Akiba",
        Tagged: "yes",
        "Page size": expect.stringContaining("A4"),
        Pages: String(texts.length),
      });
      expect(about["Title"]).toMatch(/2026/);
      expect(pictures).toHaveLength(texts.length);
      for (const [index, text] of texts.entries()) {
        expect(text).toContain("Kĩbũi cha Akiba");
        expect(text).toContain(`Page ${index + 1} of ${texts.length}`);
        expect(text).toContain("Printed on 16 Mar 2026 at 09:00");
        expect(text.replaceAll(",", "")).toContain(
          `Log: ${head.entries} entries fingerprint ${writeFingerprint(head.fingerprint)}`,
        );
        expect(text).toContain("Check it at localhost:3000/check");
        // A4 at 50 pixels to the inch: not empty and not black.
        const { width, height, inked } = pictures[index]!;
        expect([width, height]).toEqual([414, 585]);
        expect(inked).toBeGreaterThan(0.002);
        expect(inked).toBeLessThan(0.2);
      }
    }
  });

  test("has a file name that says what it is", async () => {
    const names = await Promise.all(
      reports().map(async (path) => {
        const { headers } = await fetchPdf(path);
        expect(headers.get("content-type")).toBe("application/pdf");
        expect(headers.get("cache-control")).toBe("no-store");
        return /^attachment; filename="(.*)"$/.exec(headers.get("content-disposition") ?? "")?.[1];
      }),
    );
    expect(names).toEqual([
      "kibui-cha-akiba-balance-sheet-2026-03-16.pdf",
      "kibui-cha-akiba-trial-balance-2026-03-16.pdf",
      "kibui-cha-akiba-profit-and-loss-2026-01-01-to-2026-12-31.pdf",
      "kibui-cha-akiba-statement-muthoni-ng-inda-2026-03-16.pdf",
      "kibui-cha-akiba-loan-statement-muthoni-ng-inda-normal-loan-1-2026-03-16.pdf",
      "kibui-cha-akiba-financial-summary-muthoni-ng-inda-2026-03-16.pdf",
    ]);
  });
});

const inSwahili = async (path: string) => {
  const { texts, about } = await printed(path, member, "sw");
  return { text: texts.join("\n"), pages: texts.length, about };
};

const allFigures = (text: string) => text.match(/\d[\d,]*\.\d\d/g);

describe("reports in Swahili", () => {
  test("have no English word but what members wrote, and the figures of the English ones", async () => {
    const wrote = /Kĩbũi cha Akiba|Late to the meeting|Equity Bank|SERVER-?\d*|KES|PDF/g;
    const english =
      /\b(the|of|and|as|on|to|in|is|for|not|yet|with|from|page|total|amount|date|loan|fine|bank|statement|balance|paid|due|interest|member|contributions?|entries|status|active|approved|pending|march|jan|none)\b/i;
    for (const path of reports()) {
      const { text } = await inSwahili(path);
      const left = text.replaceAll(wrote, "").replaceAll(/[0-9a-f]{64}/g, "");
      const lines = left
        .split("\n")
        .filter((line) => english.test(line.replaceAll(/\b\d\d Jan\b/g, "")));
      expect([path, lines]).toEqual([path, []]);
      const plain = (await printed(path)).texts.join("\n");
      expect(allFigures(text)).toEqual(allFigures(plain));
    }
  });

  test("say the months, the accounts, the statuses and the pages in Swahili, in a file that says so", async () => {
    const sheet = await inSwahili(`${SHEET}pdf/?date=2026-3-16`);
    expect(sheet.text).toContain("Mizania");
    expect(sheet.text).toContain("Kufikia 16 Mac 2026");
    expect(sheet.text).toContain("Michango ya wanachama");
    expect(sheet.text).toContain("Equity Bank");
    expect(sheet.text).toContain("Imechapishwa 16 Mac 2026, 09:00 (Nairobi)");
    expect(sheet.about["Title"]).toBe("Mizania, Kufikia 16 Mac 2026");
    const statement = await inSwahili(STATEMENT);
    expect(statement.text).toContain(`Taarifa ya ${NAME}`);
    expect(statement.text).toContain("Tangu mwanzo hadi 16 Mac 2026");
    expect(statement.text).toContain("Mchango wa Machi 2026");
    const summary = await printed(`/api/user/${member.id}/summary/pdf/`, books.secGen, "sw");
    expect(summary.texts.join("\n")).toContain("Imeidhinishwa");
    expect(statement.text).toContain(`Ukurasa 2 kati ya ${statement.pages}`);
    const file = await fetchPdf(`/api/finances/get-create-user-loans/${loanId}/pdf/`, member, "sw");
    expect(file.headers.get("content-disposition")).toContain(
      "kibui-cha-akiba-taarifa-ya-mkopo-muthoni-ng-inda-mkopo-wa-kawaida-1-2026-03-16.pdf",
    );
    const bytes = Buffer.from(await file.arrayBuffer()).toString("latin1");
    expect(bytes).toContain("/Lang (sw-KE)");
    const plain = await (await fetchPdf(STATEMENT)).arrayBuffer();
    expect(Buffer.from(plain).toString("latin1")).toContain("/Lang (en-KE)");
  });
});

describe("the reports on report", () => {
  test("the trial balance has every row of the answer, and its two sides are equal", async () => {
    const { trial_balance: rows } = await json(TRIAL);
    const [text = ""] = (await printed(`${TRIAL}pdf/`)).texts;
    const printedRows = text
      .split("\n")
      .filter((line) => !line.startsWith("Total"))
      .flatMap((line) => /^(.+?) {2,}(\(?[\d,]+\.\d\d\)?)$/.exec(line.trimEnd())?.[2] ?? []);
    expect(printedRows).toEqual(
      rows.map((row: Json) => figure(row.debit_amount || row.credit_amount)),
    );
    const [debit, credit] = figuresOf(text, "Total");
    expect(debit).toBe(figure(rows.reduce((sum: number, row: Json) => sum + row.debit_amount, 0)));
    expect(credit).toBe(debit);
  });

  test("the balance sheet reverses the signs of liabilities and equities, and balances", async () => {
    const { balance_sheet: sheet } = await json(SHEET);
    const [text = ""] = (await printed(`${SHEET}pdf/`)).texts;
    expect(figuresOf(text, "Equity Bank")).toEqual([figure(sheet.assets.bank)]);
    expect(figuresOf(text, "Members' contributions")).toEqual([
      figure(-sheet.liabilities.monthly_contribution),
    ]);
    // More was spent than earned.
    expect(sheet.equities.retained_earnings).toBeGreaterThan(0);
    expect(figuresOf(text, "Retained earnings")).toEqual([
      figure(-sheet.equities.retained_earnings),
    ]);
    expect(figuresOf(text, "Retained earnings")[0]).toMatch(/^\(/);
    expect(figuresOf(text, "Total Assets")).toEqual([figure(sheet.total_assets)]);
    expect(figuresOf(text, "Total Liabilities")).toEqual([figure(-sheet.total_liabilities)]);
    expect(figuresOf(text, "Total Equities")).toEqual([figure(-sheet.total_equities)]);
    expect(figuresOf(text, "Difference")).toEqual(["0.00"]);
    const before = await printed(`${SHEET}pdf/?date=2026-1-1`);
    expect(before.texts[0]).toContain("As on 01 Jan 2026");
    expect(figuresOf(before.texts[0] ?? "", "Total Assets")).toEqual(["0.00"]);
  });

  test("both say why their retained earnings differ: what is in the account, and what is not yet closed", async () => {
    const { balance_sheet: sheet } = await json(SHEET);
    const retained = figure(-sheet.equities.retained_earnings);
    const [sheetText = ""] = (await printed(`${SHEET}pdf/`)).texts;
    expect(sheetText).toContain(`In the account 0.00, not yet closed ${retained}`);
    const [trialText = ""] = (await printed(`${TRIAL}pdf/`)).texts;
    expect(trialText.replaceAll(/\s+/g, " ")).toContain(
      `The balance sheet shows retained earnings of ${retained}: the account 0.00, and ${retained} of revenues, expenses and dividends not yet closed.`,
    );
    const oneReport = await inSwahili(`${SHEET}pdf/`);
    expect(oneReport.text).toContain(`Kwenye akaunti 0.00, bado haijafungwa ${retained}`);
    // Before anything is earned the two agree, and nothing needs explaining.
    for (const path of [SHEET, TRIAL]) {
      const [before = ""] = (await printed(`${path}pdf/?date=2026-1-1`)).texts;
      expect(before).not.toContain("not yet closed");
    }
  });

  test("profit and loss is beside that of the year before", async () => {
    const { profit_and_loss: figures } = await json(PROFIT + PERIOD);
    const [text = ""] = (await printed(`${PROFIT}pdf/${PERIOD}`)).texts;
    expect(text).toContain("01 Jan 2026 to 31 Dec 2026");
    expect(figuresOf(text, "Total Revenue")).toEqual([
      figure(figures.current_year_total_revenue),
      "0.00",
    ]);
    expect(figuresOf(text, "Net Profit/Loss")).toEqual([
      figure(figures.current_year_net_profit_or_loss),
      "0.00",
    ]);
    for (const row of figures.current_year_revenues) expect(text).toContain(figure(row.balance));
  });
});

describe("a member's reports", () => {
  test("the statement has every transaction, and its table's head again on each page", async () => {
    const { transactions } = await json("/api/finances/transactions/");
    const { texts } = await printed(STATEMENT);
    expect(transactions.length).toBeGreaterThan(48);
    expect(texts.length).toBeGreaterThan(1);
    expect(texts[0]).toContain(`Statement of ${NAME}`);
    for (const text of texts.slice(0, 2))
      expect(text).toMatch(
        /Date +Description +Reference +In \(KES\) +Out \(KES\) +Balance \(KES\)/,
      );
    const lines = texts.join("\n").split("\n");
    const found = lines.flatMap(
      (line) => /^\d\d \w{3} \d{4} .* ([\d,]+\.\d\d)$/.exec(line)?.[1] ?? [],
    );
    expect(found).toEqual(transactions.map((row: Json) => figure(row.balance)));
    const references = transactions.flatMap((row: Json) => row.payment_Reference_Code ?? []);
    for (const reference of references) expect(texts.join("\n")).toContain(reference);
    expect(figuresOf(texts.at(-1) ?? "", "Contributions")).toEqual(["45,990.00"]);
  });

  test("the statement of a period or a kind has no other rows", async () => {
    const [none = ""] = (await printed(`${STATEMENT}?start_date=2026-1-1&end_date=2026-1-31`))
      .texts;
    expect(none).toContain("01 Jan 2026 to 31 Jan 2026");
    expect(none).toContain("Nothing yet.");
    const [fines = ""] = (await printed(`${STATEMENT}?kind=fine`)).texts;
    expect(fines).toContain("Late to the meeting");
    expect(fines).not.toContain("Contribution for");
  });

  test("the loan statement divides each repayment and ends at the loan's balance", async () => {
    const loan = (await json("/api/finances/get-create-user-loans/")).loans[0];
    const [text = ""] = (await printed(`/api/finances/get-create-user-loans/${loanId}/pdf/`)).texts;
    expect(text).toContain("Statement of Normal Loan 1");
    expect(text).toContain(NAME);
    const rows = text
      .split("\n")
      .filter(
        (line) =>
          (line.startsWith("16 Mar 2026") && line.includes("epa")) || line.includes("Paid out, "),
      )
      .map((line) => figuresOf(line, "16 Mar 2026"));
    expect(rows).toEqual([
      ["30,000.05", "3,000.01", "33,000.06", "33,000.06"],
      ["(9,090.91)", "(909.09)", "(10,000.00)", "23,000.06"],
      ["(0.50)", "(0.05)", "(0.55)", "22,999.51"],
    ]);
    const left = figuresOf(text, "Left to repay");
    expect(left.at(-1)).toBe(figure(loan.current_balance));
    expect(left).toEqual(["20,908.64", "2,090.87", "22,999.51", "22,999.51"]);
    expect(text).toMatch(/Waiting for approval, not yet counted[\s\S]* 77\.00/);
  });

  test("the summary has the account value, loans, fines and contributions of the answers", async () => {
    const user = await json("/api/user/get_user_data");
    const { texts } = await printed(`/api/user/${member.id}/summary/pdf/`, books.secGen);
    const text = texts.join("\n");
    expect(figuresOf(text, "Contributions held")).toEqual([figure(user.total_contributions)]);
    expect(figuresOf(text, "Owed on loans")).toEqual([figure(user.loans[0].current_balance)]);
    expect(text).toMatch(/Late to the meeting +300\.00 +300\.00/);
    expect(text.match(/Contribution for March 2026/g)).toHaveLength(45);
  });

  test("the loan of a member who left owing shows what was settled, and what was recovered since", async () => {
    const leaver = await books.member();
    await books.contribute(leaver, 3_000);
    const id = await books.lend(leaver, 9_000);
    const official = books.secGen;
    const preview = await json(`/api/accounting/settlement_preview/?member=${leaver.id}`, official);
    const post = async (path: string, body: unknown) =>
      expect(
        (await group.api("POST", `/api/accounting/${path}/`, { token: official.token, body }))
          .status,
      ).toBe(200);
    await post("exit_member", { member_id: leaver.id, ...preview });
    await post("baddebts/recover", { member_id: leaver.id, recovered_amount: 1_100 });
    const path = `/api/finances/get-create-user-loans/${id}/pdf/`;
    const [text = ""] = (await printed(path, official)).texts;
    expect(text).toContain("Settled on leaving");
    expect(text).toContain("Recovered as a bad debt");
    const { users } = await json("/api/user/get_users", official);
    const owed = users.find((user: Json) => user.id === leaver.id).bad_debt_outstanding;
    expect(owed).toBeGreaterThan(1_000);
    expect(figuresOf(text, "Left to repay").slice(2)).toEqual([figure(owed), figure(owed)]);
  });
});

describe("reports are for whom the figures are for", () => {
  test("nobody who is not signed in", async () => {
    for (const path of [`${SHEET}pdf/`, STATEMENT, `/api/user/${member.id}/summary/pdf/`])
      expect((await fetch(group.url + path)).status).toBe(401);
  });

  test("a member who waits for approval has their own reports, but not the group's", async () => {
    for (const path of [
      `${SHEET}pdf/`,
      `${TRIAL}pdf/`,
      `${PROFIT}pdf/${PERIOD}`,
      "/api/audit/head/",
    ])
      expect([path, await refusalOf(path, pending)]).toEqual([path, 403]);
    expect((await printed(STATEMENT, pending)).texts[0]).toContain("Nothing yet.");
    const [own = ""] = (await printed(`/api/user/${pending.id}/summary/pdf/`, pending)).texts;
    expect(own).not.toContain("in the interest");
  });

  test("another member's are for officials; an application and nobody's id are not found", async () => {
    const other = await books.member();
    const loan = `/api/finances/get-create-user-loans/${loanId}/pdf/`;
    expect(await refusalOf(`${STATEMENT}?member=${member.id}`, other)).toBe(403);
    expect(await refusalOf(`/api/user/${member.id}/summary/pdf/`, other)).toBe(403);
    expect(await refusalOf(loan, other)).toBe(404);
    for (const path of [`${STATEMENT}?member=${member.id}`, loan])
      expect([path, (await fetchPdf(path, books.chairperson)).status]).toEqual([path, 200]);
    await books.contribute(other, 1_000);
    const applied = await books.applyForLoan(other, 500);
    for (const path of [
      `/api/finances/get-create-user-loans/${applied}/pdf/`,
      "/api/finances/get-create-user-loans/99999/pdf/",
      "/api/user/99999/summary/pdf/",
      `${STATEMENT}?member=99999`,
    ])
      expect([path, await refusalOf(path, books.treasurer)]).toEqual([path, 404]);
  });

  test("dates that are impossible or in the wrong order are refused as in the answers", async () => {
    for (const path of [
      `${SHEET}pdf/?date=2026-2-30`,
      `${PROFIT}pdf/`,
      `${PROFIT}pdf/?start_date=2026-2-2&end_date=2026-2-1`,
      `${STATEMENT}?start_date=2026-2-2&end_date=2026-2-1`,
      `${STATEMENT}?kind=gift`,
    ])
      expect([path, await refusalOf(path, member)]).toEqual([path, 400]);
  });
});

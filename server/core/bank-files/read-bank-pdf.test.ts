import { describe, expect, it } from "vitest";
import { customerTable, january, type Movement } from "#tests/support/statement-files.ts";
import { pdfStatement, type Layout } from "#tests/support/pdf-files.ts";
import { readBankFile } from "./read-bank-file.ts";

const wrapped: Movement = {
  receipt: "UAGLONG123",
  at: "2026-01-16 10:00:00",
  cents: -1_000n,
  details:
    "Customer Payment to Small Business to 2547******333 - MAMA MBOGA VEGETABLES AND FRUITS OF GIKOMBA MARKET STALL Acc. tomatoes",
};
const movements = [...january, wrapped];
const month = { opening: 1_000_000n, movements };

async function readPdf(layout: Layout, password?: string) {
  const bytes = await pdfStatement(customerTable(month), layout);
  return readBankFile(bytes, { fileName: "statement.pdf", today: "2030-01-01", password });
}

describe("M-PESA's statement as PDF", () => {
  it.each<[string, Layout]>([
    ["with amounts at the left of their columns", {}],
    ["with amounts at the right of their columns", { alignsRight: true }],
    ["over several pages, each with its heading", { perPage: 2 }],
  ])("is read %s", async (_, layout) => {
    const file = await readPdf(layout);
    expect(file).toMatchObject({
      format: "mpesa_customer",
      accountNumber: "0712345678",
      period: { from: "2026-01-01", to: "2026-01-31" },
      opening: 1_000_000n,
      breaks: [],
      problems: [],
    });
    const read = file.lines.map(({ line, at, reference, details, amountCents }) => ({
      line,
      at,
      reference,
      details,
      amountCents,
    }));
    expect(read).toEqual(
      movements.toReversed().map(({ receipt, at, cents, details }, index) => ({
        line: index + 1,
        at: at.replace(" ", "T"),
        reference: receipt,
        details,
        amountCents: cents,
      })),
    );
  });

  it("names a missing password and a wrong one as such, and reads with the right one", async () => {
    const locked = { password: "12345678" };
    await expect(readPdf(locked)).rejects.toMatchObject({
      code: "statement-password-needed",
      errors: { password: [{ code: "statement-password-needed" }] },
    });
    await expect(readPdf(locked, "87654321")).rejects.toMatchObject({
      code: "statement-password-wrong",
    });
    expect((await readPdf(locked, "12345678")).lines).toHaveLength(movements.length);
  });

  it("with each transaction as one text is read where the amounts can be distinguished", async () => {
    const rows = customerTable({ opening: 0n, movements: january.slice(0, 3) });
    for (const row of rows.slice(1)) {
      row[4] ||= "0.00";
      row[5] ||= "0.00";
    }
    const bytes = await pdfStatement(rows, { asText: true });
    const file = await readBankFile(bytes, { fileName: "statement.pdf", today: "2030-01-01" });
    expect(file.lines.map(({ amountCents }) => amountCents)).toEqual([250_050n, -500n, 100_000n]);
    expect(file).toMatchObject({ breaks: [], problems: [] });
  });

  it("that is another PDF, or cut short, is refused", async () => {
    const other = await pdfStatement([["A letter"]]);
    await expect(
      readBankFile(other, { fileName: "a.pdf", today: "2030-01-01" }),
    ).rejects.toMatchObject({
      code: "statement-pdf-unknown",
    });
    const whole = await pdfStatement(customerTable(month));
    for (const size of [10, 500])
      await expect(
        readBankFile(whole.slice(0, size), { fileName: "a.pdf", today: "2030-01-01" }),
      ).rejects.toMatchObject({
        code: expect.stringMatching(/^(file-damaged|statement-pdf-unknown)$/),
      });
  });
});

// Invented statements of every kind, written as their issuers write them, and what must be read from them.
import { formatAmount, plainAmount } from "#domain/money.ts";
import type { ColumnMapping } from "#domain/statements/statement-file.ts";

/** One movement: `2026-01-31 14:05:09`, cents with money out below 0. */
export type Movement = {
  receipt: string;
  at: string;
  cents: bigint;
  details: string;
  status?: string;
  otherParty?: string;
  account?: string;
  reason?: string;
  linked?: string;
};

export type Rows = string[][];

type Written = { opening: bigint; movements: readonly Movement[] };

const OLD_HEADING =
  "Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.".split(
    ",",
  );
const NEW_HEADING =
  "Receipt No,Completion Time,Details,Transaction Status,Paid In (KSHs),Withdrawn (KSHs),Balance (KSHs)".split(
    ",",
  );
const CUSTOMER_HEADING =
  "Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance".split(",");

/** A month of a paybill, oldest first: payments of members, their charges, and a failed one. */
export const january: Movement[] = [
  paid("UA25A1B2C3", "2026-01-02 08:15:30", 100_000n, "25470****111 - ALICE **** WANJIRU", "M001"),
  charge("UA25A1B2C3", "2026-01-02 08:15:30", -500n),
  paid("UA59D8E7F6", "2026-01-05 12:00:01", 250_050n, "254712345678 - BRIAN OTIENO", "M002"),
  {
    ...paid(
      "UA5FAILED1",
      "2026-01-05 12:04:00",
      99_900n,
      "25470****111 - ALICE **** WANJIRU",
      "M001",
    ),
    status: "Failed",
  },
  paid("UAA1K2L3M4", "2026-01-10 19:44:10", 100_000n, "25471****222 - CAROL **** AKINYI", "fine"),
  paid("UAA1K2L3M5", "2026-01-10 19:44:10", 100_000n, "25471****222 - CAROL **** AKINYI", "fine"),
  {
    receipt: "UAFP0Q1R2S",
    at: "2026-01-15 09:00:00",
    cents: -300_000n,
    details: "Business Payment to 254700000003 - DANIEL KIPROTICH via API",
  },
  charge("UAFP0Q1R2S", "2026-01-15 09:00:00", -1_200n),
];

function paid(receipt: string, at: string, cents: bigint, from: string, account: string): Movement {
  return {
    receipt,
    at,
    cents,
    details: `Pay Bill from ${from} Acc. ${account}`,
    otherParty: from,
    account,
    reason: "Pay Bill",
  };
}

function charge(receipt: string, at: string, cents: bigint): Movement {
  return { receipt, at, cents, details: "Pay Bill Charge", reason: "Pay Bill Charge" };
}

export function oldOrganisation({ opening, movements }: Written, isNewestFirst = false): Rows {
  const rows = withBalances({ opening, movements }).map((each) => [
    each.receipt,
    dayFirst(each.at, "-"),
    dayFirst(each.at, "-"),
    each.details,
    each.status ?? "Completed",
    each.cents > 0n ? printed(each.cents) : "",
    each.cents < 0n ? printed(each.cents) : "",
    printed(each.balance),
    "TRUE",
    each.reason ?? "",
    each.otherParty ?? "",
    each.linked ?? "",
    each.account ?? "",
  ]);
  const closing = withBalances({ opening, movements }).at(-1)?.balance ?? opening;
  return [
    ["Organization Name:", "UMOJA SELF HELP GROUP"],
    ["Account Holder:", "600123 - UMOJA SELF HELP GROUP"],
    ["Short Code:", "600123"],
    ["Account:", "Utility Account"],
    ["Time Period:", "From 01-01-2026 00:00:00 To 31-01-2026 23:59:59"],
    ["Operator:", "treasurer"],
    [],
    ["Opening Balance:", printed(opening), "Closing Balance:", printed(closing)],
    ["Total Paid In:", "", "Total Withdrawn:", ""],
    [],
    OLD_HEADING,
    ...(isNewestFirst ? rows.toReversed() : rows),
  ];
}

export function newOrganisation({ opening, movements }: Written): Rows {
  const rows = withBalances({ opening, movements }).map((each) => [
    each.receipt,
    dayFirst(each.at, "/"),
    each.details,
    each.status ?? "Completed",
    each.cents > 0n ? plainAmount(each.cents) : "0.00",
    each.cents < 0n ? plainAmount(each.cents) : "0.00",
    plainAmount(each.balance),
  ]);
  return [NEW_HEADING, ...rows.toReversed()];
}

export function customerTable({ opening, movements }: Written): Rows {
  const rows = withBalances({ opening, movements }).map((each) => [
    each.receipt,
    each.at,
    each.details,
    each.status ?? "Completed",
    each.cents > 0n ? printed(each.cents) : "",
    each.cents < 0n ? printed(-each.cents) : "",
    printed(each.balance),
  ]);
  return [CUSTOMER_HEADING, ...rows.toReversed()];
}

/** The rows as text, each cell quoted if necessary. */
export function csvOf(
  rows: Rows,
  { separator = ",", lineEnd = "\n" }: { separator?: string; lineEnd?: string } = {},
): string {
  const cell = (text: string) =>
    text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((row) => row.map(cell).join(separator) + lineEnd).join("");
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function withBalances({ opening, movements }: Written) {
  let balance = opening;
  return movements.map((each) => {
    if ((each.status ?? "Completed") === "Completed") balance += each.cents;
    return { ...each, balance };
  });
}

/** As M-PESA prints an amount: `1,234.50`, and `-1,234.50` below zero. */
function printed(cents: bigint): string {
  return cents < 0n ? `-${formatAmount(-cents)}` : formatAmount(cents);
}

/** `02/01/2026 08:15:30`. */
function dayFirst(at: string, sign: "/" | "-"): string {
  const [day = "", time = ""] = at.split(" ");
  return `${day.split("-").toReversed().join(sign)} ${time}`;
}

/** A file, and what must be read from it. */
export type CorpusFile = {
  name: string;
  bytes: Uint8Array;
  password?: string;
  mapping?: ColumnMapping;
  expected: {
    format: string;
    /** Cents of the valid lines, in the order of the file. */
    amounts: bigint[];
    failed?: number;
    closing?: bigint | null;
    breaks?: number;
    problems?: number;
  };
};

/** The month that most files tell of, its lines in their order, and what the newest of them leaves. Cents. */
export const month = { opening: 1_000_000n, movements: january };
export const settled = january
  .filter(({ status }) => status === undefined)
  .map(({ cents }) => cents);
export const closing = 1_000_000n + settled.reduce((sum, cents) => sum + cents, 0n);
export const newestFirst = settled.toReversed();
export const old = { format: "mpesa_organisation_old", failed: 1, closing };
export const fresh = { format: "mpesa_organisation_new", failed: 1, closing, amounts: newestFirst };
export const customer = { format: "mpesa_customer", failed: 1, closing, amounts: newestFirst };

/** A csv of the rows, or the text as it is. */
export const text = (
  name: string,
  rows: Rows | string,
  expected: CorpusFile["expected"],
  params?: Parameters<typeof csvOf>[1],
): CorpusFile => ({
  name,
  bytes: bytesOf(typeof rows === "string" ? rows : csvOf(rows, params)),
  expected,
});

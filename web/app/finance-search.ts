// What stands after the question mark in the Finance Center and the audit log. Anything unreadable is left out.
import { transactionKinds, type TransactionKind } from "#contract/transactions.ts";
import { parsePlainDate, type PlainDate } from "#domain/calendar.ts";

type Period = { start_date?: PlainDate; end_date?: PlainDate };

export type PaymentsSearch = Period & {
  page?: number;
  /** The payment whose receipt is open. */
  receipt?: number;
  /** The payment form is open. */
  pay?: true;
};

export function readPaymentsSearch(search: Record<string, unknown>): PaymentsSearch {
  const receipt = readNumber(search["receipt"]);
  return {
    ...readPeriodAndPage(search),
    ...(receipt === null ? {} : { receipt }),
    ...(search["pay"] === true ? { pay: true as const } : {}),
  };
}

export type StatementSearch = Period & {
  page?: number;
  kind?: TransactionKind;
  /** The printable statement is open. */
  print?: true;
};

export function readStatementSearch(search: Record<string, unknown>): StatementSearch {
  const kind = transactionKinds.find((each) => each === search["kind"]);
  return {
    ...readPeriodAndPage(search),
    ...(kind === undefined ? {} : { kind }),
    ...(search["print"] === true ? { print: true as const } : {}),
  };
}

export type AuditSearch = Period & { page?: number; action?: string };

export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const action = search["action"];
  return {
    ...readPeriodAndPage(search),
    ...(typeof action === "string" && action !== "" ? { action: action.slice(0, 60) } : {}),
  };
}

function readPeriodAndPage(search: Record<string, unknown>): Period & { page?: number } {
  const start = parsePlainDate(search["start_date"]);
  const end = parsePlainDate(search["end_date"]);
  const page = readNumber(search["page"]);
  return {
    ...(start !== null && end !== null && start <= end ? { start_date: start, end_date: end } : {}),
    ...(page === null ? {} : { page }),
  };
}

function readNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : null;
}

// What stands after the question mark of an address. Anything else there, or anything unreadable, is left out.
import { parsePlainDate, type PlainDate } from "#domain/calendar.ts";

export type ContributionsSearch = {
  start_date?: PlainDate;
  end_date?: PlainDate;
  /** The contribution whose receipt is open. */
  receipt?: number;
  /** The payment form is open; `due`: filled in with what is owed, or what comes next. */
  pay?: true | "due";
};

export function readContributionsSearch(search: Record<string, unknown>): ContributionsSearch {
  const start = parsePlainDate(search["start_date"]);
  const end = parsePlainDate(search["end_date"]);
  const receipt = readNumber(search["receipt"]);
  return {
    ...(start !== null && end !== null && start <= end ? { start_date: start, end_date: end } : {}),
    ...(receipt === null ? {} : { receipt }),
    ...readPay(search["pay"]),
  };
}

export type TrialBalanceSearch = { date?: PlainDate };

export function readTrialBalanceSearch(search: Record<string, unknown>): TrialBalanceSearch {
  const date = parsePlainDate(search["date"]);
  return date === null ? {} : { date };
}

const statuses = ["active", "dormant", "pending_approval", "cleared"] as const;

export type DirectorsSearch = {
  search?: string;
  status?: (typeof statuses)[number];
  page?: number;
};

export function readDirectorsSearch(search: Record<string, unknown>): DirectorsSearch {
  const status = statuses.find((each) => each === search["status"]);
  const page = readNumber(search["page"]);
  const sought = search["search"];
  return {
    // The router reads `?search=12` as a number.
    ...(typeof sought === "string" || typeof sought === "number"
      ? { search: String(sought).slice(0, 100) }
      : {}),
    ...(status === undefined ? {} : { status }),
    ...(page === null ? {} : { page }),
  };
}

export type InvitationsSearch = {
  /** Of the member of the group's book whom the form invites. */
  reg_number?: string;
};

export function readInvitationsSearch(search: Record<string, unknown>): InvitationsSearch {
  const wanted = search["reg_number"];
  return typeof wanted === "string" || typeof wanted === "number"
    ? { reg_number: String(wanted).slice(0, 60) }
    : {};
}

/** For the payment forms of contributions and fines. */
export function readPay(pay: unknown): { pay?: true | "due" } {
  return pay === true || pay === "due" ? { pay } : {};
}

/** What the repayment is filled in with: all that is owed, or what a month takes to be done in time. */
export type LoansSearch = { fill?: "due" | "month" };

export function readLoansSearch({ fill }: Record<string, unknown>): LoansSearch {
  return fill === "due" || fill === "month" ? { fill } : {};
}

function readNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : null;
}

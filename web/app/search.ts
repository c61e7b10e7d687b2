// What stands after the question mark of an address. Anything else there, or anything unreadable, is left out.
import { parsePlainDate, type PlainDate } from "#domain/calendar.ts";

export type ContributionsSearch = {
  start_date?: PlainDate;
  end_date?: PlainDate;
  /** The contribution whose receipt is open. */
  receipt?: number;
  /** The payment form is open. */
  pay?: true;
};

export function readContributionsSearch(search: Record<string, unknown>): ContributionsSearch {
  const start = parsePlainDate(search["start_date"]);
  const end = parsePlainDate(search["end_date"]);
  const receipt = readNumber(search["receipt"]);
  return {
    ...(start !== null && end !== null && start <= end ? { start_date: start, end_date: end } : {}),
    ...(receipt === null ? {} : { receipt }),
    ...(search["pay"] === true ? { pay: true as const } : {}),
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

function readNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : null;
}

// What stands after the question mark in the Finance Center and the audit log. Anything unreadable is left out.
import { transactionKinds, type TransactionKind } from "#contract/transactions.ts";
import { parsePlainDate, type PlainDate } from "#domain/calendar.ts";
import {
  messageStates,
  noticeChannels,
  type MessageState,
  type NoticeChannel,
} from "#domain/notices/notice-kinds.ts";
import { readDirectorsSearch, readPay } from "./search.ts";

type Period = { start_date?: PlainDate; end_date?: PlainDate };

export type PaymentsSearch = Period & {
  page?: number;
  /** The payment whose receipt is open. */
  receipt?: number;
  /** The payment form is open; `due`: on the way through what is owed. */
  pay?: true | "due";
};

export function readPaymentsSearch(search: Record<string, unknown>): PaymentsSearch {
  const receipt = readNumber(search["receipt"]);
  return {
    ...readPeriodAndPage(search),
    ...(receipt === null ? {} : { receipt }),
    ...readPay(search["pay"]),
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

export type MessagesSearch = Period & {
  page?: number;
  channel?: NoticeChannel;
  state?: MessageState;
};

export function readMessagesSearch(search: Record<string, unknown>): MessagesSearch {
  const channel = noticeChannels.find((each) => each === search["channel"]);
  const state = messageStates.find((each) => each === search["state"]);
  return {
    ...readPeriodAndPage(search),
    ...(channel === undefined ? {} : { channel }),
    ...(state === undefined ? {} : { state }),
  };
}

export type AuditedMembersSearch = Period & {
  page?: number;
  search?: string;
  status?: "active" | "dormant" | "pending_approval" | "cleared";
  /** Whose statement is shown. */
  member?: number;
};

export function readAuditedMembersSearch(search: Record<string, unknown>): AuditedMembersSearch {
  const member = readNumber(search["member"]);
  const { search: words, status } = readDirectorsSearch(search);
  return {
    ...readPeriodAndPage(search),
    ...(words === undefined ? {} : { search: words }),
    ...(status === undefined ? {} : { status }),
    ...(member === null ? {} : { member }),
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

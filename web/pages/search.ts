// Reads the query of each page's address. Unknown and unreadable values are left out.
import { parsePlainDate, type PlainDate } from "#domain/calendar.ts";
import { messageStates, noticeChannels } from "#domain/notices/notice-choices.ts";
import { transactionKinds } from "#contract/choices.ts";

type Search = Record<string, unknown>;

/** `receipt`: the contribution whose receipt is open. */
export function readContributionsSearch(search: Search) {
  return { ...readPeriod(search), ...readNumber(search, "receipt"), ...readPay(search) };
}

/** `fill`: prefills the repayment with all that is owed, or with the month's part that repays the loan in time. */
export function readLoansSearch(search: Search) {
  return readChoice(search, "fill", ["due", "month"]);
}

/** `receipt`: the payment whose receipt is open. */
export function readPaymentsSearch(search: Search) {
  return { ...readPeriodAndPage(search), ...readNumber(search, "receipt"), ...readPay(search) };
}

/** `print`: the printable statement is open. */
export function readStatementSearch(search: Search) {
  return {
    ...readPeriodAndPage(search),
    ...readChoice(search, "kind", transactionKinds),
    ...readFlag(search, "print"),
  };
}

export function readDirectorsSearch(search: Search) {
  return {
    ...readText(search, "search", 100),
    ...readChoice(search, "status", ["active", "dormant", "pending_approval", "cleared"]),
    ...readNumber(search, "page"),
  };
}

/** `reg_number`: prefills the form that invites a member from the group's book. */
export function readInvitationsSearch(search: Search) {
  return readText(search, "reg_number", 60);
}

export function readAuditSearch(search: Search) {
  const { action } = search;
  return {
    ...readPeriodAndPage(search),
    ...(typeof action === "string" && action !== "" ? { action: action.slice(0, 60) } : {}),
  };
}

/** A noted head of the log, which fills in the check. */
export function readCheckSearch(search: Search) {
  return { ...readText(search, "entries", 20), ...readText(search, "fingerprint", 100) };
}

export function readPageSearch(search: Search) {
  return readNumber(search, "page");
}

export function readTrialBalanceSearch(search: Search) {
  return readDate(search, "date");
}

/** `of`: the figure whose loans are listed. */
export function readPortfolioSearch(search: Search) {
  return { ...readDate(search, "date"), ...readText(search, "of", 30) };
}

export function readRegisterSearch(search: Search) {
  return { ...readDate(search, "date"), ...readNumber(search, "page") };
}

/** `view`: the printable view is open. */
export function readBalanceSheetSearch(search: Search) {
  return { ...readDate(search, "date"), ...readFlag(search, "view") };
}

/** `view`: the printable view is open. */
export function readProfitLossSearch(search: Search) {
  return { ...readPeriod(search), ...readFlag(search, "view") };
}

/**
 * `account`: its code, and `kind`: the page checks that both exist. `member`: the id of the member concerned. `search`:
 * words, a number or an amount. `entry`: the open entry.
 */
export function readEntriesSearch(search: Search) {
  const { search: words = "" } = readText(search, "search", 100);
  return {
    ...readPeriod(search),
    ...readString(search, "account"),
    ...readNumber(search, "member"),
    ...readString(search, "kind"),
    ...(words.trim() === "" ? {} : { search: words }),
    ...readNumber(search, "page"),
    ...readNumber(search, "entry"),
  };
}

/**
 * `account`: its code; the page checks that it exists. `member`: the id of the member whose postings are shown.
 * `entry`: the journal entry from which the user came here.
 */
export function readPostingsSearch(search: Search) {
  return {
    ...readString(search, "account"),
    ...readDate(search, "from"),
    ...readDate(search, "to"),
    ...readChoice(search, "closing_entries", ["no"]),
    ...readChoice(search, "parts", ["yes"]),
    ...readNumber(search, "member"),
    ...readNumber(search, "entry"),
    ...readNumber(search, "page"),
  };
}

/** `account`: the id of a statement account. */
export function readLinesSearch(search: Search) {
  return {
    ...readChoice(search, "state", ["open", "matched", "ignored"]),
    ...readNumber(search, "account"),
    ...readNumber(search, "page"),
  };
}

/** `member`: the id of the member whose statement is shown. */
export function readAuditedMembersSearch(search: Search) {
  return {
    ...readPeriodAndPage(search),
    ...readDirectorsSearch(search),
    ...readNumber(search, "member"),
  };
}

export function readMessagesSearch(search: Search) {
  return {
    ...readPeriodAndPage(search),
    ...readChoice(search, "channel", noticeChannels),
    ...readChoice(search, "state", messageStates),
  };
}

/** `pay`: the payment form is open; `due` prefills it with what is owed, or what is due next. */
function readPay({ pay }: Search): { pay?: true | "due" } {
  return pay === true || pay === "due" ? { pay } : {};
}

function readPeriodAndPage(search: Search) {
  return { ...readPeriod(search), ...readNumber(search, "page") };
}

/** Returns both days, or none if one is missing or they are not in order. */
function readPeriod(search: Search): { start_date?: PlainDate; end_date?: PlainDate } {
  const start = parsePlainDate(search["start_date"]);
  const end = parsePlainDate(search["end_date"]);
  return start !== null && end !== null && start <= end ? { start_date: start, end_date: end } : {};
}

type Read<Name extends string, Value> = { [name in Name]?: Value };

function readDate<Name extends string>(search: Search, name: Name): Read<Name, PlainDate> {
  return read(name, parsePlainDate(search[name]));
}

/** Reads a positive whole number: an id, or a page. */
function readNumber<Name extends string>(search: Search, name: Name): Read<Name, number> {
  const value = search[name];
  const isWanted = typeof value === "number" && Number.isSafeInteger(value) && value > 0;
  return read(name, isWanted ? value : null);
}

function readString<Name extends string>(search: Search, name: Name): Read<Name, string> {
  const value = search[name];
  return read(name, typeof value === "string" ? value : null);
}

/** Reads typed text; the router parses `?search=12` as a number. */
function readText<Name extends string>(
  search: Search,
  name: Name,
  lengthMax: number,
): Read<Name, string> {
  const value = search[name];
  const isWanted = typeof value === "string" || typeof value === "number";
  return read(name, isWanted ? String(value).slice(0, lengthMax) : null);
}

function readChoice<Name extends string, const Choice extends string>(
  search: Search,
  name: Name,
  choices: readonly Choice[],
): Read<Name, Choice> {
  return read(name, choices.find((each) => each === search[name]) ?? null);
}

function readFlag<Name extends string>(search: Search, name: Name): Read<Name, true> {
  return read(name, search[name] === true ? true : null);
}

function read<Name extends string, Value>(name: Name, value: Value | null): Read<Name, Value> {
  return (value === null ? {} : { [name]: value }) as Read<Name, Value>;
}

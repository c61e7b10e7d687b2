// The last seen answers behind statements and balances: stored as they arrive, read when the server cannot be
// reached.
import type { QueryClient } from "@tanstack/react-query";
import { getCollections, getSheet } from "#endpoints/collections.ts";
import { getContributions } from "#endpoints/contributions.ts";
import { getDues } from "#endpoints/dues.ts";
import { getUserFines } from "#endpoints/fines.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { getGroup, getSettings } from "#endpoints/group.ts";
import {
  getSavingsHistory,
  getBalanceSheet,
  getProfitAndLoss,
  getTrialBalance,
} from "#endpoints/reports.ts";
import { getLedger } from "#endpoints/ledger.ts";
import { getLoanPaymentApprovals, getLoanPayments, getLoans } from "#endpoints/loans.ts";
import {
  getActiveUserCount,
  getOfficeProposals,
  getOfficials,
  getUserData,
  type User,
} from "#endpoints/members.ts";
import { getMeeting, getMeetings } from "#endpoints/meetings.ts";
import { getNotices } from "#endpoints/notices.ts";
import { getTransactions } from "#endpoints/transactions.ts";
import { getWaiting } from "#endpoints/waiting.ts";
import { shownAsOf } from "#web/api/shown-as-of.ts";
import { openStore } from "./device-store.ts";
import { currentOwner, forgetWhenEnded, noteUse, rememberOwner } from "./owner.ts";

const stored: ReadonlySet<unknown> = new Set(
  [
    getActiveUserCount,
    getBalanceSheet,
    getCollections,
    getContributions,
    getDues,
    getGroup,
    getLedger,
    getLoanPaymentApprovals,
    getLoanPayments,
    getLoans,
    getMeeting,
    getMeetings,
    getNotices,
    getOfficeProposals,
    getOfficials,
    getProfitAndLoss,
    getSavingsHistory,
    getSettings,
    getSheet,
    getTransactions,
    getTrialBalance,
    getUserData,
    getUserFines,
    getWaiting,
  ].map(({ path }) => path),
);

/** Filters make ever new queries; the answers to the oldest are removed. */
const answersStored = 80;

/** The last seen answer to this query and its time, for the member of this session. */
export async function readAnswer(key: string): Promise<{ reply: unknown; at: number } | null> {
  const owner = await currentOwner();
  if (owner === null) {
    await forgetWhenEnded();
    return null;
  }
  const store = await openStore();
  return (await store.get("answers", [owner.userId, key])) ?? null;
}

/**
 * Stores every answer from now on, and those before. Calls `onMember` each time the server has said who is signed in.
 * Returns a function that stops it.
 */
export function keepAnswers(queries: QueryClient, onMember: () => void): () => void {
  const cache = queries.getQueryCache();
  // One after the other: the owner must be stored before their answers.
  let working = Promise.resolve();
  const keepLater = (key: string, path: unknown, reply: unknown, at: number) => {
    working = working
      .then(() => keep(key, path, reply, at))
      // The store may be full or forbidden: the application works without it.
      .catch((error: unknown) => console.warn("Not kept for reading offline", error));
    if (path === getUserData.path) void working.then(onMember);
  };
  const keepQuery = (query: ReturnType<typeof cache.getAll>[number]) => {
    const key = JSON.stringify(query.queryKey);
    if (query.state.status !== "success" || shownAsOf.has(key)) return;
    keepLater(key, query.queryKey[0], query.state.data, query.state.dataUpdatedAt);
  };
  // The owner first.
  const known = cache.getAll();
  for (const query of known) if (query.queryKey[0] === getUserData.path) keepQuery(query);
  for (const query of known) if (query.queryKey[0] !== getUserData.path) keepQuery(query);
  return cache.subscribe((event) => {
    if (event.type === "updated" && event.action.type === "success") keepQuery(event.query);
  });
}

async function keep(key: string, path: unknown, reply: unknown, at: number): Promise<void> {
  if (!stored.has(path)) return;
  if (path === getUserData.path) await rememberOwner(reply as ReplyOf<typeof getUserData>);
  const owner = await currentOwner();
  if (owner === null) return;
  await noteUse(owner);
  // The member's key is stored only with the owner, encrypted.
  const shown = path === getUserData.path ? { ...(reply as User), device_key: "" } : reply;
  const store = await openStore();
  await store.put("answers", { userId: owner.userId, key, reply: shown, at });
  const all = await store.getAll("answers");
  const old = all.toSorted((one, other) => other.at - one.at).slice(answersStored);
  for (const each of old) await store.delete("answers", [each.userId, each.key]);
}

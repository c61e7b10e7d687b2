import { sha256 } from "@noble/hashes/sha2.js";
import { getConsistency } from "#contract/proofs.ts";
import { readHex } from "#domain/proofs/fingerprint.ts";
import { isConsistent } from "#domain/proofs/merkle-tree.ts";
import { ApiError } from "#web/api/call.ts";
import { callEndpoint } from "#web/api/call-endpoint.ts";

/** A head of the log that was noted somewhere: all of its fingerprint, or its beginning. */
export type NotedTreeHead = { entries: number; fingerprint: string };

/**
 * `now` is how many entries the log has today, where it said so; `acceptedAt` when another copy of the database was accepted,
 * which may lack what an earlier head stands for (SAFE-25).
 */
export type LogAnswer =
  | { is: "holds"; now: number }
  | { is: "badProof" }
  | { is: "differs"; acceptedAt: string | undefined }
  | { is: "shorter"; now: number; acceptedAt: string | undefined }
  | { is: "unasked"; detail: string };

/** Whether today's log still begins with the noted one. The server's word is not taken for it: it must prove it. */
export async function askLog({ entries, fingerprint }: NotedTreeHead): Promise<LogAnswer> {
  let answer;
  try {
    answer = await callEndpoint(getConsistency, { query: { from: entries }, ignoreLoading: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.errors["from"] === undefined) return { is: "unasked", detail: error.detail };
    const { to, accepted_at: acceptedAt } = await askFromFirst();
    return { is: "shorter", now: to.entries, acceptedAt };
  }
  const { from, to, path } = answer;
  if (from.entries !== entries || !from.fingerprint.startsWith(fingerprint))
    return { is: "differs", acceptedAt: answer.accepted_at };
  const [fromRoot, toRoot] = [readHex(from.fingerprint), readHex(to.fingerprint)];
  const steps = path.flatMap((each) => readHex(each) ?? []);
  const isProven =
    fromRoot !== null &&
    toRoot !== null &&
    isConsistent(sha256, { from: entries, to: to.entries, fromRoot, toRoot, path: steps });
  return isProven ? { is: "holds", now: to.entries } : { is: "badProof" };
}

function askFromFirst() {
  return callEndpoint(getConsistency, { query: { from: 1 }, ignoreLoading: true });
}

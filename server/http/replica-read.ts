// Answers a report from the read replica where allowed (contract/replica-reads.ts), otherwise from the primary.
import type { Endpoint } from "#contract/endpoint.ts";
import { AS_OF_AFTER_MS, replicaReads } from "#contract/replica-reads.ts";
import { nairobiIso } from "#domain/calendar.ts";
import type { Actor } from "#domain/permissions.ts";
import { readLastChangeBy } from "#server/core/audit-log/audit.ts";
import type { Database } from "#server/db/connection.ts";
import type { Replica } from "#server/db/replica/replica.ts";

/** The log has the moment of the request; its commit follows within the 10 seconds of SAFE-8, or never. */
const COMMITTED_WITHIN_MS = 15_000;

export type ReportSource = { db: Database; replica?: Replica | undefined; now: () => Date };

export type Sourced<T> = {
  answer: T;
  /** The time that the answer shows as its age: ISO 8601, or null. */
  asOf: string | null;
};

/** `isHurried` where the caller waits for the whole answer, not for a file. */
export async function readFromSource<T>(
  { db, replica, now }: ReportSource,
  { endpoint, actor, isHurried }: { endpoint: Endpoint; actor: Actor; isHurried: boolean },
  work: (reader: Database) => Promise<T>,
): Promise<Sourced<T>> {
  if (replica !== undefined && mayReadReplica(endpoint, actor)) {
    const found = await replica.read(work, { isHurried, notBefore: () => ownChange(db, actor) });
    if (found !== null) return { answer: found.answer, asOf: asOfBeyond(found.asOf, now()) };
  }
  return { answer: await work(db), asOf: null };
}

function mayReadReplica(endpoint: Endpoint, actor: Actor): boolean {
  const whom = replicaReads.get(endpoint);
  return whom === "everybody" || (whom === "auditors" && actor.isAuditor);
}

/** When the caller's last change is certainly committed: a report must contain what its reader has just done. */
async function ownChange(db: Database, actor: Actor): Promise<Date | null> {
  const at = actor.isAuditor ? null : await readLastChangeBy(db, actor.id);
  return at === null ? null : new Date(at.getTime() + COMMITTED_WITHIN_MS);
}

function asOfBeyond(asOf: Date, now: Date): string | null {
  return now.getTime() - asOf.getTime() > AS_OF_AFTER_MS ? nairobiIso(asOf) : null;
}

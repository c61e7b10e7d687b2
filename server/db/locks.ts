// Locks that writers share, always taken in this order: membership, item, bank, years (SAFE-2).
import { sql } from "kysely";
import type { Tx } from "./connection.ts";

const MEMBERSHIP = 7_265_002;
const BANK = 7_265_003;
/** With the number of the entry. */
const ENTRY = 7_265_004;
/** Every entry shares it, by the trigger `entries_open_year`. */
const YEARS = 7_265_005;
const USUAL_FINES = 7_265_068;
const OPENINGS = 7_265_096;

/** Held by everything that relies on somebody's office or status: none of these can change until it commits. */
export async function holdMembership(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(${MEMBERSHIP})`.execute(tx);
}

/** Taken by every change of office or status: waits for all that relies on it, and for other such changes. */
export async function lockMembership(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${MEMBERSHIP})`.execute(tx);
}

/** Taken to reverse an entry. The row itself cannot be locked by who may not change it, and the server may not. */
export async function lockReversal(tx: Tx, id: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${ENTRY}, (${id}::bigint % 2147483647)::int)`.execute(tx);
}

/** Taken before money leaves the bank, so that two payouts never count the same shilling. Money coming in takes none. */
export async function lockBank(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${BANK})`.execute(tx);
}

/** Taken to write the list of usual fines anew. */
export async function lockUsualFines(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${USUAL_FINES})`.execute(tx);
}

/** Taken to propose or accept what is brought over from the group's book: one at a time. */
export async function lockOpenings(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${OPENINGS})`.execute(tx);
}

/** Taken to close a year: waits for every entry that is being written, and no other is written until it commits. */
export async function lockYears(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${YEARS})`.execute(tx);
}

// Advisory locks of writers, always taken in this order: membership, item, bank, years (SAFE-2).
import { sql } from "kysely";
import type { Tx } from "./connection.ts";

const MEMBERSHIP = 7_265_002;
const BANK = 7_265_003;
/** Combined with the entry's id. */
const ENTRY = 7_265_004;
/** Every new entry takes it shared, by the trigger `entries_open_year`. */
const YEARS = 7_265_005;
const USUAL_FINES = 7_265_068;
const MEETINGS = 7_265_500;
const OPENINGS = 7_265_096;
const LIVE_ACCOUNT = 7_265_400;
const PULLS = 7_265_401;

/** Shared lock for work that relies on a member's office or status: neither can change until the transaction ends. */
export async function holdMembership(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(${MEMBERSHIP})`.execute(tx);
}

/** Exclusive lock for a change of office or status: waits for all work that relies on one, and for other such changes. */
export async function lockMembership(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${MEMBERSHIP})`.execute(tx);
}

/** Exclusive lock for reversing the entry `id`. A row lock would need the right to change entries, which the server lacks. */
export async function lockReversal(tx: Tx, id: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${ENTRY}, (${id}::bigint % 2147483647)::int)`.execute(tx);
}

/** Exclusive lock before money leaves the bank, so that two payouts never count the same shilling. Money coming in needs none. */
export async function lockBank(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${BANK})`.execute(tx);
}

/** Exclusive lock for replacing the list of usual fines. */
export async function lockUsualFines(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${USUAL_FINES})`.execute(tx);
}

/** Exclusive lock for calling a meeting or choosing another day, so that no number and no day is given twice. */
export async function lockMeetings(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${MEETINGS})`.execute(tx);
}

/** Exclusive lock for proposing or accepting an opening, the figures from the group's book: one at a time. */
export async function lockOpenings(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${OPENINGS})`.execute(tx);
}

/** Exclusive lock for closing a year: waits for every entry being written, and holds up new ones until it commits. */
export async function lockYears(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${YEARS})`.execute(tx);
}

/** Exclusive lock for making the statement account of the M-PESA shortcode. */
export async function lockLiveAccount(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LIVE_ACCOUNT})`.execute(tx);
}

/** Exclusive lock for beginning to fetch payments from M-PESA: one server at a time. */
export async function lockPulls(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${PULLS})`.execute(tx);
}

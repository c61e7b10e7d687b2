// What all that a sheet brings has in common: who brings it, and its rows, which go to the database some hundred at a time.
import { sql } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";

export type By = Pick<SignedInRequest, "actor" | "now" | "origin">;

/** What is brought over, by whom and when: every record and entry is of this moment, and of the Treasurer who proposed it. */
export type Bringing = By & {
  openingId: number;
  proposedBy: number;
  cutOver: PlainDate;
  /** What the journal says of each entry. */
  description: string;
};

const AT_ONCE = 500;

/** What `write` gives for each batch, in the order of `items`; nothing is written for none. */
export async function inBatches<Item, Written>(
  items: readonly Item[],
  write: (batch: Item[]) => Promise<readonly Written[] | void>,
): Promise<Written[]> {
  const written: Written[] = [];
  for (let done = 0; done < items.length; done += AT_ONCE)
    written.push(...((await write(items.slice(done, done + AT_ONCE))) ?? []));
  return written;
}

/** The commit checks each entry of a sheet: of 5,000 members on a busy machine that is longer than a request may take. */
export async function takeTime(tx: Tx): Promise<void> {
  await sql`SET LOCAL statement_timeout = '60s'`.execute(tx);
}

// Rows of a whole sheet go to the database some hundred at a time, and are checked at the commit all at once.
import { sql } from "kysely";
import type { Tx } from "#server/db/connection.ts";

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

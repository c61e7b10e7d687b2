// Members from the group's own book without an account, in a test's group.
import { addMembersOfBook, type MemberOfBook } from "#server/core/identity/members-of-book.ts";
import { inTransaction, openDatabase, openPool } from "#server/db/connection.ts";
import type { TestGroup, TestMember } from "./test-group.ts";

/** Without phone and email by default; added by `official` with the server's own rights. Returns their ids in order. */
export async function bringIn(
  group: TestGroup,
  official: TestMember,
  members: readonly Partial<MemberOfBook>[],
): Promise<number[]> {
  const pool = openPool(group.serverConnection);
  try {
    const ofBook = members.map((member, index) => ({
      regNumber: `BOOK/${index + 1}`,
      firstName: "Atieno",
      lastName: "Odhiambo",
      phone: null,
      email: null,
      joinedOn: "2024-01-15" as MemberOfBook["joinedOn"],
      status: "active" as const,
      ...member,
    }));
    const by = { now: group.clock.now(), actorId: official.id, address: "127.0.0.1" };
    const ids = await inTransaction(openDatabase(pool), (tx) => addMembersOfBook(tx, ofBook, by));
    return ofBook.map(({ regNumber }) => ids.get(regNumber) ?? 0);
  } finally {
    await pool.end();
  }
}

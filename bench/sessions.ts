// Who asks: living sessions, opened without a password.
import type { Database } from "#server/db/connection.ts";
import { inTransaction } from "#server/db/connection.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { openSession } from "#server/core/identity/sessions.ts";
import { CHAIRPERSON, SEC_GEN, TREASURER } from "./data-set/people.ts";

/** A member who is no official. */
export const MEMBER = 4;

/** A token for each official, and for a member. */
export async function signInAll(db: Database) {
  const signIn = (memberId: number) =>
    inTransaction(db, async (tx) => {
      const origin = { address: "127.0.0.1", device: "bench", browser: null };
      const now = new Date();
      const { token } = await openSession(tx, { memberId, now, origin });
      await recordAudit(tx, {
        now,
        actorId: memberId,
        action: "sessions.open",
        subject: "member",
        subjectId: memberId,
        address: origin.address,
      });
      return token;
    });
  return {
    chairperson: await signIn(CHAIRPERSON),
    treasurer: await signIn(TREASURER),
    secGen: await signIn(SEC_GEN),
    member: await signIn(MEMBER),
  };
}

export type Tokens = Awaited<ReturnType<typeof signInAll>>;

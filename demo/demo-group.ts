// The demo group while it is filled: who everybody is, and how they act, with the rights and locks of real requests.
import { whyNot, type Action, type Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { holdMembership, lockMembership } from "#server/db/locks.ts";
import { readActor } from "#server/core/identity/sessions.ts";
import { inTransaction, type Tx } from "#server/db/connection.ts";
import { inEnglish, type Translate } from "#messages/translator.ts";
import type { OpenDatabase } from "#server/db/open-database.ts";
import type { Origin } from "#server/platform/request.ts";
import { mpesaReference } from "./mpesa-reference.ts";

export const demoOrigin: Origin = { address: "127.0.0.1", device: "demo", browser: null };

export type By = {
  actor: Actor;
  now: Date;
  origin: Origin;
  language: "en";
  t: Translate;
  chosenLanguage: null;
};
export type DemoGroup = ReturnType<typeof foundDemoGroup>;

/** Somebody does something at a moment, in a transaction of its own. */
type Deed = {
  who: string;
  right: Action;
  at: Date;
  /** It changes somebody's status. */
  changesMembership?: boolean;
};

export function foundDemoGroup(database: OpenDatabase) {
  const ids = new Map<string, number>();
  let references = 0;
  const idOf = (username: string): number => {
    const id = ids.get(username);
    if (id === undefined) throw new Error(`${username} has not signed up`);
    return id;
  };
  return {
    database,
    idOf,
    signedUp: (username: string, id: number) => void ids.set(username, id),
    newReference: (at: Date) => mpesaReference(at, ++references),
    /** Refuses what the person has no right to at that moment. */
    act: <T>(deed: Deed, work: (tx: Tx, by: By) => Promise<T>): Promise<T> =>
      inTransaction(database.db, async (tx) => {
        await (deed.changesMembership ? lockMembership(tx) : holdMembership(tx));
        const actor = await readActor(tx, idOf(deed.who));
        const reason = whyNot(actor, deed.right);
        if (reason !== null) throw refuse(reason);
        return work(tx, {
          actor,
          now: deed.at,
          origin: demoOrigin,
          language: "en",
          t: inEnglish,
          chosenLanguage: null,
        });
      }),
  };
}

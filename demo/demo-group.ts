// The demo group while it is filled: who everybody is, what happens at which moment, and how they act, with the rights and locks of
// real requests.
import { nairobiDate } from "#domain/calendar.ts";
import { whyNot, type Action, type Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { inEnglish, type Translate } from "#messages/translator.ts";
import type { Decision } from "#server/core/approvals/verdicts.ts";
import { readActor } from "#server/core/identity/sessions.ts";
import { inTransaction, type Tx } from "#server/db/connection.ts";
import { holdMembership, lockMembership } from "#server/db/locks.ts";
import type { OpenDatabase } from "#server/db/open-database.ts";
import type { Origin } from "#server/platform/request.ts";
import type { Loan, Verdict } from "./group-life.ts";

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
  const loanIds = new Map<Loan, number>();
  let references = 0;
  const idOf = (username: string): number => {
    const id = ids.get(username);
    if (id === undefined) throw new Error(`${username} has not signed up`);
    return id;
  };
  return {
    database,
    idOf,
    /** Of loans that were applied for. */
    loanIds,
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

// What happens, each thing at its moment; written by topic and lived through in order.

export type Happening = { at: Date; happen: (group: DemoGroup) => Promise<unknown> };

/**
 * Everything up to `today`, in order of time; what comes at the same moment in order of the list. `after` each of them comes
 * what follows from it.
 */
export async function liveThrough(
  group: DemoGroup,
  happenings: readonly Happening[],
  { today, after }: { today: Date; after: (at: Date) => Promise<unknown> },
): Promise<void> {
  const past = happenings.filter(({ at }) => at <= today);
  for (const { at, happen } of past.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    await happen(group);
    await after(at);
  }
}

/** Whatever both offices decide on: it is asked for, and then each verdict comes at its own moment. */
export function request(requested: {
  at: Date;
  /** Gives the id that the verdicts name. */
  ask: (group: DemoGroup) => Promise<number>;
  right: Action;
  decide: (tx: Tx, by: By, decision: Decision) => Promise<unknown>;
  verdicts: readonly Verdict[];
}): Happening[] {
  const { at, ask, right, decide, verdicts } = requested;
  let id = 0;
  return [
    { at, happen: async (group) => (id = await ask(group)) },
    ...verdicts.map((verdict) => ({
      at: verdict.at,
      happen: (group: DemoGroup) =>
        group.act({ who: verdict.by, right, at: verdict.at }, (tx, by) =>
          decide(tx, by, {
            id,
            action: verdict.reason === null ? "approved" : "rejected",
            reason: verdict.reason,
          }),
        ),
    })),
  ];
}

// Codes that look like those of M-Pesa: a letter for the year, one for the month, a sign for the day, and seven more.

const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const TAIL = 36n ** 7n;
// Odd and no multiple of 3: no two numbers below TAIL give the same tail.
const SPREAD = 48_271_604_711n;

/** Another code for each `number`. */
export function mpesaReference(at: Date, number: number): string {
  const [year = 0, month = 1, day = 1] = nairobiDate(at).split("-").map(Number);
  // 2024 is S.
  const head = `${SIGNS[(year - 2006) % 26]}${SIGNS[month - 1]}${day.toString(36)}`;
  const tail = ((BigInt(number) * SPREAD) % TAIL).toString(36).padStart(7, "0");
  return `${head}${tail}`.toUpperCase();
}

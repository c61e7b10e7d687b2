// The demo group while it is filled: its people's ids, what happens at which moment, and how people act, with the
// rights and locks of real requests.
import { nairobiDate } from "#domain/calendar.ts";
import { whyNot, type Action, type Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { inEnglish, type Translate } from "#messages/translator.ts";
import { decideAllPayments, type PaymentDecision } from "#server/core/approvals/decide-payments.ts";
import type { PaymentKind } from "#domain/payments/payment-kinds.ts";
import type { Decision } from "#server/core/approvals/verdicts.ts";
import { readActor } from "#server/core/identity/sessions.ts";
import { sumPostings } from "#server/core/ledger/balances.ts";
import { inTransaction, type Database, type Tx } from "#server/db/connection.ts";
import { holdMembership, lockMembership } from "#server/db/locks.ts";
import type { OpenDatabase } from "#server/db/open-database.ts";
import { indexNewLines, settleOpenItems } from "#server/jobs/commit-followers.ts";
import type { Origin } from "#server/platform/request.ts";
import type { Loan, Verdict } from "./group-life.ts";

export const demoOrigin: Origin = { address: "127.0.0.1", device: "demo", browser: null };

const anywhere = {
  publicUrl: "http://localhost",
  origin: demoOrigin,
  language: "en",
  t: inEnglish,
  chosenLanguage: null,
} as const;

export type By = {
  actor: Actor;
  now: Date;
  publicUrl: string;
  origin: Origin;
  language: "en";
  t: Translate;
  chosenLanguage: null;
};
export type DemoGroup = ReturnType<typeof foundDemoGroup>;

/** Something that a person does at a moment, in its own transaction or in one that deeds share. */
type Deed = {
  who: string;
  right: Action;
  at: Date;
  /** Whether the deed takes the membership lock exclusively, as its endpoint does. */
  changesMembership?: boolean;
};

/**
 * A transaction that several deeds share, and the rights of whoever acted in it: they cannot change until it ends.
 * `verdicts` are those that were not applied yet.
 */
type Shared = { tx: Tx; actors: Map<string, Actor>; verdicts: Verdicts };
/** All of one kind of payment. */
type Verdicts = (PaymentDecision & { kind: PaymentKind })[];

const share = (tx: Tx): Shared => ({ tx, actors: new Map(), verdicts: [] });

async function applyVerdicts({ tx, verdicts }: Shared): Promise<void> {
  const [first] = verdicts;
  if (first !== undefined) await decideAllPayments(tx, first.kind, verdicts.splice(0));
}

export function foundDemoGroup(database: OpenDatabase) {
  let shared: Shared | null = null;
  const ids = new Map<string, number>();
  const loanIds = new Map<Loan, number>();
  let references = 0;
  const idOf = (username: string): number => {
    const id = ids.get(username);
    if (id === undefined) throw new Error(`${username} has not signed up`);
    return id;
  };
  /** Refuses a deed for which the person has no right at that moment. */
  async function personIn({ tx, actors }: Shared, { who, right, at }: Deed): Promise<By> {
    const actor = actors.get(who) ?? (await readActor(tx, idOf(who)));
    actors.set(who, actor);
    const reason = whyNot(actor, right);
    if (reason !== null) throw refuse(reason);
    return { ...anywhere, actor, now: at };
  }
  async function act<T>(deed: Deed, work: (tx: Tx, by: By) => Promise<T>): Promise<T> {
    if (shared !== null) {
      const { tx } = shared;
      await applyVerdicts(shared);
      return work(tx, await personIn(shared, deed));
    }
    return inTransaction(database.db, async (tx) => {
      await (deed.changesMembership ? lockMembership(tx) : holdMembership(tx));
      return work(tx, await personIn(share(tx), deed));
    });
  }
  return {
    database,
    idOf,
    /** The ids of the loans that were applied for. */
    loanIds,
    signedUp: (username: string, id: number) => void ids.set(username, id),
    newReference: (at: Date) => mpesaReference(at, ++references),
    act,
    /** A verdict on a payment. A day's verdicts that follow one another in a shared transaction are given as a list. */
    decidePayment: async (kind: PaymentKind, deed: Deed, decision: Decision): Promise<void> => {
      if (shared === null)
        return act(deed, (tx, by) => decideAllPayments(tx, kind, [{ by, decision }]));
      // A list's notices are as late as its last verdict.
      const joins = shared.verdicts.every(
        (each) =>
          each.kind === kind &&
          each.decision.id !== decision.id &&
          nairobiDate(each.by.now) === nairobiDate(deed.at),
      );
      if (!joins) await applyVerdicts(shared);
      shared.verdicts.push({ kind, by: await personIn(shared, deed), decision });
    },
    /** The deeds in `work` share a transaction. */
    together: (work: () => Promise<void>): Promise<void> =>
      inTransaction(database.db, async (tx) => {
        await holdMembership(tx);
        shared = share(tx);
        try {
          await work();
          await applyVerdicts(shared);
        } finally {
          shared = null;
        }
      }),
  };
}

export type Happening = {
  at: Date;
  happen: (group: DemoGroup) => Promise<unknown>;
  /** Whether it only consists of deeds that may share a transaction with others, as requests that arrive together do. */
  shares?: boolean;
};

/**
 * Runs all happenings up to `today` in the order of time; those of the same moment in the order of the list. From
 * `follow.from` on, calls `follow.work` behind each of them, for what follows from it.
 */
export async function liveThrough(
  group: DemoGroup,
  happenings: readonly Happening[],
  { today, follow }: { today: Date; follow: { from: Date; work: (at: Date) => Promise<unknown> } },
): Promise<void> {
  const past = happenings
    .filter(({ at }) => at <= today)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  let sharing: Happening[] = [];
  const runSharing = async () => {
    if (sharing.length === 0) return;
    await group.together(async () => {
      for (const { happen } of sharing) await happen(group);
    });
    sharing = [];
  };
  for (const each of past) {
    if (each.shares === true && each.at < follow.from) sharing.push(each);
    else {
      await runSharing();
      await each.happen(group);
      if (each.at >= follow.from) await follow.work(each.at);
    }
  }
  await runSharing();
}

/** What a running server does soon after each commit: reading books and statements is quick after it. */
export async function updateProjections(db: Database): Promise<void> {
  await sumPostings(db);
  await settleOpenItems(db);
  await indexNewLines(db);
}

/** A request on which both offices decide: `ask` makes it, and each verdict comes at its own moment. */
export function request(requested: {
  at: Date;
  /** Returns the id that the verdicts name. */
  ask: (group: DemoGroup) => Promise<number>;
  right: Action;
  decide: (group: DemoGroup, deed: Deed, decision: Decision) => Promise<unknown>;
  verdicts: readonly Verdict[];
}): Happening[] {
  const { at, ask, right, decide, verdicts } = requested;
  let id = 0;
  return [
    { at, happen: async (group) => (id = await ask(group)), shares: true },
    ...verdicts.map((verdict) => ({
      at: verdict.at,
      shares: true,
      happen: (group: DemoGroup) =>
        decide(
          group,
          { who: verdict.by, right, at: verdict.at },
          {
            id,
            action: verdict.reason === null ? "approved" : "rejected",
            reason: verdict.reason,
          },
        ),
    })),
  ];
}

// Codes that look like those of M-Pesa: a letter for the year, one for the month, a sign for the day, and seven signs.

const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const TAIL = 36n ** 7n;
// Neither even nor a multiple of 3, so that no two numbers below TAIL have the same tail.
const SPREAD = 48_271_604_711n;

/** A different code for each `number`. */
export function mpesaReference(at: Date, number: number): string {
  const [year = 0, month = 1, day = 1] = nairobiDate(at).split("-").map(Number);
  // The letter of 2024 is S.
  const head = `${SIGNS[(year - 2006) % 26]}${SIGNS[month - 1]}${day.toString(36)}`;
  const tail = ((BigInt(number) * SPREAD) % TAIL).toString(36).padStart(7, "0");
  return `${head}${tail}`.toUpperCase();
}

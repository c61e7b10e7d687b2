// Fills an empty database with the demo group: every row through the actions that serve real people, at a moving clock.
import pino from "pino";
import {
  addMonths,
  firstOfMonth,
  nairobiDate,
  nairobiMidnight,
  type PlainDate,
} from "#domain/calendar.ts";
import type { Actor } from "#domain/permissions.ts";
import { readActor } from "#server/core/sessions.ts";
import { openThrottle } from "#server/core/throttle.ts";
import { inTransaction } from "#server/db/connection.ts";
import type { OpenDatabase } from "#server/db/open-database.ts";
import { activateMember, signUpMember } from "#server/features/auth/sign-up.ts";
import {
  decideContribution,
  payContribution,
} from "#server/features/contributions/contributions.actions.ts";
import { appointOfficial } from "#server/features/members/appoint-official.ts";
import { changeStatus } from "#server/features/members/change-status.ts";
import { demoPassword, demoPeople, type DemoPerson } from "./people.ts";

const MONTHS = 36;
const MONTHLY_CENTS = 100_000n;
const DAY_MS = 24 * 60 * 60 * 1000;
const origin = { address: "127.0.0.1", device: "demo" };

type Filling = {
  database: OpenDatabase;
  /** Ids by username, as people join. */
  ids: Map<string, number>;
};

/** Three years up to `today`: people join, pay each month, and both offices approve; some items still wait. */
export async function fillDemoGroup(database: OpenDatabase, today: Date): Promise<void> {
  const filling: Filling = { database, ids: new Map() };
  const thisMonth = firstOfMonth(nairobiDate(today));
  for (let ago = MONTHS; ago >= 0; ago--) {
    const month = addMonths(thisMonth, -ago);
    for (const person of demoPeople.filter((each) => each.joinedMonthsAgo === ago))
      await join(filling, person, momentOf(month, 0));
    await payMonth(filling, month, { ago, today });
  }
}

/** The morning of a day of the month; `day` counts from 0. */
function momentOf(month: PlainDate, day: number): Date {
  return new Date(nairobiMidnight(month).getTime() + day * DAY_MS + 9 * 60 * 60 * 1000);
}

async function join({ database, ids }: Filling, person: DemoPerson, now: Date): Promise<void> {
  const { db, pool } = database;
  const parts = {
    config: { publicUrl: "http://localhost" },
    throttle: openThrottle(pool, false),
    log: pino({ level: "silent" }),
  };
  const body = {
    first_name: person.firstName,
    last_name: person.lastName,
    username: person.username,
    email: person.email,
    phone: `+254${person.phone.slice(1)}`,
    RegNo: person.regNumber,
    password: demoPassword,
    confirm_password: demoPassword,
  };
  await signUpMember(db, parts, { now, origin, query: undefined, body });
  const activation_token = await mailedToken(database, person.email);
  await activateMember(db, parts, { now, origin, query: undefined, body: { activation_token } });
  const { id } = await db
    .selectFrom("members")
    .select("id")
    .where("username", "=", person.username)
    .executeTakeFirstOrThrow();
  ids.set(person.username, id);
  if (person.office !== null) {
    await appointOfficial(db, { email: person.email, office: person.office, now });
    return;
  }
  const chairperson = await readActor(db, idOf(ids, "chairperson"));
  const request = {
    now,
    origin,
    query: undefined,
    body: undefined,
    actor: chairperson,
    sessionId: 0,
    id,
  };
  await inTransaction(db, (tx) =>
    changeStatus(tx, request, { action: "approve", reason: undefined }),
  );
}

async function mailedToken({ db }: OpenDatabase, email: string): Promise<string> {
  const mail = await db
    .selectFrom("mails")
    .select("body")
    .where("recipient", "=", email)
    .orderBy("id")
    .executeTakeFirstOrThrow();
  const token = /\/user\/activate\/([^/\s]+)/.exec(mail.body ?? "")?.[1];
  if (token === undefined) throw new Error(`no activation link was mailed to ${email}`);
  return token;
}

function idOf(ids: Map<string, number>, username: string): number {
  const id = ids.get(username);
  if (id === undefined) throw new Error(`${username} has not joined`);
  return id;
}

async function payMonth(
  filling: Filling,
  month: PlainDate,
  { ago, today }: { ago: number; today: Date },
): Promise<void> {
  const paying = demoPeople.filter(
    (person, index) =>
      person.joinedMonthsAgo >= ago && (index * 3 + ago * 7) % 10 < person.diligence,
  );
  for (const [position, person] of paying.entries()) {
    const paidAt = momentOf(month, 2 + (position % 20));
    if (paidAt > today) continue;
    const reference = `S${month.slice(2, 4)}${month.slice(5, 7)}${String(position * 7919 + ago * 104_729).padStart(7, "0")}`;
    // In the last month the newest payments still wait for one office or both.
    const verdicts = ago > 0 ? 2 : [2, 1, 0][position % 3]!;
    await payOnce(filling, {
      person,
      month,
      paidAt,
      reference,
      verdicts,
      rejected: ago > 0 && position === 31,
    });
  }
}

type Payment = {
  person: DemoPerson;
  month: PlainDate;
  paidAt: Date;
  reference: string;
  /** How many offices have judged it. */
  verdicts: number;
  rejected: boolean;
};

async function payOnce({ database, ids }: Filling, payment: Payment): Promise<void> {
  const { db } = database;
  const by = async (
    username: string,
    now: Date,
  ): Promise<{ actor: Actor; now: Date; origin: typeof origin }> => ({
    actor: await readActor(db, idOf(ids, username)),
    now,
    origin,
  });
  const payer = await by(payment.person.username, payment.paidAt);
  const { contribution_id: id } = await inTransaction(db, (tx) =>
    payContribution(tx, payer, {
      amountCents: MONTHLY_CENTS,
      month: payment.month,
      paidAt: payment.paidAt,
      reference: payment.reference,
    }),
  );
  const judges = ["treasurer", "sec-gen"].slice(0, payment.verdicts);
  for (const [position, office] of judges.entries()) {
    const judge = await by(
      office,
      new Date(payment.paidAt.getTime() + (position + 1) * 60 * 60 * 1000),
    );
    const isRejection = payment.rejected && position === 1;
    await inTransaction(db, (tx) =>
      decideContribution(tx, judge, {
        id,
        action: isRejection ? "rejected" : "approved",
        reason: isRejection ? "The amount on the M-Pesa statement is different." : null,
      }),
    );
  }
}

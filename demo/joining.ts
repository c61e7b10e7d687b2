// How people come into the demo group: they sign up, prove their email address, and the Chairperson lets them in.
import pino from "pino";
import { yourRegNo, type PayTo } from "#domain/payments/pay-to.ts";
import { inEnglish } from "#messages/translator.ts";
import { openThrottle } from "#server/core/requests/throttle.ts";
import type { OpenDatabase } from "#server/db/open-database.ts";
import { activateMember, signUpMember } from "#server/features/auth/sign-up.ts";
import { changeGroupSettings } from "#server/features/group/settings.ts";
import { appointOfficial } from "#server/features/members/change-office.ts";
import { changeStatus } from "#server/features/members/change-status.ts";
import { demoOrigin, type DemoGroup } from "./demo-group.ts";
import { demoPassword, demoPeople, demoPerson, type DemoPerson } from "./people.ts";
import { hoursAfter, type Moments, type Happening } from "./timeline.ts";

export function joining({ inMonth, daysAgo }: Moments): Happening[] {
  const members = demoPeople.flatMap((person, index) => {
    if (person.joinedMonthsAgo === null) return [];
    // One after the other on the morning of the meeting.
    const at = inMonth(person.joinedMonthsAgo, 1, 8 + index / 30);
    return [signsUp(person, at), isLetIn(person, hoursAfter(at, 2))];
  });
  const turnedAway = inMonth(4, 6);
  return [
    ...members,
    signsUp(demoPerson("brian.mwenda"), turnedAway),
    changesStatus("brian.mwenda", hoursAfter(turnedAway, 55), {
      action: "reject",
      reason: "Nobody in the group knows you yet. Please come to a meeting with a member.",
    }),
    signsUp(demoPerson("kevin.mureithi"), daysAgo(8)),
    saysWhereToPay(inMonth(2, 3, 9)),
  ];
}

/** The Chairperson gives the group's paybill, and the bank for who pays there. */
function saysWhereToPay(at: Date): Happening {
  const deed = {
    who: "chairperson",
    right: "settings.write",
    at,
    changesMembership: true,
  } as const;
  const pay_to: PayTo[] = [
    { kind: "paybill", name: "Akiba Group", number: "400200", account: yourRegNo },
    { kind: "bank", name: "Equity Bank, Akiba Group", number: "0170265498321", account: "" },
  ];
  return {
    at,
    happen: ({ act }) =>
      act(deed, (tx, by) => {
        const request = { ...by, query: undefined, body: { pay_to }, sessionId: 0 } as const;
        return changeGroupSettings(tx, { ...request, id: 0, code: "bank" });
      }),
  };
}

/** The Chairperson changes a member's status. */
export function changesStatus(
  username: string,
  at: Date,
  command: { action: "approve" | "reject" | "dormant"; reason: string | undefined },
): Happening {
  const deed = {
    who: "chairperson",
    right: "members.manage",
    at,
    changesMembership: true,
  } as const;
  return {
    at,
    happen: ({ act, idOf }) =>
      act(deed, (tx, by) => {
        const request = {
          ...by,
          query: undefined,
          body: undefined,
          sessionId: 0,
          code: "bank",
        } as const;
        return changeStatus(tx, { ...request, id: idOf(username) }, command);
      }),
  };
}

function isLetIn({ username, email, office }: DemoPerson, at: Date): Happening {
  if (office === null) return changesStatus(username, at, { action: "approve", reason: undefined });
  return { at, happen: ({ database }) => appointOfficial(database.db, { email, office, now: at }) };
}

function signsUp(person: DemoPerson, at: Date): Happening {
  return { at, happen: (group) => signUp(group, person, at) };
}

async function signUp(
  { database, signedUp }: DemoGroup,
  person: DemoPerson,
  now: Date,
): Promise<void> {
  const { db, pool } = database;
  const parts = {
    config: { publicUrl: "http://localhost" },
    throttle: openThrottle(pool, false),
    log: pino({ level: "silent" }),
  };
  const requested = {
    now,
    origin: demoOrigin,
    language: "en" as const,
    t: inEnglish,
    chosenLanguage: null,
    query: undefined,
  };
  await signUpMember(db, parts, {
    ...requested,
    body: {
      first_name: person.firstName,
      last_name: person.lastName,
      username: person.username,
      email: person.email,
      phone: `+254${person.phone.slice(1)}`,
      RegNo: person.regNumber,
      password: demoPassword,
      confirm_password: demoPassword,
    },
  });
  const activation_token = await mailedToken(database, person.email);
  await activateMember(db, parts, {
    ...requested,
    now: hoursAfter(now, 0.1),
    body: { activation_token },
  });
  const { id } = await db
    .selectFrom("members")
    .select("id")
    .where("username", "=", person.username)
    .executeTakeFirstOrThrow();
  signedUp(person.username, id);
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

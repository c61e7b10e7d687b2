// How people join the demo group and leave it. They sign up and prove their email address, and the Chairperson lets
// them in. One member becomes dormant, one leaves owing a part of a loan, and one is paid out.
import pino from "pino";
import { nairobiDate } from "#domain/calendar.ts";
import { yourRegNo, type PayTo } from "#domain/payments/pay-to.ts";
import { inEnglish } from "#messages/translator.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import { openThrottle } from "#server/core/requests/throttle.ts";
import type { OpenDatabase } from "#server/db/open-database.ts";
import { activateMember, signUpMember } from "#server/features/auth/sign-up.ts";
import { recoverBadDebt } from "#server/features/bad-debts/bad-debts.ts";
import { changeGroupSettings } from "#server/features/group/settings.ts";
import { appointOfficial } from "#server/features/members/change-office.ts";
import { changeStatus } from "#server/features/members/change-status.ts";
import { readSettlementFigures } from "#server/features/settlements/settlement-figures.ts";
import { settleMember } from "#server/features/settlements/settlements.ts";
import { openPasswords } from "#server/platform/password-hash.ts";
import { demoOrigin, type DemoGroup, type Happening } from "./demo-group.ts";
import { hoursAfter, type GroupEvent } from "./group-life.ts";
import { demoPassword, demoPerson, type DemoPerson } from "./people.ts";
import type { DemoMember, Moments } from "./story.ts";

type Event<Kind> = Extract<GroupEvent<DemoMember>, { kind: Kind }>;

export function join({ at, activatedAt, letInAt, member }: Event<"joins">): Happening[] {
  const person = demoPerson(member.username);
  return [signsUp(person, at, activatedAt), isLetIn(person, letInAt)];
}

export function leave({ at, member, how }: Event<"leaves">): Happening {
  return how === "clear" ? clear(member.username, at) : exit(member.username, at);
}

/** The events of joining and leaving that no member's plan contains. */
export function membership({ inMonth, daysAgo }: Moments): Happening[] {
  const turnedAway = inMonth(4, 6);
  const newest = daysAgo(8);
  return [
    signsUp(demoPerson("brian.mwenda"), turnedAway, hoursAfter(turnedAway, 0.1)),
    changesStatus("brian.mwenda", hoursAfter(turnedAway, 55), {
      action: "reject",
      reason: "Nobody in the group knows you yet. Please come to a meeting with a member.",
    }),
    signsUp(demoPerson("kevin.mureithi"), newest, hoursAfter(newest, 0.1)),
    saysWhereToPay(inMonth(2, 3, 9)),
    changesStatus("zawadi.mwamburi", inMonth(5, 14, 9), {
      action: "dormant",
      reason: "Works abroad for a year and will come back.",
    }),
    recover("ochieng.ogola", 6_000, inMonth(3, 19, 12)),
    recover("ochieng.ogola", 3_000, inMonth(1, 19, 12)),
  ];
}

/** The Chairperson sets where members pay: the group's paybill, or its bank. */
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
function changesStatus(
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

function signsUp(person: DemoPerson, at: Date, activatedAt: Date): Happening {
  return { at, happen: (group) => signUp(group, person, { at, activatedAt }) };
}

async function signUp(
  { database, signedUp }: DemoGroup,
  person: DemoPerson,
  { at: now, activatedAt }: { at: Date; activatedAt: Date },
): Promise<void> {
  const { db, pool } = database;
  const parts = {
    config: { publicUrl: "http://localhost", sms: null, smtpUrl: null },
    passwords: openPasswords(null),
    throttle: openThrottle(pool, false),
    log: pino({ level: "silent" }),
  };
  const requested = {
    now,
    publicUrl: parts.config.publicUrl,
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
    now: activatedAt,
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

function clear(username: string, at: Date): Happening {
  const deed = { who: "treasurer", right: "exits.settle", at, changesMembership: true } as const;
  return {
    at,
    happen: ({ act, idOf }) =>
      act(deed, (tx, by) =>
        settleMember(tx, by, { memberId: idOf(username), kind: "clear", seen: null }),
      ),
  };
}

/** The exit has the figures that the official's screen shows. */
function exit(username: string, at: Date): Happening {
  const deed = { who: "chairperson", right: "exits.settle", at, changesMembership: true } as const;
  return {
    at,
    happen: ({ act, idOf }) =>
      act(deed, async (tx, by) => {
        const member = await lockMember(tx, idOf(username));
        const seen = await readSettlementFigures(tx, member, nairobiDate(at));
        return settleMember(tx, by, { memberId: member.id, kind: "exit", seen });
      }),
  };
}

function recover(username: string, kes: number, at: Date): Happening {
  const deed = { who: "treasurer", right: "bad-debts.recover", at } as const;
  const amountCents = BigInt(kes) * 100n;
  return {
    at,
    happen: ({ act, idOf }) =>
      act(deed, (tx, by) => recoverBadDebt(tx, by, { memberId: idOf(username), amountCents })),
  };
}

// The notices of the demo group in its last month, and when they read it. Before it the group had no channel
// but its list.
import type { Language } from "#domain/language.ts";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { keepLanguage } from "#server/core/members/keep-language.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import { changeGroupSettings } from "#server/features/group/settings.actions.ts";
import { sendDigest } from "#server/features/notices/remind-of-dates.ts";
import { sendMonthPage } from "#server/features/notices/month-page.ts";
import { markRead } from "#server/features/notices/notices.actions.ts";
import type { DemoGroup } from "./demo-group.ts";
import type { Moments } from "./moments.ts";
import { demoPeople } from "./people.ts";
import { openChannels } from "./sending.ts";
import type { Happening } from "./timeline.ts";

/** A whole month, so that a first day is always among them. */
export const NOTICE_DAYS = 31;

/** They hear in Swahili. */
const IN_SWAHILI = ["juma.mwakio", "mwende.kilonzo", "pendo.charo", "rehema.said", "barasa.wekesa"];

export function notices({ daysAgo }: Moments): Happening[] {
  const days = Array.from({ length: NOTICE_DAYS + 1 }, (_, ago) => ago);
  const begin = daysAgo(NOTICE_DAYS, 0);
  return [
    { at: begin, happen: ({ database }) => openChannels(database.db, begin) },
    ...IN_SWAHILI.map((who) => speaks(who, "sw", daysAgo(NOTICE_DAYS, 0.02))),
    ...days.flatMap((ago) => [
      monthPage(daysAgo(ago, 10 / 60)),
      // What waited for the end of the night is sent.
      { at: daysAgo(ago, 7 + 1 / 60), happen: async () => undefined },
      digest(daysAgo(ago, 8)),
    ]),
    ...reading(daysAgo),
    hasNoQuietHours(daysAgo(1, 18.5)),
  ];
}

function digest(at: Date): Happening {
  return { at, happen: ({ database }) => sendDigest(database.db, at) };
}

/** It names the fingerprint of the log, which is made from its tree. */
function monthPage(at: Date): Happening {
  return {
    at,
    happen: async ({ database: { db } }) => {
      await sealAudit(db);
      await sendMonthPage(db, at);
    },
  };
}

function speaks(who: string, language: Language, at: Date): Happening {
  return {
    at,
    happen: ({ act, idOf }) =>
      act({ who, right: "own.secure", at }, async (tx, { now, origin }) => {
        const member = await lockMember(tx, idOf(who));
        if (member !== undefined) await keepLanguage(tx, member, { language, now, origin });
      }),
  };
}

/** Everybody looks at the list every few days, and some never do. */
function reading(daysAgo: Moments["daysAgo"]): Happening[] {
  return demoPeople.flatMap(({ username, joinedMonthsAgo }, index) => {
    if (joinedMonthsAgo === null || index % 9 === 4) return [];
    const everyDays = 4 + (index % 5);
    const looks = Math.floor(NOTICE_DAYS / everyDays);
    return Array.from({ length: looks }, (_, look) =>
      looksAtList(username, daysAgo(2 + (index % 3) + look * everyDays, 18 + (index % 11) / 5)),
    );
  });
}

function looksAtList(who: string, at: Date): Happening {
  return {
    at,
    happen: ({ act }: DemoGroup) =>
      act({ who, right: "own.secure", at }, (tx, by) =>
        markRead(tx, { ...by, query: undefined, body: {}, sessionId: 0, id: 0, code: "bank" }),
      ),
  };
}

/** Whoever tries the demo at night sees what it sends at once. */
function hasNoQuietHours(at: Date): Happening {
  const deed = {
    who: "chairperson",
    right: "settings.write",
    at,
    changesMembership: true,
  } as const;
  const body = { quiet_from: "00:00", quiet_to: "00:00" };
  return {
    at,
    happen: ({ act }) =>
      act(deed, (tx, by) =>
        changeGroupSettings(tx, {
          ...by,
          query: undefined,
          body,
          sessionId: 0,
          id: 0,
          code: "bank",
        }),
      ),
  };
}

// What waits for people: one arm of SQL for each kind (PAY-37). The list of whoever asks, and the digest, read it here.
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { mayOffice, type Office } from "#domain/permissions.ts";
import type { WaitingKind } from "#domain/waiting-kinds.ts";
import type { Reader } from "#server/db/connection.ts";
import { isOpenApplication, isOpenChange, openToOffice } from "./open-to-office.ts";
import {
  claimsToConfirm,
  collectionsToDecide,
  disputedFigures,
  newcomers,
  openLineDays,
  phonesToConfirm,
  unansweredFigures,
  wordsToAgree,
} from "./what-waits.ts";

/** `office` is null for whoever may not act for one. */
type Person = { id: number; office: Office | null };

export type Waits = {
  member_id: number;
  kind: WaitingKind;
  count: number;
  /** The oldest of them. */
  since: Date;
  /** Of those that the person may decide on; null for none. */
  to_decide: number | null;
  to_decide_since: Date | null;
};

/** One query, however many people: arms of what is not theirs to decide are left out. Nobody waits for nobody. */
export async function readWhatWaits(
  reader: Reader,
  people: readonly Person[],
  now: Date,
): Promise<Waits[]> {
  if (people.length === 0) return [];
  const arms = people.flatMap((person) =>
    [...ofMember(person), ...ofOfficial(person, now)].map((arm) => selected(person, arm)),
  );
  const { rows } = await sql<Waits>`
    SELECT member_id, kind, sum(items)::int AS count, min(since) AS since,
           (sum(items) FILTER (WHERE decides))::int AS to_decide, min(since) FILTER (WHERE decides) AS to_decide_since
      FROM (${sql.join(arms, sql` UNION ALL `)}) AS waiting (member_id, kind, since, items, decides)
     GROUP BY member_id, kind`.execute(reader);
  return rows;
}

type Arm = {
  kind: RawBuilder<unknown>;
  since: RawBuilder<unknown>;
  /** `FROM … WHERE …`. */
  rows: RawBuilder<unknown>;
  /** How many a row stands for; one if it is left out. */
  items?: RawBuilder<unknown>;
  /** Whether the person may decide on it; true if it is left out. */
  decides?: RawBuilder<SqlBool>;
};

function selected({ id }: Person, arm: Arm): RawBuilder<unknown> {
  const { kind, since, rows, items = sql`1`, decides = sql`true` } = arm;
  return sql`SELECT ${id}::int, ${kind}, ${since}, ${items}, ${decides} ${rows}`;
}

const named = (kind: WaitingKind) => sql`${sql.lit(kind)}::text`;

function ofMember({ id }: Person): Arm[] {
  return [
    {
      kind: named("guarantee"),
      since: sql`g.asked_at`,
      rows: sql`FROM loan_guarantees g JOIN loans ON loans.id = g.loan_id
         WHERE g.member_id = ${id}::int AND g.state = 'asked' AND loans.status IN ('pending', 'pending_approval')`,
    },
    {
      kind: named("swap"),
      since: sql`s.asked_at`,
      rows: sql`FROM rotation_swaps s WHERE s.with_member = ${id}::int AND s.answer IS NULL`,
    },
    {
      kind: named("figures"),
      since: sql`opening.decided_at`,
      rows: unansweredFigures(sql`${id}::int`),
    },
  ];
}

function ofOfficial({ id, office }: Person, now: Date): Arm[] {
  if (office === null) return [];
  const who = sql<number>`${id}::int`;
  return [
    {
      kind: named("loan_application"),
      since: sql`loans.applied_at`,
      rows: sql`FROM loans JOIN members ON members.id = loans.member_id
         WHERE ${isOpenApplication({ office, callerId: id })}`,
    },
    {
      kind: named("loan_change"),
      since: sql`loan_changes.asked_at`,
      rows: sql`FROM loan_changes JOIN loans ON loans.id = loan_changes.loan_id
         WHERE ${isOpenChange({ office, callerId: id })}`,
    },
    // Also those that this official may not agree to (BOOK-20, MEM-28). A setting whose time has come counts already.
    {
      kind: named("proposal"),
      since: sql`p.proposed_at`,
      rows: sql`FROM proposals p WHERE p.outcome IS NULL AND (p.effective_at IS NULL OR p.effective_at > ${now})`,
      decides: sql`p.proposed_by <> ${who} AND p.concerns_id IS DISTINCT FROM ${who}`,
    },
    {
      kind: named("office"),
      since: sql`p.proposed_at`,
      rows: sql`FROM office_proposals p
         WHERE p.outcome IS NULL AND p.proposed_by <> ${who} AND p.member_id <> ${who}
           AND NOT EXISTS (SELECT FROM office_answers a WHERE a.proposal_id = p.id AND a.member_id = ${who})`,
    },
    { kind: named("claim"), since: sql`claim.claimed_at`, rows: claimsToConfirm(who) },
    {
      kind: named("line"),
      since: sql`day.on_day::timestamp AT TIME ZONE 'Africa/Nairobi'`,
      rows: openLineDays,
      items: sql`day.lines`,
    },
    { kind: named("word"), since: sql`word.written_at`, rows: wordsToAgree(who) },
    { kind: named("dispute"), since: sql`newest.answered_at`, rows: disputedFigures(who) },
    ofPayouts(id, office),
    ...(office === "Chairperson" ? ofChairperson : ofApprover(id, office)),
    ...(mayOffice(office, "openings.accept") ? [ofOpenings(id)] : []),
  ];
}

/** OUT-2, OUT-3: the office that has not proposed a payout, or not refused one that stayed unknown. */
function ofPayouts(id: number, office: Office): Arm {
  return {
    kind: named("payout"),
    since: sql`coalesce(p.unknown_since, p.proposed_at)`,
    rows: sql`FROM mpesa_payouts p LEFT JOIN members paid ON paid.id = p.member_id
      CROSS JOIN LATERAL (SELECT CASE coalesce(p.refusing_office, p.proposed_office)
                                 WHEN 'Treasurer' THEN 'Sec-Gen' ELSE 'Treasurer' END AS office) other
      WHERE (p.state = 'proposed' OR p.state = 'unknown' AND p.refusing_by IS NOT NULL)
        AND coalesce(p.refusing_by, p.proposed_by) <> ${id}::int AND p.member_id IS DISTINCT FROM ${id}::int
        AND ${office}::text = CASE WHEN other.office = paid.office THEN 'Chairperson' ELSE other.office END`,
  };
}

const ofChairperson: readonly Arm[] = [
  { kind: named("new_member"), since: sql`newcomer.created_at`, rows: newcomers },
  { kind: named("phone"), since: sql`asked.at`, rows: phonesToConfirm },
];

function ofApprover(id: number, office: Exclude<Office, "Chairperson">): Arm[] {
  return [
    {
      kind: sql`payments.kind`,
      since: sql`payments.submitted_at`,
      rows: sql`FROM payments
         WHERE payments.collection_id IS NULL AND ${openToOffice({ office, callerId: id })}`,
    },
    {
      kind: named("collection"),
      since: sql`sheet.entered_at`,
      rows: collectionsToDecide({ office, id }),
    },
    {
      kind: named("distribution"),
      since: sql`d.proposed_at`,
      rows: sql`FROM distributions d WHERE d.status = 'proposed'
        AND d.proposed_office <> ${office}::text AND d.proposed_by <> ${id}::int`,
    },
    {
      kind: named("distribution"),
      since: sql`t.given_at`,
      rows: sql`FROM distributions d JOIN distribution_take_backs t ON t.distribution_id = d.id
         WHERE d.status = 'posted' AND t.office <> ${office}::text AND t.member_id <> ${id}::int`,
    },
    {
      kind: named("rotation_request"),
      since: sql`r.asked_at`,
      rows: sql`FROM rotation_requests r
         WHERE r.office <> ${office}::text AND r.asked_by <> ${id}::int
           AND NOT EXISTS (SELECT FROM rotation_events e WHERE e.request_id = r.id)`,
    },
  ];
}

function ofOpenings(id: number): Arm {
  return {
    kind: named("opening"),
    since: sql`o.proposed_at`,
    rows: sql`FROM openings o WHERE o.status = 'proposed' AND o.proposed_by <> ${id}::int`,
  };
}

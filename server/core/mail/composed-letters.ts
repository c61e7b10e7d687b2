// Mails whose paragraphs depend on what happened; other mails are sent by key from where it happens.
import type { PlainDate } from "#domain/calendar.ts";
import type { ManageAction } from "#domain/members/member-status.ts";
import type { OfficeChange } from "#domain/members/office-proposal.ts";
import type { Cents } from "#domain/money.ts";
import { asksForRegNo, type PayTo } from "#domain/payments/pay-to.ts";
import type { Office } from "#domain/permissions.ts";
import { writeFingerprint } from "#domain/proofs/fingerprint.ts";
import { message, type Message } from "#messages/message.ts";
import type { TreeHead } from "#server/core/audit-log/log-tree.ts";
import { letter, type Letter } from "./letters.ts";

const statusLetters: Record<ManageAction, (reason: string) => Letter> = {
  approve: () => letter("approved"),
  reject: (reason) => letter("turnedAway", { reason }),
  activate: () => letter("activated"),
  dormant: () => letter("dormant"),
  deactivate: () => letter("deactivated"),
  lift_dormancy: () => letter("noLongerDormant"),
};

/** What a change of status means, for the member. `lostAt`: when the removal of the office counts; null if it has. */
export function statusLetter(change: {
  action: ManageAction;
  reason: string | undefined;
  lostOffice: Office | null;
  lostAt: Date | null;
  /** It does not count by time (MEM-46). */
  needsAgreement?: boolean;
}): Letter {
  const { action, reason, lostOffice: office, lostAt } = change;
  const changed = statusLetters[action](reason ?? "");
  if (office === null) return changed;
  return [
    ...changed,
    lostAt === null
      ? message("mails.lostWithStatus.office", { office })
      : message("mails.lostWithStatus.suspended", {
          office,
          moment: { at: lostAt },
          waits: change.needsAgreement === true ? "agreement" : "time",
        }),
  ];
}

/** Why a proposal for an office ended without effect. `lapsed`: the member could no longer hold the office. */
export type ProposalEnd =
  | { outcome: "objected"; by: string; reason: string }
  | { outcome: "withdrawn"; by: string }
  | { outcome: "lapsed" };

/** Of a proposal to give an office, or to take one. */
export function proposalEndedLetter(
  change: OfficeChange,
  about: { member: string; office: Office },
  end: ProposalEnd,
): Letter {
  if (change === "take") {
    const facts = { by: "", reason: "", ...about, ...end };
    return letter("officeStays", facts, ["ended", end.outcome]);
  }
  switch (end.outcome) {
    case "objected":
      return letter("officeObjected", { ...about, by: end.by, reason: end.reason });
    case "withdrawn":
      return letter("officeWithdrawn", { ...about, by: end.by });
    case "lapsed":
      return letter("officeLapsed", about);
  }
}

/** To a member who leaves: every figure, and what they were paid or, below 0, still owe. */
export function leavingLetter(figures: {
  contributionsCents: Cents;
  /** Their share of the interest. */
  givenCents: Cents;
  loansCents: Cents;
  /** Unpaid fines that were written off. */
  finesCents: Cents;
  dueCents: Cents;
}): Letter {
  const { finesCents, dueCents } = figures;
  const facts = {
    contributions: figures.contributionsCents,
    interest: figures.givenCents,
    loans: figures.loansCents,
    fines: finesCents,
    due: dueCents < 0n ? -dueCents : dueCents,
  };
  return letter("left", facts, [
    "opening",
    finesCents > 0n ? "figuresAndFines" : "figures",
    dueCents < 0n ? "owing" : "paid",
    "records",
  ]);
}

/** To a member who left in debt, when some of it is recovered. */
export function recoveryLetter(recovered: { amountCents: Cents; leftCents: Cents }): Letter {
  const { amountCents: amount, leftCents: left } = recovered;
  const rest = left === 0n ? "paidBack" : "owing";
  return letter("badDebtRecovered", { amount, left }, ["received", rest, "mistaken"]);
}

/** To the officials, when somebody (a full name) has changed where members pay (PAY-23): the old and the new ways. */
export function payToLetter(change: {
  before: readonly PayTo[];
  after: readonly PayTo[];
  by: string;
  now: Date;
}): Letter {
  return letter("payToChanged", {
    by: change.by,
    moment: { at: change.now },
    before: { lines: waysToPay(change.before) },
    after: { lines: waysToPay(change.after) },
  });
}

function waysToPay(ways: readonly PayTo[]): Message[] {
  if (ways.length === 0) return [message("mails.payTo.none")];
  return ways.map(({ kind, number, name, account: reference }) => {
    const way = message("mails.payTo.way", { kind, number, name });
    if (reference === "") return way;
    return asksForRegNo(reference)
      ? message("mails.payTo.toRegNo", { way })
      : message("mails.payTo.toAccount", { way, reference });
  });
}

type Breach = {
  /** The invariant as docs/invariants.md names it, in every language. */
  holds: string;
  name: string;
  offenders: readonly { id: number | string | null; found: string }[];
};

/** To the officials, when the check of the books finds a violation. */
export function brokenBooksLetter(run: { breaches: readonly Breach[]; checked: number }): Letter {
  const facts = { broken: run.breaches.length, count: run.checked };
  const each = run.breaches.map(({ holds, name, offenders }) => {
    const found = offenders.map((offender) => `${offender.id}: ${offender.found}`).join("; ");
    return message("mails.booksBroken.each", { what: `${holds} (${name}; ${found})` });
  });
  const stop = message("mails.booksBroken.stop");
  return [...letter("booksBroken", facts, ["found"]), ...each, stop];
}

type Check = { finished_at: Date; checked: number; failures: readonly { name: string }[] };

type Backup = { finishedAt: Date; digest: string; signer: string };

/**
 * To the officials each month: the head of the log, for them to store. `check` is the last check of the books,
 * `backup` the last signed one; null before the first.
 */
export function treeHeadLetter(
  { size, fingerprint }: TreeHead,
  params: { now: Date; publicUrl: string; check: Check | null; backup: Backup | null },
): Letter {
  const { now, publicUrl, check, backup } = params;
  const facts = {
    moment: { at: now },
    size,
    fingerprint: writeFingerprint(fingerprint),
    page: `${publicUrl}/check`,
  };
  const head = letter("treeHead", facts, ["opening", "head", "keep", "check"]);
  const signed =
    backup === null
      ? []
      : [
          message("mails.treeHead.backup", {
            backedUpAt: { at: backup.finishedAt },
            signer: backup.signer,
            digest: backup.digest,
          }),
        ];
  return [...head, checkedBooks(check), ...signed];
}

function checkedBooks(check: Check | null) {
  if (check === null) return message("mails.treeHead.unchecked");
  const { checked: count, failures } = check;
  const checkedAt = { at: check.finished_at };
  if (failures.length === 0) return message("mails.treeHead.sound", { checkedAt, count });
  const names = failures.map(({ name }) => name).join(", ");
  return message("mails.treeHead.broken", { checkedAt, failed: failures.length, count, names });
}

/** Whose sheet it is, its day, and its totals. */
export type BookFacts = {
  by: string;
  date: { day: PlainDate };
  members: number;
  savings: Cents;
};
type EndFacts = Pick<BookFacts, "by" | "date"> & { reason: string };

/** To the officials, at each step of bringing the group's book over (OPEN-40). */
export const openingLetters = {
  proposed: (facts: BookFacts): Letter => letter("openingProposed", facts, ["proposed", "waits"]),
  "proposed-unbalanced": (facts: BookFacts & { difference: Cents; reason: string }): Letter =>
    letter("openingProposed", facts),
  accepted: (facts: BookFacts): Letter => letter("openingAccepted", facts),
  refused: (facts: EndFacts): Letter => letter("openingRefused", facts),
  "take-back-asked": (facts: EndFacts): Letter => letter("openingTakeBackAsked", facts),
  "taken-back": (facts: EndFacts): Letter => letter("openingTakenBack", facts),
};

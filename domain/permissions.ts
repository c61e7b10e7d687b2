// Who may do what: one table for the server's guard and the menu of the screens.
/** In the order in which they are named. */
export const offices = ["Chairperson", "Treasurer", "Sec-Gen"] as const;
export type Office = (typeof offices)[number];
export type MemberStatus = "pending_approval" | "active" | "dormant" | "cleared";

export type Actor = {
  id: number;
  username: string;
  office: Office | null;
  status: MemberStatus;
  isActive: boolean;
  exited: boolean;
  /** A person with an auditor's seat, who is no member (MEM-40). Their `id` is negative, so that it is no member's. */
  isAuditor: boolean;
  /** An official who must set up two-step sign-in and has not: the rights of the office wait. */
  lacksTwoStep: boolean;
};

/** A member's status, or `left` after a clearing or exit. */
type Standing = "pending" | "active" | "dormant" | "left";
type Rule = { for: readonly Standing[] } | { offices: readonly Office[] };

const anyone: Rule = { for: ["pending", "active", "dormant", "left"] };
const everyoneApproved: Rule = { for: ["active", "dormant", "left"] };
const whoCanPay: Rule = { for: ["active", "dormant"] };
const anyOfficial: Rule = { offices };
const approvers: Rule = { offices: ["Treasurer", "Sec-Gen"] };
const chairperson: Rule = { offices: ["Chairperson"] };
const treasurer: Rule = { offices: ["Treasurer"] };
const nobodyElse: Rule = { offices: [] };

const rules = {
  // The member's own: account, contributions, loans, fines, transactions
  "own.read": anyone,
  "own.write": { for: ["pending", "active", "dormant"] },
  /** Password, sessions, signing out: also for people who may otherwise only read. */
  "own.secure": anyone,
  /** What M-PESA does for the group; one's own phone and account stand in it only for a member. */
  "mpesa.read": anyone,
  "session.end": anyone,
  /** Several reads in one request, each with its own right. */
  "questions.ask-together": anyone,
  /** One's own statement; another member's with `members.read-accounts`. */
  "member-statements.read": anyone,
  "contributions.pay": { for: ["pending", "active", "dormant"] },
  "loans.apply": { for: ["active"] },
  "loans.repay": whoCanPay,
  /** Joining, paying, leaving, swapping turns, and confirming what one got directly; each in a merry-go-round of one's own. */
  "rotations.take-part": whoCanPay,
  "fines.pay": whoCanPay,
  "funds.pay": whoCanPay,

  // The whole group's
  /** Active users, group savings, ledger balances. */
  "group.read-figures": everyoneApproved,
  "reports.read": everyoneApproved,
  "settings.read": everyoneApproved,
  /** Agreeing or objecting to what is proposed about an office; what it does depends on the person (MEM-44, MEM-45). */
  "roles.answer": everyoneApproved,
  /** The auditors' seats, and until when. */
  "auditors.read": everyoneApproved,

  // The two approving offices. An approval list is empty for everybody else, so only the menu needs this.
  "approvals.list": approvers,
  "contributions.decide": approvers,
  /** The Chairperson in place of an office whose holder applied (LOAN-8); it depends on the application. */
  "loan-applications.decide": anyOfficial,
  "loan-payments.decide": approvers,
  "fine-payments.decide": approvers,
  "payments.approve-many": approvers,
  "financial-summary.read": approvers,
  /** Importing and accepting statements, and matching their lines (STAT-10). */
  "statements.write": approvers,
  "reconciliation.accept": approvers,
  /** Rehearsing and proposing a share-out; agreeing to it is the other office's (SHARE-4). */
  "distributions.propose": approvers,
  "rotation-payments.decide": approvers,
  "fund-payments.decide": approvers,
  /** Paying a turn out and settling what a member owes; the other office has to agree (ROT-5, ROT-8). */
  "rotations.pay-out": approvers,
  /** Moving and counting cash; the other office has to agree (CASH-2). */
  "cash.move": approvers,
  /** Spending out of a fund and moving money between funds; the other office has to agree (FUND-4). */
  "funds.move": approvers,

  // Every official
  /** Of money out by M-PESA; the Chairperson in place of an office whose holder gets it (OUT-2). */
  "payouts.decide": anyOfficial,
  "payouts.read": anyOfficial,
  "members.list": anyOfficial,
  /** Another member's contributions, fines, transactions and bad debts. */
  "members.read-accounts": anyOfficial,
  "fines.charge": anyOfficial,
  "exits.settle": anyOfficial,
  /** Starting a merry-go-round, and drawing the order of its turns (ROT-1, ROT-2). */
  "rotations.manage": anyOfficial,
  /** Calling and holding a meeting, and writing what it decides (MEET-2). */
  "meetings.write": anyOfficial,
  "bad-debts.recover": anyOfficial,
  "entries.read": anyOfficial,
  /** What waits for a second official (BOOK-20, MEM-28). */
  "proposals.read": anyOfficial,
  "proposals.decide": anyOfficial,
  "statements.read": anyOfficial,
  "audit.read": anyOfficial,
  /** The lists behind the figures of a reconciliation. */
  "reconciliation.read-lists": anyOfficial,
  /** The sheet to fill in, and what came from the group's book (OPEN-1). */
  "openings.read": anyOfficial,
  /** Refusing a proposal, and taking back an accepted sheet. */
  "openings.end": anyOfficial,
  /** Confirming in person who claims a name of the group's book (OPEN-57). */
  "claims.confirm": anyOfficial,
  /** Confirming a member's figures on paper, or resolving a dispute. */
  "openings.answer": anyOfficial,
  "openings.rehearse": { offices: ["Treasurer", "Chairperson"] },
  "openings.propose": treasurer,
  "openings.accept": { offices: ["Sec-Gen", "Chairperson"] },
  /** Who was sent what, and its cost (NOTE-8). */
  "notices.read-sent": anyOfficial,
  /** Trying once whether the SMS gateway has money again (NOTE-4). */
  "notices.probe-gateway": anyOfficial,
  /** Agreeing to a word of the Chairperson (NOTE-7). */
  "words.agree": anyOfficial,
  /** The last check of the books and the last backup. */
  "health.read": anyOfficial,
  /** Saying that the server's day is right (SAFE-30). */
  "clock.accept": anyOfficial,

  // The Treasurer
  "entries.post": treasurer,
  "entries.reverse": treasurer,
  /** Correcting a mark on which a fine rests (MEET-7). */
  "meetings.correct-mark": treasurer,
  "years.close": treasurer,

  // The Chairperson
  "members.manage": chairperson,
  "roles.change": chairperson,
  "invitations.manage": chairperson,
  "setup.finish": chairperson,
  "settings.write": chairperson,
  "books.verify": chairperson,
  "two-step.reset": chairperson,
  "auditors.invite": chairperson,
  /** Making, changing and closing funds (FUND-3). */
  "funds.manage": chairperson,
  "words.write": chairperson,

  /** The auditor's own seat. */
  "auditors.read-own": nobodyElse,
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof rules;

/** Everything an auditor may do (MEM-41): read, and leave. */
const auditorMay: ReadonlySet<Action> = new Set([
  "session.end",
  "questions.ask-together",
  "auditors.read-own",
  "reports.read",
  "reconciliation.read-lists",
  "settings.read",
  "entries.read",
  "members.list",
  "members.read-accounts",
  "member-statements.read",
  "statements.read",
  "payouts.read",
  "mpesa.read",
  "audit.read",
]);

/** The codes of domain/refusals.ts for a missing right. */
type RightsRefusal =
  | "not-signed-in"
  | "forbidden"
  | "two-step-demanded"
  | "account-read-only"
  | "dormant-cannot-borrow"
  | "group-figures-after-approval"
  | "membership-not-approved";

export const actions = Object.keys(rules) as readonly Action[];

export function can(actor: Actor, action: Action): boolean {
  return whyNot(actor, action) === null;
}

/** Whether whoever holds the office may. */
export function mayOffice(office: Office, action: Action): boolean {
  const rule: Rule = rules[action];
  return "offices" in rule && rule.offices.includes(office);
}

/** The office whose rights the actor has. MEM-21: this needs `isActive` and status active. */
export function officeOf(actor: Actor): Office | null {
  return actor.lacksTwoStep ? null : heldOffice(actor);
}

function heldOffice(actor: Actor): Office | null {
  return actor.isActive && standingOf(actor) === "active" ? actor.office : null;
}

/** Why the actor may not, or null when they may. */
export function whyNot(actor: Actor, action: Action): RightsRefusal | null {
  if (!actor.isActive) return "not-signed-in";
  if (actor.isAuditor) return auditorMay.has(action) ? null : "forbidden";
  const rule: Rule = rules[action];
  if ("offices" in rule) {
    const office = heldOffice(actor);
    if (office === null || !rule.offices.includes(office)) return "forbidden";
    return actor.lacksTwoStep ? "two-step-demanded" : null;
  }
  const standing = standingOf(actor);
  return rule.for.includes(standing) ? null : refusalFor(standing, rule);
}

function refusalFor(standing: Standing, rule: { for: readonly Standing[] }): RightsRefusal {
  if (standing === "left") return "account-read-only";
  if (standing === "dormant") return "dormant-cannot-borrow";
  return rule.for.includes("left") ? "group-figures-after-approval" : "membership-not-approved";
}

function standingOf({ status, exited }: Actor): Standing {
  if (exited || status === "cleared") return "left";
  return status === "pending_approval" ? "pending" : status;
}

// The auditor's seat (MEM-40).

/** Its longest duration in days; the shortest is one day. */
export const auditorDaysMost = 90;

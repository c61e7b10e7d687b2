// Who may do what: one table, asked by the guard of the server and by the menu of the screens.
export type Office = "Chairperson" | "Treasurer" | "Sec-Gen";
export type MemberStatus = "pending_approval" | "active" | "dormant" | "cleared";

export type Actor = {
  id: number;
  username: string;
  office: Office | null;
  status: MemberStatus;
  isActive: boolean;
  exited: boolean;
  /** Somebody with an auditor's seat, who is no member (MEM-40). Their `id` is below 0, so that it is no member's. */
  isAuditor: boolean;
  /** An official of whom the group demands two-step sign-in, and who has not set it up: the office waits. */
  lacksTwoStep: boolean;
};

/** Where a member stands: their status, but whoever was cleared or has exited has `left`. */
type Standing = "pending" | "active" | "dormant" | "left";
type Rule = { for: readonly Standing[] } | { offices: readonly Office[] };

const anyone: Rule = { for: ["pending", "active", "dormant", "left"] };
const everyoneApproved: Rule = { for: ["active", "dormant", "left"] };
const whoCanPay: Rule = { for: ["active", "dormant"] };
const anyOfficial: Rule = { offices: ["Chairperson", "Treasurer", "Sec-Gen"] };
const approvers: Rule = { offices: ["Treasurer", "Sec-Gen"] };
const chairperson: Rule = { offices: ["Chairperson"] };
const treasurer: Rule = { offices: ["Treasurer"] };
const nobodyElse: Rule = { offices: [] };

const rules = {
  // What is the member's own: account, contributions, loans, fines, transactions
  "own.read": anyone,
  "own.write": { for: ["pending", "active", "dormant"] },
  /** Password, sessions, signing out: left even to who may otherwise only read. */
  "own.secure": anyone,
  "session.end": anyone,
  /** Several questions in one request, each with its own right. */
  "questions.ask-together": anyone,
  /** One's own statement; another member's with `members.read-accounts`. */
  "member-statements.read": anyone,
  "contributions.pay": { for: ["pending", "active", "dormant"] },
  "loans.apply": { for: ["active"] },
  "loans.repay": whoCanPay,
  "fines.pay": whoCanPay,

  // What belongs to the whole group
  /** Active users, group savings, ledger balances. */
  "group.read-figures": everyoneApproved,
  "reports.read": everyoneApproved,
  "settings.read": everyoneApproved,
  /** Which auditor's seats there are, and until when. */
  "auditors.read": everyoneApproved,

  // The two approving offices. An approval list answers everybody else with nothing, so only the menu asks for it.
  "approvals.list": approvers,
  "contributions.decide": approvers,
  /** The Chairperson in place of an office whose holder applied (LOAN-8); which application it is decides. */
  "loan-applications.decide": anyOfficial,
  "loan-payments.decide": approvers,
  "fine-payments.decide": approvers,
  "payments.approve-many": approvers,
  "financial-summary.read": approvers,
  /** Importing and accepting statements, and saying what their lines are (STAT-10). */
  "statements.write": approvers,
  "reconciliation.accept": approvers,

  // Every official
  "members.list": anyOfficial,
  /** Another member's contributions, fines, transactions and bad debts. */
  "members.read-accounts": anyOfficial,
  "fines.charge": anyOfficial,
  "exits.settle": anyOfficial,
  "bad-debts.recover": anyOfficial,
  "entries.read": anyOfficial,
  /** What waits for a second official (BOOK-20, MEM-28). */
  "proposals.read": anyOfficial,
  "proposals.decide": anyOfficial,
  "statements.read": anyOfficial,
  "audit.read": anyOfficial,
  /** What the figures of a reconciliation add up from. */
  "reconciliation.read-lists": anyOfficial,
  /** Agreeing to an office that another proposed, or objecting (MEM-24). */
  "roles.judge": anyOfficial,
  /** The sheet to fill in, and what was brought over from the group's book (OPEN-1). */
  "openings.read": anyOfficial,
  /** Refusing what is proposed, and taking back what was accepted. */
  "openings.end": anyOfficial,
  /** What members say of their figures: confirmed on paper, or a dispute resolved. */
  "openings.answer": anyOfficial,
  "openings.rehearse": { offices: ["Treasurer", "Chairperson"] },
  "openings.propose": treasurer,
  "openings.accept": { offices: ["Sec-Gen", "Chairperson"] },
  /** What was sent to whom, and what it cost (NOTE-8). */
  "notices.read-sent": anyOfficial,
  /** Trying once whether the SMS gateway has money again (NOTE-4). */
  "notices.probe-gateway": anyOfficial,
  /** Agreeing to a word that the Chairperson wrote (NOTE-7). */
  "words.agree": anyOfficial,
  /** The last check of the books and the last backup. */
  "health.read": anyOfficial,

  // The Treasurer
  "entries.post": treasurer,
  "entries.reverse": treasurer,
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
  "words.write": chairperson,

  /** The auditor's own seat. */
  "auditors.read-own": nobodyElse,
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof rules;

/** All that an auditor may do (MEM-41): read, and leave. */
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
  "audit.read",
]);

/** The codes of domain/refusals.ts that a missing right is reported with. */
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

/** The office whose rights the actor has. MEM-21: office rights need `isActive` and status active. */
export function officeOf(actor: Actor): Office | null {
  return actor.lacksTwoStep ? null : heldOffice(actor);
}

function heldOffice(actor: Actor): Office | null {
  return actor.isActive && standingOf(actor) === "active" ? actor.office : null;
}

/** The refusal that stands in the actor's way, or null when they may. */
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

/** The longest that it lasts; the shortest is a day. */
export const auditorDaysMost = 90;

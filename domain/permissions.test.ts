import { describe, expect, it } from "vitest";
import { actions, can, officeOf, whyNot, type Action, type Actor } from "./permissions.ts";

const person: Actor = {
  id: 1,
  username: "amina",
  office: null,
  status: "active",
  isActive: true,
  exited: false,
  isAuditor: false,
  lacksTwoStep: false,
};

const people = {
  pending: { ...person, status: "pending_approval" },
  active: person,
  dormant: { ...person, status: "dormant" },
  cleared: { ...person, status: "cleared" },
  exited: { ...person, status: "dormant", exited: true },
  Chairperson: { ...person, office: "Chairperson" },
  Treasurer: { ...person, office: "Treasurer" },
  "Sec-Gen": { ...person, office: "Sec-Gen" },
  auditor: { ...person, id: -1, isAuditor: true },
} satisfies Record<string, Actor>;

type Person = keyof typeof people;

const officials: Person[] = ["Chairperson", "Treasurer", "Sec-Gen"];
const everybody = Object.keys(people) as Person[];
const members = everybody.filter((who) => who !== "auditor");
const mayPay: Person[] = ["active", "dormant", ...officials];
const approved: Person[] = ["active", "dormant", "cleared", "exited", ...officials];
const approvers: Person[] = ["Treasurer", "Sec-Gen"];

const table: Record<Action, Person[]> = {
  "own.read": members,
  "own.write": ["pending", ...mayPay],
  "own.secure": members,
  "mpesa.read": everybody,
  "session.end": everybody,
  "questions.ask-together": everybody,
  "member-statements.read": everybody,
  "contributions.pay": ["pending", ...mayPay],
  "loans.apply": ["active", ...officials],
  "rotations.take-part": mayPay,
  "loans.repay": mayPay,
  "fines.pay": mayPay,
  "funds.pay": mayPay,
  "group.read-figures": approved,
  "reports.read": [...approved, "auditor"],
  "settings.read": [...approved, "auditor"],
  "roles.answer": approved,
  "auditors.read": approved,
  "approvals.list": approvers,
  "contributions.decide": approvers,
  "loan-applications.decide": officials,
  "loan-payments.decide": approvers,
  "fine-payments.decide": approvers,
  "payments.approve-many": approvers,
  "financial-summary.read": approvers,
  "reconciliation.accept": approvers,
  "rotation-payments.decide": approvers,
  "fund-payments.decide": approvers,
  "rotations.pay-out": approvers,
  "cash.move": approvers,
  "funds.move": approvers,
  "distributions.propose": approvers,
  "payouts.decide": officials,
  "payouts.read": [...officials, "auditor"],
  "members.list": [...officials, "auditor"],
  "members.read-accounts": [...officials, "auditor"],
  "statements.write": approvers,
  "fines.charge": officials,
  "rotations.manage": officials,
  "meetings.write": officials,
  "exits.settle": officials,
  "bad-debts.recover": officials,
  "entries.read": [...officials, "auditor"],
  "proposals.read": officials,
  "proposals.decide": officials,
  "audit.read": [...officials, "auditor"],
  "statements.read": [...officials, "auditor"],
  "reconciliation.read-lists": [...officials, "auditor"],
  "notices.read-sent": officials,
  "notices.probe-gateway": officials,
  "words.agree": officials,
  "words.write": ["Chairperson"],
  "health.read": officials,
  "clock.accept": officials,
  "openings.read": officials,
  "openings.end": officials,
  "openings.answer": officials,
  "claims.confirm": officials,
  "openings.rehearse": ["Chairperson", "Treasurer"],
  "openings.propose": ["Treasurer"],
  "openings.accept": ["Chairperson", "Sec-Gen"],
  "entries.post": ["Treasurer"],
  "entries.reverse": ["Treasurer"],
  "meetings.correct-mark": ["Treasurer"],
  "years.close": ["Treasurer"],
  "members.manage": ["Chairperson"],
  "books.verify": ["Chairperson"],
  "roles.change": ["Chairperson"],
  "two-step.reset": ["Chairperson"],
  "settings.write": ["Chairperson"],
  "funds.manage": ["Chairperson"],
  "auditors.invite": ["Chairperson"],
  "auditors.read-own": ["auditor"],
  "invitations.manage": ["Chairperson"],
  "setup.finish": ["Chairperson"],
};

describe("who may do what", () => {
  it.each(actions)("%s", (action) => {
    expect(everybody.filter((who) => can(people[who], action)).sort()).toEqual(
      [...table[action]].sort(),
    );
  });

  it.each(everybody)("nothing at all is allowed to %s once deactivated", (who) => {
    const actor = { ...people[who], isActive: false };
    expect(actions.filter((action) => can(actor, action))).toEqual([]);
    expect(whyNot(actor, "own.read")).toBe("not-signed-in");
  });
});

describe("the rights of an office", () => {
  it("need an active, approved member", () => {
    const treasurer: Actor = people.Treasurer;
    expect(officeOf(treasurer)).toBe("Treasurer");
    expect(officeOf({ ...treasurer, isActive: false })).toBeNull();
    expect(officeOf({ ...treasurer, exited: true })).toBeNull();
    for (const status of ["pending_approval", "dormant", "cleared"] as const) {
      expect(officeOf({ ...treasurer, status })).toBeNull();
      expect(can({ ...treasurer, status }, "contributions.decide")).toBe(false);
    }
  });
});

describe("the reason for a no", () => {
  it.each([
    ["active", "entries.post", "forbidden"],
    ["pending", "reports.read", "group-figures-after-approval"],
    ["pending", "loans.apply", "membership-not-approved"],
    ["pending", "members.list", "forbidden"],
    ["dormant", "loans.apply", "dormant-cannot-borrow"],
    ["cleared", "contributions.pay", "account-read-only"],
    ["exited", "loans.repay", "account-read-only"],
  ] as const)("%s asking for %s hears %s", (who, action, code) => {
    expect(whyNot(people[who], action)).toBe(code);
  });
});

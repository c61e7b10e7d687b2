// Who may do what, as the model sees it (API-2, API-18), and joining, status and offices (MEM-17, MEM-21).
import type { Json } from "#tests/support/test-group.ts";
import {
  isOfficial,
  isUndecided,
  type Model,
  type Office,
  type Person,
  personOf,
  type Proposal,
  statusOf,
  todayOf,
} from "./group-model.ts";

/** `signedIn: false` means no session, or one that has ended. */
export type Caller = { person: Person | null; signedIn: boolean };

export type Refused = { refused: number; sentence?: string };
export type Expected = Refused | { status: 200 | 201; check: (body: Json) => void };

export const refused = (status: number, sentence?: string): Refused =>
  sentence === undefined ? { refused: status } : { refused: status, sentence };

export type Right =
  | "see own"
  | "see figures"
  | "contribute"
  | "repay"
  | "borrow"
  | "be an official"
  | "decide"
  | "keep the books"
  | "lead";

const everyOffice: readonly Office[] = ["Chairperson", "Treasurer", "Sec-Gen"];
const offices: Partial<Record<Right, readonly Office[]>> = {
  "be an official": everyOffice,
  decide: ["Treasurer", "Sec-Gen"],
  "keep the books": ["Treasurer"],
  lead: ["Chairperson"],
};
type Standing = "pending" | "active" | "dormant" | "left";
const standings: Partial<Record<Right, readonly Standing[]>> = {
  "see own": ["pending", "active", "dormant", "left"],
  "see figures": ["active", "dormant", "left"],
  contribute: ["pending", "active", "dormant"],
  repay: ["active", "dormant"],
  borrow: ["active"],
};

function standingOf({ status, hasLeft }: Person): Standing {
  if (hasLeft || status === "cleared") return "left";
  return status === "pending_approval" ? "pending" : status;
}

export function may(person: Person, right: Right): boolean {
  if (!person.isActive) return false;
  const wanted = offices[right];
  if (wanted === undefined) return standings[right]!.includes(standingOf(person));
  return isOfficial(person) && wanted.includes(person.office!);
}

/** The refusal of a caller without this right: 401 comes before 403. Null if the caller may. */
export function denied({ person, signedIn }: Caller, right: Right): Refused | null {
  if (person === null || !signedIn || !person.isActive) return refused(401, "Please login again");
  return may(person, right) ? null : refused(403);
}

// Joining, status and offices.

export const manageActions = [
  "approve",
  "reject",
  "activate",
  "dormant",
  "deactivate",
  "lift_dormancy",
] as const;
export type ManageAction = (typeof manageActions)[number];

/** EXIT-10. A member who left in debt stays dormant until the debt is recovered, and a cleared one stays cleared. */
export function offered({ status, isActive, hasLeft }: Person): readonly ManageAction[] {
  if (status === "pending_approval") return ["approve", "reject"];
  if (!isActive) return ["activate"];
  if (hasLeft || status === "cleared") return [];
  return status === "active" ? ["dormant", "deactivate"] : ["lift_dormancy"];
}

export const isLastChairperson = (model: Model, person: Person): boolean =>
  person.office === "Chairperson" &&
  isOfficial(person) &&
  model.people.filter((each) => isOfficial(each) && each.office === "Chairperson").length === 1;

/** Whether the Chairperson's action is allowed. */
export function mayManage(
  model: Model,
  id: number,
  action: ManageAction,
  reason: boolean,
): boolean {
  const person = personOf(model, id);
  if (!offered(person).includes(action)) return false;
  if (action === "reject") return reason && !hasPayments(model, id);
  const endsOffice = action === "dormant" || action === "deactivate";
  return !(endsOffice && isLastChairperson(model, person));
}

/** MEM-18: whether the member has approved or undecided payments. */
const hasPayments = (model: Model, id: number): boolean =>
  model.payments.some(
    (payment) =>
      payment.memberId === id && (isUndecided(payment) || statusOf(payment) === "approved"),
  );

export function manage(model: Model, person: Person, action: ManageAction): void {
  if (action === "approve") {
    person.approvedOn ??= todayOf(model);
    [person.status, person.isActive] = ["active", true];
  }
  if (action === "reject" || action === "deactivate") person.isActive = false;
  if (action === "activate") person.isActive = true;
  if (action === "dormant") person.status = "dormant";
  if (action === "lift_dormancy") person.status = "active";
  if (action === "dormant" || action === "deactivate") loseOffice(model, person);
}

/** MEM-21: only an active member gets an office, and at most one. */
export const mayAssign = (person: Person): boolean =>
  person.isActive && person.status === "active" && !person.hasLeft && person.office === null;

/** MEM-25: once the books have begun, an office needs an approved contribution, or savings in the book (OPEN-72). */
export const hasContributed = (model: Model, { id, book }: Person): boolean =>
  (book !== null && book.savingsCents > 0n) ||
  model.payments.some(
    (payment) =>
      payment.memberId === id &&
      payment.kind === "contribution" &&
      statusOf(payment) === "approved",
  );

export const proposalOf = (model: Model, { id }: Person): Proposal | undefined =>
  model.proposals.find(({ memberId }) => memberId === id);

export function endProposal(model: Model, { id }: Person): void {
  model.proposals = model.proposals.filter(({ memberId }) => memberId !== id);
}

/** Removes the office and any proposal of a member who becomes dormant, is deactivated, or leaves. */
export function loseOffice(model: Model, person: Person): void {
  person.office = null;
  endProposal(model, person);
}

/** MEM-24: gives each proposed office whose time has come, which needs no request. */
export function countDueOffices(model: Model): void {
  const due = model.proposals.filter(({ effectiveAt }) => effectiveAt <= model.now);
  for (const { memberId, office } of due) {
    const person = personOf(model, memberId);
    if (mayAssign(person) && hasContributed(model, person)) person.office = office;
    endProposal(model, person);
  }
}

export const mayRemove = (model: Model, person: Person, office: Office): boolean =>
  person.office === office && !isLastChairperson(model, person);

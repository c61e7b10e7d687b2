// Joining, status and offices in the model (MEM-17, MEM-21).
import {
  isOfficial,
  isUndecided,
  personOf,
  statusOf,
  todayOf,
  type Model,
  type Office,
  type Person,
  type Proposal,
} from "./group-model.ts";

export const manageActions = [
  "approve",
  "reject",
  "activate",
  "dormant",
  "deactivate",
  "lift_dormancy",
] as const;
export type ManageAction = (typeof manageActions)[number];

/** EXIT-10. Whoever left in debt stays dormant until the debt is recovered, and whoever is cleared stays so. */
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

/** Whether the Chairperson's action goes through. */
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

/** MEM-18: approved or undecided ones. */
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

/** MEM-21: at most one office each, for the active. */
export const mayAssign = (person: Person): boolean =>
  person.isActive && person.status === "active" && !person.hasLeft && person.office === null;

/** MEM-25: once the books have begun, whoever is to hold an office has an approved contribution, or savings in the book (OPEN-72). */
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

/** Of who is made dormant, deactivated, or leaves: the office, and what is proposed. */
export function loseOffice(model: Model, person: Person): void {
  person.office = null;
  endProposal(model, person);
}

/** MEM-24: each counts when its time comes, whether or not anybody signed. */
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

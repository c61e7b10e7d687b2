// Who may do what, as the model sees it (API-2, API-18), and joining, status and offices (MEM-17, MEM-21).
import type { Json } from "#tests/support/test-group.ts";
import type { Cents } from "./arithmetic.ts";
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

export function manage(model: Model, person: Person, action: ManageAction, byId: number): void {
  const mightAnswer = person.status === "active" && person.isActive && person.office === null;
  if (action === "approve") {
    person.approvedOn ??= todayOf(model);
    person.approvedAt = model.now;
    [person.status, person.isActive] = ["active", true];
  }
  if (action === "reject" || action === "deactivate") person.isActive = false;
  if (action === "activate") person.isActive = true;
  if (action === "dormant") person.status = "dormant";
  if (action === "lift_dormancy") person.status = "active";
  if (action === "dormant" || action === "deactivate") {
    endRights(model, person, byId);
    if (mightAnswer && person.id !== byId) stopClock(model, byId, ["give", "take"]);
  }
  const isBack = action === "activate" || action === "lift_dormancy";
  if (!isBack || person.suspended === null || person.status !== "active") return;
  [person.office, person.suspended] = [person.suspended, null];
  endProposal(model, person);
}

/** MEM-21: only an active member gets an office, and at most one. */
export const mayAssign = (person: Person): boolean =>
  person.isActive &&
  person.status === "active" &&
  !person.hasLeft &&
  person.office === null &&
  person.suspended === null;

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

// Losing an office (MEM-23, MEM-26, MEM-46).

/** MEM-23: the rights end at once, and once the books have begun the office by a proposal. */
function endRights(model: Model, person: Person, byId: number): void {
  if (person.office === null || model.entries.length === 0 || byId === person.id)
    return loseOffice(model, person, byId);
  [person.suspended, person.office] = [person.office, null];
  person.lostOfficeAt = model.now;
  stopClock(model, byId);
  if (proposalOf(model, person) === undefined)
    propose(model, { kind: "take", person, office: person.suspended, byId });
}

/** A member without an office leaves: their proposal ends, and they can no longer object to what `byId` proposed. */
export function endVoice(model: Model, person: Person, byId: number): void {
  if (person.status === "active" && person.isActive) stopClock(model, byId, ["give", "take"]);
  endProposal(model, person);
}

/** Removes the office and any proposal of a member. `byId`: null for time and the operator. */
export function loseOffice(model: Model, person: Person, byId: number | null): void {
  const held = person.office ?? person.suspended;
  if (held !== null) person.lostOfficeAt = model.now;
  if (held !== null && byId !== null && byId !== person.id) stopClock(model, byId);
  [person.office, person.suspended] = [null, null];
  endProposal(model, person);
}

/**
 * MEM-46: what this person proposed to give, or will within a day, does not count by time; nor does what they proposed to
 * take, once they end the membership of somebody who might have answered.
 */
function stopClock(
  model: Model,
  byId: number,
  kinds: readonly Proposal["kind"][] = ["give"],
): void {
  const isVoice = kinds.includes("take");
  model.endedRights.push({ byId, at: model.now, isVoice });
  for (const proposal of model.proposals)
    if (kinds.includes(proposal.kind) && proposal.byId === byId) {
      proposal.needsAgreement = true;
      if (isVoice && model.now.getTime() - proposal.proposedAt.getTime() <= DELAY_MS)
        proposal.hasSilenced = true;
    }
}

export const DELAY_MS = 24 * 60 * 60_000;

export function propose(
  model: Model,
  proposed: { kind: "give" | "take"; person: Person; office: Office; byId: number },
): Proposal {
  const { kind, person, office, byId } = proposed;
  const now = model.now.getTime();
  const lately = model.endedRights.filter(
    (each) => each.byId === byId && now - each.at.getTime() <= DELAY_MS,
  );
  if (kind === "take") stopClock(model, byId);
  const effectiveAt = new Date(now + DELAY_MS);
  const needsAgreement = kind === "give" && lately.length > 0;
  const hasSilenced = lately.some(({ isVoice }) => isVoice);
  const of = { memberId: person.id, office, byId, proposedAt: model.now, effectiveAt, hasSilenced };
  const proposal = { kind, ...of, needsAgreement, answers: new Map() };
  model.proposals.push(proposal);
  return proposal;
}

/** MEM-24, MEM-26: applies each proposal whose time has come, which needs no request. */
export function countDueOffices(model: Model): void {
  const due = model.proposals.filter(
    (each) =>
      each.effectiveAt <= model.now && (!each.needsAgreement || haveReplacedOfficial(model, each)),
  );
  for (const proposal of due) {
    if (mayCount(model, proposal)) count(model, proposal, null);
    else endProposal(model, personOf(model, proposal.memberId));
  }
}

export function mayCount(model: Model, { kind, memberId, office }: Proposal): boolean {
  const person = personOf(model, memberId);
  return kind === "give"
    ? mayAssign(person) && hasContributed(model, person)
    : mayRemove(model, person, office);
}

export function count(
  model: Model,
  { kind, memberId, office, byId: makerId }: Proposal,
  byId: number | null,
): void {
  const person = personOf(model, memberId);
  if (kind === "take") return loseOffice(model, person, byId);
  model.officesGiven.push({ memberId, byId: makerId, at: model.now });
  holdOffice(person, office);
  endProposal(model, person);
}

export function holdOffice(person: Person, office: Office): void {
  person.office = office;
}

export const mayRemove = (model: Model, person: Person, office: Office): boolean =>
  (person.office ?? person.suspended) === office && !isLastChairperson(model, person);

// Who may answer (MEM-44, MEM-45).

const DAY_MS = 24 * 60 * 60_000;
const isActiveMember = ({ isActive, status, hasLeft }: Person) =>
  isActive && status === "active" && !hasLeft;

const heldOfficeLately = (model: Model, { office, suspended, lostOfficeAt }: Person) =>
  office !== null ||
  suspended !== null ||
  (lostOfficeAt !== null && model.now.getTime() - lostOfficeAt.getTime() <= 7 * DAY_MS);

export const mayAnswerAtAll = (model: Model, person: Person): boolean =>
  may(person, "see figures") && (isActiveMember(person) || heldOfficeLately(model, person));

/** The monthly amount that was in force at that moment. */
const monthlyAt = (model: Model, at: Date): Cents =>
  model.monthlyChanges.find((change) => change.at > at)?.beforeCents ?? model.terms.monthlyCents;

/** MEM-45: three months contributed for by then, or as much in the book. */
function hasThreeMonths(model: Model, { id, book }: Person, by: Date): boolean {
  if (book !== null && book.savingsCents >= 3n * monthlyAt(model, book.acceptedAt)) return true;
  const months = new Map<string, { cents: Cents; monthlyCents: Cents }>();
  for (const { memberId, kind, month, cents, settled } of model.payments) {
    if (memberId !== id || kind !== "contribution" || settled === undefined) continue;
    if (month === undefined || settled.at > by) continue;
    const monthlyCents = monthlyAt(model, settled.at);
    const paid = months.get(month) ?? { cents: 0n, monthlyCents };
    months.set(month, {
      cents: paid.cents + cents,
      monthlyCents: monthlyCents < paid.monthlyCents ? monthlyCents : paid.monthlyCents,
    });
  }
  return (
    [...months.values()].filter(({ cents, monthlyCents }) => cents >= monthlyCents).length >= 3
  );
}

/** Neither officials, nor who proposed it, nor whose office it is. */
const isOfElectorate = (person: Person, { memberId, byId }: Proposal): boolean =>
  isActiveMember(person) && person.office === null && person.id !== byId && person.id !== memberId;

function countsAsMember(model: Model, person: Person, proposal: Proposal): boolean {
  const { approvedAt } = person;
  const { proposedAt } = proposal;
  return (
    isOfElectorate(person, proposal) &&
    approvedAt !== null &&
    proposedAt.getTime() - approvedAt.getTime() > 30 * DAY_MS &&
    hasThreeMonths(model, person, proposedAt)
  );
}

/** Those whose answers are as `says`, of whom the last is `by`. */
const saying = (
  { answers }: Proposal,
  says: "agree" | "object",
  by?: { id: number; counts: boolean },
) => [
  ...[...answers].flatMap(([id, each]) =>
    id !== by?.id && each.says === says ? [{ id, counts: each.counts }] : [],
  ),
  ...(by === undefined ? [] : [by]),
];

/** MEM-45: more than half of those who count, three at least, and not before the wait is over. */
export function haveReplacedOfficial(
  model: Model,
  proposal: Proposal,
  by?: { id: number; counts: boolean },
): boolean {
  if (proposal.hasSilenced || model.now < proposal.effectiveAt) return false;
  const counting = model.people.filter((each) => countsAsMember(model, each, proposal));
  const agreed = saying(proposal, "agree", by).filter(
    ({ id, counts }) => counts && counting.some((each) => each.id === id),
  );
  return agreed.length >= 3 && agreed.length * 2 > counting.length;
}

/** What the answer does: null where it is not allowed. */
export function weigh(
  model: Model,
  proposal: Proposal,
  { person, says }: { person: Person; says: "agree" | "object" },
): { decides: boolean; counts: boolean; count: number } | null {
  const { kind, memberId, byId } = proposal;
  const { id } = person;
  if (id === byId) return null;
  const isOwn = id === memberId;
  const counts = countsAsMember(model, person, proposal);
  const isAlone = isOfficial(person) || (says === "object" && heldOfficeLately(model, person));
  const allAnswers = saying(proposal, says, { id, counts: counts && !isAlone && !isOwn });
  const count = allAnswers.filter((each) => each.counts).length;
  const noted = { decides: false, counts: false, count };
  if (isOwn && kind === "take") return { ...noted, decides: says === "agree" };
  if (isOwn && says === "agree") return null;
  if (isAlone) {
    const owes = model.officesGiven.some(
      (each) =>
        each.memberId === id &&
        each.byId === byId &&
        model.now.getTime() - each.at.getTime() <= 7 * DAY_MS,
    );
    return says === "agree" && owes ? null : { ...noted, decides: true };
  }
  if (isOwn) return isActiveMember(person) ? noted : null;
  if (says === "agree")
    return counts
      ? { decides: haveReplacedOfficial(model, proposal, { id, counts }), counts, count }
      : null;
  if (!isActiveMember(person)) return null;
  const all = allAnswers.filter((each) => each.id !== memberId).length;
  const active = model.people.filter((each) => isOfElectorate(each, proposal)).length;
  return { decides: count >= 3 || (all >= 3 && all * 3 >= active), counts, count };
}

// The Treasurer and the Sec-Gen decide on payments and loan applications.
import { toCents, total, unknownIds } from "./arithmetic.ts";
import { checkLoan, checkPayment, shownVerdicts } from "./figures.ts";
import {
  type Decided,
  isOwed,
  isUndecided,
  type Loan,
  type Model,
  type Payment,
  type PaymentKind,
  type Person,
  personOf,
  statusOf,
} from "./group-model.ts";
import { disburse, refuseDisbursement, shownStatus } from "./loans.ts";
import {
  canBeSettled,
  decide,
  type DecidingOffice,
  isHeldByAnother,
  isSecondApproval,
  mayDecide,
  settlePayment,
} from "./payments.ts";
import { type Caller, denied, may, refused, type Refused } from "./people.ts";
import { evidenceOf, matchPayment } from "./statements.ts";
import { agree, type World } from "./world.ts";

const paths: Record<PaymentKind, string> = {
  contribution: "/api/finances/monthly-contribution-approval/",
  loan_payment: "/api/finances/loan-payment-approval/",
  fine_payment: "/api/finances/fine-payment-approval/",
  rotation_payment: "/api/rotations/payments/approval/",
};

type Verdict = { action: string; reject_reason?: string; approve_reason?: string };

const chooseVerdict = ({ chance }: World): Verdict =>
  chance.weighted<Verdict>([
    [{ action: "approved" }, 78],
    [{ action: "approved", approve_reason: "I saw the money" }, 10],
    [{ action: "rejected", reject_reason: "No such payment" }, 7],
    [{ action: "rejected" }, 2],
    [{ action: "rejected", reject_reason: " " }, 1],
    [{ action: "pending_approval" }, 2],
  ]);

const isGood = ({ action, reject_reason }: Verdict): boolean =>
  action === "approved" || (action === "rejected" && (reject_reason ?? "").trim() !== "");

/** Chooses mostly somebody of an office that still has to decide on the item. */
function chooseDecider(world: World, item: Decided, officeOf: OfficeOf): Caller {
  const able = world.model.people.filter(
    (each) => may(each, "be an official") && mayDecide(item, each, officeOf(each)),
  );
  const person = world.chance.is(0.93) ? world.chance.maybeOne(able) : undefined;
  return person === undefined ? world.caller("decide") : { person, signedIn: true };
}

/** The office for which a person decides on an item. */
type OfficeOf = (person: Person) => DecidingOffice | null;

const ownOffice: OfficeOf = (person) =>
  may(person, "decide") ? (person.office as DecidingOffice) : null;

/** LOAN-8: the Chairperson decides in place of the borrower's office, and nobody else of that office does. */
const officeForLoan =
  (model: Model, loan: Loan): OfficeOf =>
  (person) => {
    const borrowers = personOf(model, loan.memberId).office;
    if (may(person, "lead") && borrowers !== "Chairperson") return borrowers;
    const own = ownOffice(person);
    return own === borrowers ? null : own;
  };

/** Chooses mostly an open item, so that money moves. */
function chooseItem<T extends Decided>(
  { chance }: World,
  items: readonly T[],
  isOpen: (item: T) => boolean,
) {
  const open = items.filter(isOpen);
  return chance.maybeOne(open.length > 0 && chance.is(0.94) ? open : items);
}

type Attempt = {
  world: World;
  by: Caller;
  verdict: Verdict;
  item: Decided;
  isKnown: boolean;
  unknownId: string | number;
  right: "decide" | "be an official";
  officeOf: OfficeOf;
};

/** Every obstacle to this verdict except the money. */
function refuseVerdict({
  by,
  verdict,
  item,
  isKnown,
  unknownId,
  right,
  officeOf,
}: Attempt): Refused | null {
  const refusal = denied(by, right);
  if (refusal !== null) return refusal;
  // An unknown item has no borrower, whose office the Chairperson could take.
  const office = isKnown ? officeOf(by.person!) : ownOffice(by.person!);
  const isApprover = may(by.person!, "decide");
  // Whether a Chairperson may decide depends on the item, so an unknown id is refused like somebody else's.
  const couldBeOne = isKnown || unknownId === 999_999;
  if (office === null && couldBeOne && (isKnown || !isApprover)) return refused(403);
  if (!isKnown) return refused(404);
  return isGood(verdict) && mayDecide(item, by.person!, office) ? null : refused(400);
}

const isPosting = ({ verdict, item }: Attempt) =>
  verdict.action === "approved" && isSecondApproval(item);

export const decidePayment =
  (kind: PaymentKind) =>
  async (world: World): Promise<boolean> => {
    const items = world.model.payments.filter((payment) => payment.kind === kind);
    const item = chooseItem(world, items, isUndecided);
    if (item !== undefined) await decideOne(world, item, chooseVerdict(world));
    return item !== undefined;
  };

async function decideOne(world: World, item: Payment, verdict: Verdict): Promise<void> {
  const { model, call } = world;
  const { kind } = item;
  const attempt = begin(world, item, verdict, { right: "decide", officeOf: ownOffice });
  const { by, isKnown } = attempt;
  const isHeld = verdict.action === "approved" && isHeldByAnother(model, item);
  const isContradicted =
    verdict.action === "approved" &&
    verdict.approve_reason === undefined &&
    evidenceOf(model, item) === "differs";
  const isTooMuch = isHeld || isContradicted || (isPosting(attempt) && !canBeSettled(model, item));
  await call({
    by,
    method: "POST",
    path: `${paths[kind]}${isKnown ? item.id : attempt.unknownId}/`,
    body: verdict,
    expected: refuseVerdict(attempt) ??
      (isTooMuch ? refused(400) : null) ?? {
        status: 200,
        check: (body) => {
          give(attempt);
          if (statusOf(item) === "approved") settle(model, item);
          checkPayment(world, item, body[kind]);
        },
      },
  });
}

/**
 * PAY-18: approves several payments of a kind at once, in their order and each as if alone. A refused one does not
 * affect the others.
 */
export async function approveMany(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const kind = chance.one([
    "contribution",
    "loan_payment",
    "fine_payment",
    "rotation_payment",
  ] as const);
  const all = model.payments.filter((payment) => payment.kind === kind);
  const open = all.filter(isUndecided);
  if (open.length === 0) return false;
  const by = chooseDecider(world, chance.one(open), ownOffice);
  const chosen = Array.from({ length: chance.whole(1, 12) }, () =>
    chance.one(chance.is(0.9) ? open : all),
  );
  const items = chosen.map((item) => ({ item, seen: seenAmount(world, item) }));
  const isGood = chance.is(0.97);
  await call({
    by,
    method: "POST",
    path: "/api/approvals/many/",
    body: {
      kind,
      action: isGood ? "approved" : chance.one(["rejected", "pending_approval", 1]),
      items: items.map(({ item, seen }) => ({ id: item.id, amount_seen: seen })),
    },
    expected: denied(by, "decide") ??
      (isGood ? null : refused(400)) ?? {
        status: 200,
        check: (body) => {
          const approved = approveEach(model, by.person!, items);
          const once = new Set(chosen.map(({ id }) => id));
          agree(
            "approved",
            body.approved,
            approved.map(({ id }) => id),
          );
          agree("refused", body.refused.length, once.size - approved.length);
          agree(
            "total",
            toCents(body.total),
            total(approved, ({ cents }) => cents),
          );
        },
      },
  });
  return true;
}

/** The amount that the official saw, in KES; mostly the payment's own. */
const seenAmount = ({ chance }: World, { cents }: Payment): unknown =>
  chance.is(0.93) ? Number(cents) / 100 : chance.one<unknown>([null, "x", 0.01, -5]);

function approveEach(
  model: Model,
  person: Person,
  items: readonly { item: Payment; seen: unknown }[],
): Payment[] {
  const office = ownOffice(person);
  const met = new Set<number>();
  return items.flatMap(({ item, seen }) => {
    if (met.has(item.id)) return [];
    met.add(item.id);
    const isSeen = seen === Number(item.cents) / 100;
    const isSettled = !isSecondApproval(item) || canBeSettled(model, item);
    const isRefused = isHeldByAnother(model, item) || evidenceOf(model, item) === "differs";
    if (!isSeen || !mayDecide(item, person, office) || isRefused || !isSettled) return [];
    decide(item, { person, office: office!, verdict: "approved" });
    if (statusOf(item) === "approved") settle(model, item);
    return [item];
  });
}

/** Settles an approved payment. A payment that held no reference before its approval may match a line only now. */
function settle(model: Model, item: Payment): void {
  settlePayment(model, item);
  if (personOf(model, item.memberId).status === "pending_approval") matchPayment(model, item);
}

const begin = (
  world: World,
  item: Decided,
  verdict: Verdict,
  deciding: Pick<Attempt, "right" | "officeOf">,
): Attempt => ({
  world,
  item,
  by: chooseDecider(world, item, deciding.officeOf),
  verdict,
  ...deciding,
  isKnown: world.chance.is(0.98),
  unknownId: world.chance.one(unknownIds),
});

const give = ({ by, verdict, item, officeOf }: Attempt) =>
  decide(item, {
    person: by.person!,
    office: officeOf(by.person!)!,
    verdict: verdict.action as "approved" | "rejected",
  });

export async function decideLoan(world: World): Promise<boolean> {
  const loan = chooseItem(world, world.model.loans, isApplied);
  if (loan !== undefined) await decideApplication(world, loan, chooseVerdict(world));
  return loan !== undefined;
}

const isApplied = ({ status }: Loan): boolean => status === "applied";

async function decideApplication(world: World, loan: Loan, verdict: Verdict): Promise<void> {
  const { model, call } = world;
  const attempt = begin(world, loan, verdict, {
    right: "be an official",
    officeOf: officeForLoan(model, loan),
  });
  const { by, isKnown } = attempt;
  const isClosed = loan.status !== "applied" ? refused(400) : null;
  await call({
    by,
    method: "POST",
    path: `/api/finances/loan-application-approval/${isKnown ? loan.id : attempt.unknownId}/`,
    body: verdict,
    expected: refuseVerdict(attempt) ??
      isClosed ??
      (isPosting(attempt) ? refuseDisbursement(model, loan) : null) ?? {
        status: 200,
        check: (body) => {
          give(attempt);
          if (statusOf(loan) === "approved") disburse(model, loan);
          if (statusOf(loan) === "rejected") loan.status = "rejected";
          checkLoan(model, body.loan);
          agree("verdicts", shownVerdicts(body.loan), {
            treasurer: loan.treasurer,
            secGen: loan.secGen,
          });
          agree("loan approval", body.loan.loan_approval, approvalOf(loan));
        },
      },
  });
}

const approvalOf = (loan: Loan): string => {
  const status = shownStatus(loan);
  if (status === "rejected") return status;
  return status.startsWith("pending") ? "pending_approval" : "approved";
};

/** Both offices decide everything for which one member waits, so that the member can leave. */
export async function decideAll(world: World): Promise<boolean> {
  const { chance, model } = world;
  const borrowers = model.loans.filter(isOwed).map(({ memberId }) => memberId);
  const id = chance.maybeOne(chance.is(0.6) ? borrowers : []) ?? chance.one(model.people).id;
  const payments = model.payments.filter((item) => item.memberId === id && isUndecided(item));
  const loans = model.loans.filter((loan) => loan.memberId === id && isApplied(loan));
  const rejected = { action: "rejected", reject_reason: "Before leaving" };
  const approved = { action: "approved", approve_reason: "I saw the money" };
  for (const item of payments)
    for (let turn = 0; turn < 2 && isUndecided(item); turn++)
      await decideOne(world, item, canBeSettled(model, item) ? approved : rejected);
  for (const loan of loans) await decideApplication(world, loan, rejected);
  return payments.length + loans.length > 0;
}

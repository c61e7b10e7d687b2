// A group as the specification and the contract describe it, in memory: its members, records and settings. Written
// from those texts only; it uses none of the application's rules.
import type { Json } from "#tests/support/test-group.ts";
import { type Cents, dayOf, total } from "./arithmetic.ts";

export type Office = "Chairperson" | "Treasurer" | "Sec-Gen";
export type Person = {
  id: number;
  username: string;
  email: string;
  password: string;
  office: Office | null;
  /** The office of a member who was made dormant or deactivated, until its removal counts (MEM-23). */
  suspended: Office | null;
  status: "pending_approval" | "active" | "dormant" | "cleared";
  isActive: boolean;
  /** True after an exit or a clearing. */
  hasLeft: boolean;
  signedUpOn: string;
  approvedOn: string | null;
  /** Who approved the membership, and when; the first officials have nobody, and the beginning of their day. */
  approvedAt: Date | null;
  lostOfficeAt: Date | null;
  /** The contributions that the group holds for them, in cents. */
  heldCents: Cents;
  /** Each change of them, by the day of its entry. */
  saved: { on: string; cents: Cents }[];
  /** What they paid into merry-go-rounds less what they received. */
  merryCents: Cents;
  /** When they left the group. */
  leftAt: Date | null;
  /** The member's figures in the group's book, while its sheet is in force. */
  book: BookOfPerson | null;
};
/** Days as `yyyy-MM-dd`; `paidUpTo` is the first of its month. */
export type BookOfPerson = {
  savingsCents: Cents;
  paidUpTo: string;
  lastPaidOn: string | null;
  closedOn: string;
  acceptedAt: Date;
};

export type Verdict = "pending_approval" | "approved" | "rejected";
export type Decided = {
  treasurer: Verdict;
  secGen: Verdict;
  treasurerId: number | null;
  secGenId: number | null;
};
export type PaymentKind = "contribution" | "loan_payment" | "fine_payment" | "rotation_payment";
export type Payment = Decided & {
  id: number;
  kind: PaymentKind;
  memberId: number;
  cents: Cents;
  reference: string;
  paidAt: Date;
  loanId: number | null;
  rotationId?: number;
  /** The month contributed for, `yyyy-MM`. */
  month?: string;
  /** When the second office approved it, and the fines that it settled. */
  settled?: { at: Date; fines: readonly Fine[] };
};
export type LoanType = "normal_loan" | "emergency_loan";
export type Loan = Decided & {
  id: number;
  memberId: number;
  type: LoanType;
  cents: Cents;
  totalCents: Cents;
  termMonths: number;
  status: "applied" | "rejected" | "active" | "default" | "cleared" | "written_off";
  startDate: string | null;
  expiryDate: string | null;
  balanceCents: Cents;
  /** The principal and interest in the books, in cents. */
  principalCents: Cents;
  interestCents: Cents;
  /** The loan comes from the group's book: nobody applied for it here. */
  isOfBook?: true;
};
export type Fine = {
  id: number;
  memberId: number;
  cents: Cents;
  unpaidCents: Cents;
  date: string;
  /** Who charged it without another official's agreement, and when. */
  alone?: { byId: number; at: Date };
  /** For a late fine: the day of the last payment, and how many months were charged. */
  late: { since: string; months: number } | null;
  state: "standing" | "reversed" | "written_off" | "taken_back";
};
export type Line = readonly [account: string, cents: Cents];
export type EntryKind =
  | PaymentKind
  | "disbursement"
  | "fine"
  | "post"
  | "declaration"
  | "dividend_payment"
  | "deposit"
  | "redemption"
  | "settlement"
  | "recovery"
  | "closing"
  | "reversal"
  | "share_out"
  | "rotation"
  | "opening";
export type Entry = {
  /** Known once an answer has reported it. */
  id: number | null;
  kind: EntryKind;
  date: string;
  lines: Line[];
  isReversed: boolean;
  /** The fine, declaration, deposit or payment concerned; for a reversal the entry that it reverses. */
  itemId: number | null;
};
export type Remainder = { id: number; cents: Cents; leftCents: Cents; isReversed: boolean };
export type BadDebt = {
  memberId: number;
  principalCents: Cents;
  interestCents: Cents;
  owedCents: Cents;
  recoveredCents: Cents;
};
export type Basis = "savings_days" | "shares" | "equal";
/** SHARE-1 to SHARE-4: what was requested. */
export type ShareOutTerms = {
  basis: Basis;
  cents: Cents;
  from: string;
  to: string;
  valueCents: Cents;
  returnsSavings: boolean;
  setOff: "none" | "overdue" | "all";
  payAs: "bank" | "savings";
};
export type ShareOutLine = {
  person: Person;
  weight: bigint;
  shareCents: Cents;
  savingsCents: Cents;
  finesCents: Cents;
  loans: { loan: Loan; cents: Cents }[];
  receivesCents: Cents;
};
export type ShareOut = {
  id: number;
  terms: ShareOutTerms;
  /** Frozen when it was proposed. */
  people: Person[];
  byId: number;
  office: Office;
  status: "proposed" | "posted" | "refused" | "taken_back";
  /** Once it is posted. */
  posted: PostedShareOut | null;
  takenBackBy: { office: Office; personId: number }[];
};
export type PostedShareOut = {
  at: Date;
  entry: Entry;
  lines: ShareOutLine[];
  fines: { fine: Fine; cents: Cents }[];
  /** What each loan was before it. */
  loans: { loan: Loan; principal: Cents; interest: Cents; status: Loan["status"] }[];
};
/** A turn of a merry-go-round, in its order. */
export type RotationTurn = { id: number; dueOn: string; handed: Cents; isPaidOut: boolean };
/** What one of its members owes and paid for each turn. */
export type Seat = {
  person: Person;
  /** Their own turn, from 0. */
  at: number;
  owed: Cents[];
  paid: Cents[];
  paidIn: Cents;
  /** Of what they paid in, what no turn takes. */
  spare: Cents;
  received: Cents;
  leftOn: string | null;
  /** Whether they left before anything of their turn was received. */
  isOutside: boolean;
};
export type Rotation = {
  id: number;
  cents: Cents;
  every: "week" | "two_weeks" | "month";
  firstOn: string;
  commitment: string;
  joined: { person: Person; word: string }[];
  /** Null before the draw. */
  seats: Seat[] | null;
  turns: RotationTurn[];
  /** Of one office: of a turn by its id, of what a member owes by their id below 0. */
  requests: { of: number; office: Office; byId: number }[];
  swaps: { id: number; by: Person; with: Person; status: "asked" | "done" | "refused" }[];
};
/** A proposed office (MEM-24). */
export type Proposal = {
  kind: "give" | "take";
  memberId: number;
  office: Office;
  byId: number;
  proposedAt: Date;
  effectiveAt: Date;
  needsAgreement: boolean;
  /** Its maker ended the membership of somebody who might have answered. */
  hasSilenced: boolean;
  /** The last answer of each person; `counts`: as one of the members who decide together. */
  answers: Map<number, { says: "agree" | "object"; counts: boolean }>;
};
/** The outcome of doing something now: a refusal, or how many cents it takes out of the bank (below 0: pays in) or fines. */
export type Attempt =
  | { refused: number; sentence?: string }
  | {
      takesCents: Cents;
      /** Of a fine: what its official charged alone in the 24 hours before. */
      fine?: { beforeCents: Cents };
      happen: (shown: { entry?: Json; settlement?: Json; isAgreed?: true }) => void;
    };
/** What waits for a second official (BOOK-20, MEM-28). */
export type WaitingProposal = {
  id: number;
  byId: number;
  /** The member who leaves, or is fined. */
  concernsId: number | null;
  /** For money: how much, by which right, and what is checked again when another official agrees. */
  money: {
    cents: Cents;
    right: "keep the books" | "be an official" | "decide";
    attempt: () => Attempt;
  } | null;
  /** Of undoing a match: the office that proposed it; the other agrees (STAT-29). */
  office?: Office;
  lineId?: number;
  /** For the setting: the new limit, and when it takes effect by itself. */
  setting: { aboveCents: Cents | null; effectiveAt: Date } | null;
  isDecided: boolean;
};
/** The group's settings; rates and shares in hundredths of a percent. */
export type Terms = {
  monthlyCents: Cents;
  /** The due day in the month after the month of the contribution. */
  dueDay: number;
  rate: Record<LoanType, bigint>;
  months: Record<LoanType, number>;
  limitMultiple: bigint;
  lateAfterMonths: number;
  lateCents: Cents;
  interestShare: bigint;
  yearStart: string;
  /** Taking more than this out of the bank needs a second official; null if no amount does. */
  secondPersonAbove: Cents | null;
  fineLimit: Cents;
};

export type Model = {
  now: Date;
  terms: Terms;
  people: Person[];
  proposals: Proposal[];
  /** Who proposed to take somebody's office, or ended an official's rights, and when. */
  endedRights: { byId: number; at: Date; isVoice: boolean }[];
  /** Who got an office by whose proposal, and when. */
  officesGiven: { memberId: number; byId: number; at: Date }[];
  /** The monthly amount before each change of it. */
  monthlyChanges: { at: Date; beforeCents: Cents }[];
  waiting: WaitingProposal[];
  payments: Payment[];
  loans: Loan[];
  fines: Fine[];
  entries: Entry[];
  declarations: Remainder[];
  deposits: Remainder[];
  badDebts: BadDebt[];
  shareOuts: ShareOut[];
  rotations: Rotation[];
  /** The statements of bank and M-PESA. */
  banked: Banked;
  /** The closed years, each as the calendar year in which it starts. */
  closedYears: number[];
};

export function emptyModel(now: Date, yearStart: string): Model {
  return {
    now,
    terms: {
      monthlyCents: 100_000n,
      dueDay: 5,
      rate: { normal_loan: 1_000n, emergency_loan: 1_000n },
      months: { normal_loan: 12, emergency_loan: 6 },
      limitMultiple: 3n,
      lateAfterMonths: 3,
      lateCents: 10_000n,
      interestShare: 6_300n,
      yearStart,
      secondPersonAbove: null,
      fineLimit: 500_000n,
    },
    people: [],
    proposals: [],
    endedRights: [],
    officesGiven: [],
    monthlyChanges: [],
    waiting: [],
    payments: [],
    loans: [],
    fines: [],
    entries: [],
    declarations: [],
    deposits: [],
    badDebts: [],
    shareOuts: [],
    rotations: [],
    banked: noBanked(),
    closedYears: [],
  };
}

export const todayOf = (model: Model): string => dayOf(model.now);
export const isOfficial = ({ office, isActive, status }: Person): boolean =>
  office !== null && isActive && status === "active";
export const personOf = (model: Model, id: number): Person => {
  const person = model.people.find((each) => each.id === id);
  if (person === undefined) throw new Error(`the model knows no member ${id}`);
  return person;
};

/** Changes what the group holds for them. */
export function changeSavings(person: Person, cents: Cents, on: string): void {
  person.heldCents += cents;
  person.saved.push({ on, cents });
}

/** PAY-10: pending until an office acts; both approve, either one rejects. */
export function statusOf({ treasurer, secGen }: Decided) {
  const verdicts = [treasurer, secGen];
  if (verdicts.includes("rejected")) return "rejected";
  const approvals = verdicts.filter((verdict) => verdict === "approved").length;
  return (["pending", "pending_approval", "approved"] as const)[approvals]!;
}
export const isUndecided = (item: Decided): boolean => statusOf(item).startsWith("pending");
export const unjudged = (): Decided => ({
  treasurer: "pending_approval",
  secGen: "pending_approval",
  treasurerId: null,
  secGenId: null,
});

/** MEM-20: is_active, approved, not cleared and not exited. */
export const sharesInInterest = ({ isActive, status, hasLeft }: Person): boolean =>
  isActive && (status === "active" || status === "dormant") && !hasLeft;

export const isOwed = ({ status }: Loan): boolean =>
  status === "active" || status === "default" || status === "written_off";
export const unpaidFines = (model: Model, memberId: number): Cents =>
  total(
    model.fines.filter((fine) => fine.memberId === memberId),
    ({ unpaidCents }) => unpaidCents,
  );
export const waiting = (model: Model, memberId: number, kind: PaymentKind): Payment[] =>
  model.payments.filter(
    (payment) => payment.memberId === memberId && payment.kind === kind && isUndecided(payment),
  );

/** The waiting change of the limit; at most one waits. */
export const settingProposal = (model: Model): WaitingProposal | undefined =>
  model.waiting.find(({ setting, isDecided }) => setting !== null && !isDecided);

/** Applies a change whose time has come (MEM-28). */
export function countDueLimit(model: Model): void {
  const due = settingProposal(model);
  if (due?.setting == null || due.setting.effectiveAt > model.now) return;
  due.isDecided = true;
  model.terms.secondPersonAbove = due.setting.aboveCents;
}

// Statements: accounts, files, their lines, and the days that the offices accepted.

export type StatementAccount = {
  id: number;
  /** The first day that none of its files covers yet. */
  next: string;
  closingCents: Cents;
};
export type LineKind = "payment_in" | "payment_out" | "charge" | "internal" | "failed";
export type StatementLine = {
  id: number;
  accountId: number;
  reference: string;
  /** For a reversal, the receipt that it takes back. */
  code: string | null;
  kind: LineKind;
  cents: Cents;
  day: string;
  match: PaymentMatch | { entryId: number } | null;
  pair: StatementLine | null;
};
/** Payments of one member and reference; `byHand`: an official said so, `differing` with a reason since the amounts do not agree. */
export type PaymentMatch = { paymentIds: readonly number[]; byHand: "" | "agreeing" | "reasoned" };
export type Statement = {
  id: number;
  accountId: number;
  from: string;
  to: string;
  openingCents: Cents;
  closingCents: Cents;
  lines: StatementLine[];
  sharesLines: boolean;
  isWhole: boolean;
  accepted: { office: string; personId: number }[];
  isWithdrawn: boolean;
  /** The text of the file. */
  text: string;
};
export type Open = { count: number; cents: Cents };
export type Acceptance = {
  day: string;
  office: string;
  personId: number;
  figures: string;
  open: Open;
  explained: boolean;
  /** The opening difference that was accepted with a reason. */
  openingGiven: Cents | null;
};
export type Banked = {
  accounts: StatementAccount[];
  statements: Statement[];
  lines: StatementLine[];
  /** The rejected payments whose lines were given to those beside them. */
  released: Set<number>;
  acceptances: Acceptance[];
};

export const noBanked = (): Banked => ({
  accounts: [],
  statements: [],
  lines: [],
  released: new Set(),
  acceptances: [],
});

// Share-outs in the reference model: who gets what, what is set off, and what rests on one (SHARE-1 to SHARE-7).
import { type Cents, daysLater, total } from "./arithmetic.ts";
import { balanceSheet, bankBalance, post, yearHolding } from "./books.ts";
import {
  changeSavings,
  type Fine,
  type Line,
  type Loan,
  type Model,
  type Person,
  sharesInInterest,
  type ShareOut,
  type ShareOutLine,
  type ShareOutTerms,
  todayOf,
  unpaidFines,
  waiting,
} from "./group-model.ts";
import { loansOf } from "./loans.ts";
import { payFines, repay } from "./payments.ts";

const above0 = (cents: Cents): Cents => (cents > 0n ? cents : 0n);
const smaller = (one: Cents, other: Cents): Cents => (one < other ? one : other);

/** SHARE-1: the retained earnings of today. */
export const distributable = (model: Model): Cents =>
  above0(-(balanceSheet(model, todayOf(model)).equities.get("retained_earnings") ?? 0n));

/** Each line by the id of its member; none if nobody has a weight. `people`: the frozen list. */
export function linesOf(model: Model, terms: ShareOutTerms, people = model.people): ShareOutLine[] {
  const sharing = people.filter(sharesInInterest).toSorted((one, other) => one.id - other.id);
  const weighed = sharing.map((person) => ({ person, weight: weightOf(person, terms) }));
  const all = total(weighed, ({ weight }) => weight);
  if (all === 0n) return [];
  const parts = weighed.map((each) => ({
    ...each,
    cents: (terms.cents * each.weight) / all,
    rest: (terms.cents * each.weight) % all,
  }));
  const over = Number(terms.cents - total(parts, ({ cents }) => cents));
  const lucky = parts
    .toSorted((one, other) =>
      one.rest === other.rest ? one.person.id - other.person.id : one.rest > other.rest ? -1 : 1,
    )
    .slice(0, over);
  return parts.map((part) =>
    setOff(model, terms, {
      person: part.person,
      weight: part.weight,
      shareCents: part.cents + (lucky.includes(part) ? 1n : 0n),
    }),
  );
}

/** Counts day by day, as the rule is written. */
function weightOf({ saved }: Person, { basis, from, to, valueCents }: ShareOutTerms): bigint {
  if (basis === "equal") return 1n;
  const heldOn = (day: string) => total(saved, ({ on, cents }) => (on <= day ? cents : 0n));
  if (basis === "shares") return above0(heldOn(to)) / valueCents;
  let sum = 0n;
  for (let day = from; day <= to; day = daysLater(day, 1)) sum += heldOn(day);
  return above0(sum);
}

type Share = Pick<ShareOutLine, "person" | "weight" | "shareCents">;

/** SHARE-3: fines, then loans, the oldest first, never more than the member gets. */
function setOff(model: Model, terms: ShareOutTerms, share: Share): ShareOutLine {
  const { person, shareCents } = share;
  const savingsCents = terms.returnsSavings ? person.heldCents : 0n;
  let left = shareCents + savingsCents;
  const take = (cents: Cents) => {
    const taken = smaller(cents, left);
    left -= taken;
    return taken;
  };
  const isSetOff = terms.setOff !== "none";
  const finesCents = isSetOff ? take(unpaidFines(model, person.id)) : 0n;
  const loans = (isSetOff ? runningOf(model, person) : [])
    .map((loan) => ({ loan, cents: take(owedOn(model, loan, terms)) }))
    .filter(({ cents }) => cents > 0n);
  return { ...share, savingsCents, finesCents, loans, receivesCents: left };
}

const runningOf = (model: Model, { id }: Person): Loan[] =>
  loansOf(model, id)
    .filter(({ status }) => status === "active" || status === "default")
    .toSorted((one, other) =>
      one.startDate === other.startDate
        ? one.id - other.id
        : one.startDate! < other.startDate!
          ? -1
          : 1,
    );

/** What a payment that waits would repay is left to it; while one waits, only what is overdue is taken. */
function owedOn(model: Model, loan: Loan, { setOff: which }: ShareOutTerms): Cents {
  const waits = total(
    waiting(model, loan.memberId, "loan_payment").filter(({ loanId }) => loanId === loan.id),
    ({ cents }) => cents,
  );
  const overdue = loan.expiryDate! < todayOf(model) ? loan.balanceCents : 0n;
  const wanted = which === "all" && waits === 0n ? loan.balanceCents : overdue;
  return smaller(wanted, above0(loan.balanceCents - waits));
}

export const savingsIn = (lines: readonly ShareOutLine[]): Cents =>
  total(lines, ({ savingsCents }) => savingsCents);
export const receivedIn = (lines: readonly ShareOutLine[]): Cents =>
  total(lines, ({ receivesCents }) => receivesCents);

/** Whether so much was earned, and anybody has a weight. */
export const isShareable = (model: Model, { terms, lines }: Shown): boolean =>
  terms.cents <= distributable(model) && lines.length > 0;
type Shown = { terms: ShareOutTerms; lines: readonly ShareOutLine[] };

/** Whether the bank has what leaves it. */
export const isAffordable = (model: Model, { terms, lines }: Shown): boolean =>
  terms.payAs === "savings" || receivedIn(lines) <= bankBalance(model);

/** SHARE-5: one entry for all. */
export function postShareOut(model: Model, shareOut: ShareOut, entryId: number): void {
  const { terms } = shareOut;
  const today = todayOf(model);
  const lines = linesOf(model, terms, shareOut.people);
  const fines = lines.flatMap(({ person, finesCents }) => payFines(model, person.id, finesCents));
  const loans = lines.flatMap((line) =>
    line.loans.map(({ loan, cents }) => {
      const { status } = loan;
      return { loan, status, ...repay(loan, cents) };
    }),
  );
  for (const { person, savingsCents, receivesCents } of lines) {
    if (savingsCents > 0n) changeSavings(person, -savingsCents, today);
    if (terms.payAs === "savings") changeSavings(person, receivesCents, today);
  }
  const posted: Line[] = [
    ["dividend_expense", terms.cents],
    ["monthly_contribution", savingsIn(lines)],
    ["fine_receivable", -total(fines, ({ cents }) => cents)],
    ["loan_receivable", -total(loans, ({ principal }) => principal)],
    ["interest_receivable", -total(loans, ({ interest }) => interest)],
    [terms.payAs === "bank" ? "bank" : "monthly_contribution", -receivedIn(lines)],
  ];
  const entry = post(model, { kind: "share_out", lines: posted, id: entryId });
  shareOut.status = "posted";
  shareOut.posted = { at: model.now, entry, lines, fines, loans };
}

/** SHARE-7: a later payment or share-out on what it settled, a member who left, savings that are gone, a closed year. */
export function doesAnythingRest(model: Model, shareOut: ShareOut): boolean {
  const { at, entry, lines, fines, loans } = shareOut.posted!;
  const isSince = (moment: Date | undefined | null) => moment != null && moment >= at;
  const ownFines = fines.map(({ fine }) => fine);
  const ownLoans = loans.map(({ loan }) => loan);
  const touches = (others: readonly Fine[]) => others.some((fine) => ownFines.includes(fine));
  const isPaidSince = model.payments.some(
    ({ settled, loanId }) =>
      isSince(settled?.at) &&
      (ownLoans.some(({ id }) => id === loanId) || touches(settled?.fines ?? [])),
  );
  const isSharedSince = model.shareOuts.some(
    ({ status, posted }) =>
      status === "posted" &&
      posted !== null &&
      posted.entry !== entry &&
      isSince(posted.at) &&
      (touches(posted.fines.map(({ fine }) => fine)) ||
        posted.loans.some(({ loan }) => ownLoans.includes(loan))),
  );
  return (
    isPaidSince ||
    isSharedSince ||
    lines.some(({ person }) => isSince(person.leftAt)) ||
    model.closedYears.includes(yearHolding(model, entry.date)) ||
    (shareOut.terms.payAs === "savings" &&
      lines.some(({ person, receivesCents }) => person.heldCents < receivesCents))
  );
}

/** Fines and loans are as before, and one entry of today reverses it. */
export function takeBack(model: Model, shareOut: ShareOut): void {
  const { entry, lines, fines, loans } = shareOut.posted!;
  const today = todayOf(model);
  for (const { fine, cents } of fines) fine.unpaidCents += cents;
  for (const { loan, principal, interest, status } of loans) {
    loan.balanceCents += principal + interest;
    loan.principalCents += principal;
    loan.interestCents += interest;
    if (loan.status === "cleared") loan.status = status;
  }
  for (const { person, savingsCents, receivesCents } of lines) {
    if (savingsCents > 0n) changeSavings(person, savingsCents, today);
    if (shareOut.terms.payAs === "savings") changeSavings(person, -receivesCents, today);
  }
  entry.isReversed = true;
  const back = entry.lines.map(([account, cents]) => [account, -cents] as const);
  post(model, {
    kind: "reversal",
    lines: back,
    ...(entry.id === null ? {} : { itemId: entry.id }),
  });
  shareOut.status = "taken_back";
}

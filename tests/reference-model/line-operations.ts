// Matching lines, undoing matches, recording payments and booking entries.
import { type Cents, monthsLater, total } from "./arithmetic.ts";
import {
  type Attempt,
  type Entry,
  type Model,
  type Payment,
  type PaymentKind,
  type StatementLine,
  statusOf,
  todayOf,
  unjudged,
} from "./group-model.ts";
import { isDayOpen, keep } from "./ledger-operations.ts";
import { isReferenceFree, payableFines } from "./payments.ts";
import { type Caller, denied, type Expected, may, refused } from "./people.ts";
import { checkLine } from "./statement-operations.ts";
import {
  besides,
  giveBack,
  isProved,
  lineOf,
  linesOfEntry,
  paymentsOn,
  stands,
  stateOf,
  unpair,
} from "./statements.ts";
import { agree, doneOrProposed, type World } from "./world.ts";

const LINES = "/api/statements/lines/";

/** Whether the line can be matched. */
const isMatchable = (model: Model, line: StatementLine): boolean =>
  stateOf(model, line) !== "matched" &&
  line.kind !== "failed" &&
  line.kind !== "internal" &&
  isProved(model, line);

const standing = (model: Model): StatementLine[] =>
  model.banked.lines.filter((line) => stands(model, line));

function chooseLine({ chance, model }: World, wanted: (line: StatementLine) => boolean) {
  giveBack(model);
  const lines = standing(model);
  return chance.maybeOne(chance.is(0.9) ? lines.filter(wanted) : lines);
}

type Target = { kind: PaymentKind; payment: Payment } | { kind: "entry"; entry: Entry };

export async function matchLine(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const line = chooseLine(world, (each) => stateOf(model, each) === "open");
  const target = line === undefined ? undefined : chooseTarget(world, line);
  if (line === undefined || target === undefined) return false;
  const by = world.caller("decide");
  const fits = fitsTarget(model, target, line);
  const reason = chance.is(0.6) ? { reason: "The member showed it" } : {};
  const isGood =
    isMatchable(model, line) &&
    fits !== "taken" &&
    (fits === "agrees" || reason.reason !== undefined);
  const id = target.kind === "entry" ? target.entry.id! : target.payment.id;
  const matched = matchOf(model, { target, line, isReasoned: reason.reason !== undefined });
  await call({
    by,
    method: "POST",
    path: `${LINES}${line.id}/match/`,
    body: { kind: target.kind, id, ...reason },
    expected: denied(by, "decide") ??
      (isGood ? null : refused(400)) ?? {
        status: 200,
        check: (body) => {
          unpair(line);
          line.match = matched;
          checkLine(model, line, body.line);
        },
      },
  });
  return true;
}

/** STAT-63: by hand too a line is all of a member's payments with one reference, if it is no single one of them. */
function matchOf(
  model: Model,
  { target, line, isReasoned }: { target: Target; line: StatementLine; isReasoned: boolean },
): StatementLine["match"] {
  if (target.kind === "entry") return { entryId: target.entry.id! };
  const parts = partsThatFit(model, target.payment, line) ?? [target.payment];
  return {
    paymentIds: parts.map(({ id }) => id),
    byHand: isReasoned && parts.length === 1 ? "reasoned" : "agreeing",
  };
}

/** The payment, or it and those beside it, that come to the line; null if neither does. */
function partsThatFit(model: Model, payment: Payment, { cents }: StatementLine): Payment[] | null {
  if (payment.cents === cents) return [payment];
  const free = besides(model, payment).filter((each) => lineOf(model, each) === undefined);
  return total(free, (each) => each.cents) === cents ? free : null;
}

/** A target for the line, mostly one with the line's amount. */
function chooseTarget({ chance, model }: World, { cents }: StatementLine): Target | undefined {
  const payments = model.payments.filter((payment) => payment.cents === cents);
  const entries = model.entries.filter(({ id, kind }) => id !== null && kind !== "opening");
  const fitting = entries.filter((entry) => bankOf(entry) === cents);
  const entry = chance.maybeOne(fitting.length > 0 ? fitting : chance.is(0.3) ? entries : []);
  if (entry !== undefined) return { kind: "entry", entry };
  const payment = chance.maybeOne(
    payments.length > 0 ? payments : chance.is(0.3) ? model.payments : [],
  );
  return payment === undefined ? undefined : { kind: payment.kind, payment };
}

const bankOf = ({ lines }: Entry): Cents =>
  total(
    lines.filter(([account]) => account === "bank"),
    ([, cents]) => cents,
  );

function fitsTarget(
  model: Model,
  target: Target,
  line: StatementLine,
): "agrees" | "differs" | "taken" {
  if (target.kind !== "entry") {
    const { payment } = target;
    if (statusOf(payment) === "rejected" || lineOf(model, payment) !== undefined) return "taken";
    return partsThatFit(model, payment, line) === null ? "differs" : "agrees";
  }
  const { entry } = target;
  const bank = bankOf(entry);
  const lines = total(linesOfEntry(model, entry.id!), ({ cents }) => cents);
  const isPayment = ["contribution", "loan_payment", "fine_payment", "rotation_payment"].includes(
    entry.kind,
  );
  if (bank === 0n || isPayment || entry.isReversed || entry.kind === "reversal" || lines === bank)
    return "taken";
  const isWithin = bank > 0n ? lines + line.cents <= bank : lines + line.cents >= bank;
  return isWithin && line.cents > 0n === bank > 0n ? "agrees" : "differs";
}

export async function unmatchLine(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const line = chooseLine(world, (each) => each.match !== null || each.pair !== null);
  if (line === undefined) return false;
  const by = world.caller("decide");
  const hasReason = chance.is(0.7);
  const isGood = line.match !== null || line.pair !== null;
  const isApproved = paymentsOn(model, line).some((each) => statusOf(each) === "approved");
  const expected = (): Expected => {
    if (!isGood) return refused(400);
    if (isApproved) return hasReason ? unmatchProposed(model, by, line) : refused(400);
    return {
      status: 200,
      check: (body) => {
        line.match = null;
        unpair(line);
        checkLine(model, line, body.line);
      },
    };
  };
  await call({
    by,
    method: "POST",
    path: `${LINES}${line.id}/unmatch/`,
    ...(hasReason ? { body: { reason: "Another member's money" } } : {}),
    expected: denied(by, "decide") ?? expected(),
  });
  return true;
}

/** STAT-29: the match stays until the other office agrees; one proposal for a line waits. */
function unmatchProposed(model: Model, by: Caller, line: StatementLine): Expected {
  const { match } = line;
  const waits = model.waiting.some((each) => each.lineId === line.id && !each.isDecided);
  if (waits) return refused(400);
  const attempt = (): Attempt =>
    line.match === match && stands(model, line)
      ? { takesCents: line.cents, happen: () => void (line.match = null) }
      : refused(400);
  return {
    status: 201,
    check: (shown) => {
      agree("what both offices undo", shown.status, "proposed");
      model.waiting.push({
        id: shown.id,
        byId: by.person!.id,
        concernsId: null,
        money: { cents: line.cents, right: "decide", attempt },
        office: by.person!.office!,
        lineId: line.id,
        setting: null,
        isDecided: false,
      });
    },
  };
}

/** Records a line of money in, which nobody claimed, as a payment of a member who may pay. */
export async function recordLine(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const line = chooseLine(world, (each) => each.cents > 0n && stateOf(model, each) === "open");
  const payers = model.people.filter((each) => may(each, "repay"));
  const person = chance.maybeOne(payers);
  if (line === undefined || person === undefined) return false;
  const by = world.caller("decide");
  const kind = chance.one(["contribution", "contribution", "fine_payment"] as const);
  const payment: Payment = {
    ...unjudged(),
    id: 0,
    kind,
    memberId: person.id,
    cents: line.cents,
    reference: line.code ?? line.reference,
    paidAt: new Date(`${line.day}T12:00:00+03:00`),
    loanId: null,
    month: todayOf(model).slice(0, 7),
  };
  const isGood =
    line.kind === "payment_in" &&
    isMatchable(model, line) &&
    isReferenceFree(model, payment) &&
    (kind === "contribution" || line.cents <= payableFines(model, person.id));
  await call({
    by,
    method: "POST",
    path: `${LINES}${line.id}/record/`,
    body: { member_id: person.id, kind, contribution_month: monthsLater(todayOf(model), 0) },
    expected: denied(by, "decide") ??
      (isGood ? null : refused(400)) ?? {
        status: 201,
        check: (body) => {
          model.payments.push({ ...payment, id: body.payment.id });
          unpair(line);
          line.match = { paymentIds: [body.payment.id], byHand: "agreeing" };
        },
      },
  });
  return true;
}

/** Books charges and other money out as a single expense, or money in as income. */
export async function bookLines(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const first = chooseLine(world, (each) => stateOf(model, each) === "open");
  if (first === undefined) return false;
  const others = standing(model).filter(
    (each) =>
      each !== first && each.cents > 0n === first.cents > 0n && stateOf(model, each) === "open",
  );
  const lines = [first, ...others.filter(() => chance.is(0.2)).slice(0, 3)];
  const by = world.caller("keep the books");
  const cents = total(lines, (line) => line.cents);
  const isIn = first.cents > 0n;
  const day = lines
    .map((line) => line.day)
    .toSorted()
    .at(-1)!;
  const account = isIn ? "other_income" : "transaction_cost";
  const made = {
    kind: "post",
    lines: [
      ["bank", cents],
      [account, -cents],
    ],
  } as const;
  const attempt = (): Attempt => {
    giveBack(model);
    const isPossible =
      lines.every((line) => stands(model, line) && isMatchable(model, line)) &&
      isDayOpen(model, { day, lines: [...made.lines] });
    if (!isPossible) return refused(400);
    return {
      takesCents: -cents,
      happen: (shown) => {
        const entry = shown.entry ?? null;
        const id =
          entry === null
            ? (shown as { lines: { match: { id: number } }[] }).lines[0]!.match.id
            : entry.id;
        if (entry === null) model.entries.push(bookedEntry(id, made.lines, day));
        else keep(model, { ...made, lines: [...made.lines], day }, entry);
        for (const line of lines) {
          unpair(line);
          line.match = { entryId: id };
        }
      },
    };
  };
  await call({
    by,
    method: "POST",
    path: `${LINES}book/`,
    body: {
      line_ids: lines.map(({ id }) => id),
      type: isIn ? "other_income" : "expense",
      ...(isIn ? {} : { category: account }),
      description: "From the statement",
    },
    expected:
      denied(by, "keep the books") ??
      doneOrProposed(model, { by, right: "keep the books", status: 201, attempt }),
  });
  return true;
}

const bookedEntry = (
  id: number,
  lines: readonly (readonly [string, Cents])[],
  date: string,
): Entry => ({
  id,
  kind: "post",
  date,
  lines: [...lines],
  isReversed: false,
  itemId: null,
});

// The Treasurer and the Sec-Gen share out, and take a share-out back.
import type { Json } from "#tests/support/test-group.ts";
import { amountField, daysLater, toCents, toKes, total, unknownIds } from "./arithmetic.ts";
import { bankBalance } from "./books.ts";
import {
  type Basis,
  type Model,
  sharesInInterest,
  type ShareOut,
  type ShareOutLine,
  type ShareOutTerms,
  todayOf,
} from "./group-model.ts";
import { type Caller, denied, type Expected, may, refused } from "./people.ts";
import { chooseDay, read } from "./report-operations.ts";
import {
  distributable,
  doesAnythingRest,
  isAffordable,
  isShareable,
  linesOf,
  postShareOut,
  receivedIn,
  savingsIn,
  takeBack,
} from "./share-outs.ts";
import { agree, type World } from "./world.ts";

const PATH = "/api/distributions/";

type Requested = { terms: ShareOutTerms; body: Json; isGood: boolean };

function chooseTerms(world: World): Requested {
  const { chance, model } = world;
  const today = todayOf(model);
  const most = distributable(model);
  const { sent, isGood } = amountField(
    chance,
    chance.weighted([
      [(most * BigInt(chance.whole(1, 60))) / 100n + 1n, 8],
      [most + (most === 0n ? 1n : 0n), 2],
      [most + 1n, 1],
    ]),
  );
  const basis = chance.one<Basis>(["savings_days", "shares", "equal"]);
  const day = chooseDay(world);
  const to = chance.weighted([
    [today, 6],
    [day, 2],
    [daysLater(today, 1), 0.5],
  ]);
  const from = daysLater(to, -chance.whole(-2, 200));
  const valueCents = chance.cents(100, 2_000);
  const returnsSavings = chance.is(0.1);
  const payAs = chance.one(["bank", "savings"] as const);
  const setOff = chance.one(["none", "overdue", "all"] as const);
  const sendsValue = chance.is(0.95);
  const terms: ShareOutTerms = {
    basis,
    cents: isGood ? toCents(Number(sent)) : 0n,
    from,
    to,
    valueCents,
    returnsSavings,
    setOff,
    payAs,
  };
  const body = {
    basis,
    amount: sent,
    to,
    ...(basis === "savings_days" ? { from } : {}),
    ...(basis === "shares" && sendsValue ? { share_value: toKes(valueCents) } : {}),
    return_savings: returnsSavings,
    set_off: setOff,
    pay_as: payAs,
    description: "What was earned",
  };
  const goesTogether =
    to <= today &&
    !(basis === "savings_days" && from > to) &&
    (basis !== "shares" || sendsValue) &&
    !(returnsSavings && payAs === "savings");
  return { terms, body, isGood: isGood && goesTogether };
}

const mayBeShared = (model: Model, { terms, isGood }: Requested): boolean =>
  isGood && isShareable(model, { terms, lines: linesOf(model, terms) });

export async function previewShareOut(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  if (distributable(model) === 0n && chance.is(0.9)) return false;
  const by = world.caller("decide");
  const requested = chooseTerms(world);
  await call({
    by,
    method: "POST",
    path: `${PATH}preview/`,
    body: requested.body,
    expected: denied(by, "decide") ??
      (mayBeShared(model, requested) ? null : refused(400)) ?? {
        status: 200,
        check: (shown) =>
          checkFigures(model, requested.terms, linesOf(model, requested.terms), shown),
      },
    exact: true,
  });
  return true;
}

export async function proposeShareOut(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const waits = model.shareOuts.some(({ status }) => status === "proposed");
  if ((distributable(model) === 0n || waits) && chance.is(0.9)) return false;
  const by = world.caller("decide");
  const requested = chooseTerms(world);
  const { terms } = requested;
  await call({
    by,
    method: "POST",
    path: PATH,
    body: requested.body,
    expected: denied(by, "decide") ??
      (mayBeShared(model, requested) && !waits ? null : refused(400)) ?? {
        status: 201,
        check: ({ distribution: shown }) => {
          const shareOut: ShareOut = {
            id: shown.id,
            terms,
            people: model.people.filter(sharesInInterest),
            byId: by.person!.id,
            office: by.person!.office!,
            status: "proposed",
            posted: null,
            takenBackBy: [],
          };
          model.shareOuts.push(shareOut);
          checkShareOut(model, by, shareOut, shown);
        },
      },
  });
  return true;
}

/** Mostly the newest one in that state; or any, or none. */
function chooseShareOut({ chance, model }: World, status: ShareOut["status"]) {
  const fitting = model.shareOuts.filter((each) => each.status === status);
  const shareOut = chance.is(0.95) ? fitting.at(-1) : chance.maybeOne(model.shareOuts);
  return { shareOut, isKnown: shareOut !== undefined && chance.is(0.97) };
}

/** The other office agrees, or either one refuses. */
export async function decideShareOut(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const { shareOut, isKnown } = chooseShareOut(world, "proposed");
  if (shareOut === undefined) return false;
  const others = model.people.filter(
    (each) => may(each, "decide") && each.office !== shareOut.office && each.id !== shareOut.byId,
  );
  const other = chance.is(0.85) ? chance.maybeOne(others) : undefined;
  const by = other === undefined ? world.caller("decide") : { person: other, signedIn: true };
  const agrees = chance.is(0.8);
  const lines = linesOf(model, shareOut.terms, shareOut.people);
  const now = shareOut.terms.cents + savingsIn(lines);
  const seen = chance.is(0.93) ? now : now + 1n;
  const hasReason = chance.is(0.9);
  const decided = (): Expected => {
    if (!isKnown) return refused(404);
    const isOwn = by.person!.id === shareOut.byId || by.person!.office === shareOut.office;
    if (shareOut.status !== "proposed" || (!agrees && !hasReason)) return refused(400);
    if (agrees && isOwn) return refused(403);
    const figures = { terms: shareOut.terms, lines };
    if (agrees && (seen !== now || !isShareable(model, figures) || !isAffordable(model, figures)))
      return refused(400);
    return {
      status: 200,
      check: ({ distribution: shown }) => {
        if (agrees) postShareOut(model, shareOut, shown.entry_id);
        else shareOut.status = "refused";
        checkShareOut(model, by, shareOut, shown);
      },
    };
  };
  await call({
    by,
    method: "POST",
    path: `${PATH}${isKnown ? shareOut.id : chance.one(unknownIds)}/${agrees ? "agree" : "refuse"}/`,
    body: agrees ? { total_seen: toKes(seen) } : hasReason ? { reason: "Too early" } : {},
    expected: denied(by, "decide") ?? decided(),
  });
  return true;
}

/** Each of the two offices wants it taken back; with the second it is. */
export async function takeShareOutBack(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const { shareOut, isKnown } = chooseShareOut(world, "posted");
  if (shareOut === undefined) return false;
  const by = world.caller("decide");
  const hasReason = chance.is(0.95);
  const taken = (): Expected => {
    if (!isKnown) return refused(404);
    const { id, office } = by.person!;
    const earlier = shareOut.takenBackBy;
    const isAgain = earlier.some((each) => each.office === office || each.personId === id);
    if (!hasReason || shareOut.status !== "posted" || isAgain) return refused(400);
    if (doesAnythingRest(model, shareOut)) return refused(400);
    return {
      status: 200,
      check: ({ distribution: shown }) => {
        earlier.push({ office: office!, personId: id });
        if (earlier.length === 2) takeBack(model, shareOut);
        checkShareOut(model, by, shareOut, shown);
      },
    };
  };
  await call({
    by,
    method: "POST",
    path: `${PATH}${isKnown ? shareOut.id : chance.one(unknownIds)}/take-back/`,
    body: hasReason ? { reason: "The wrong year" } : {},
    expected: denied(by, "decide") ?? taken(),
  });
  return true;
}

/** Officials read every line, members their own. */
export async function readShareOuts(world: World, as?: Caller): Promise<boolean> {
  const { chance, model } = world;
  if (model.shareOuts.length === 0) return false;
  const by = as ?? { person: chance.one(model.people), signedIn: true };
  const check = ({ distributions }: Json) => {
    agree(
      "share-outs, newest first",
      distributions.map(({ id }: Json) => id),
      model.shareOuts.map(({ id }) => id).toReversed(),
    );
    for (const shown of distributions)
      checkShareOut(
        model,
        by,
        model.shareOuts.find(({ id }) => id === shown.id)!,
        shown,
      );
  };
  await read(world, {
    by,
    path: PATH,
    check,
    ...(as === undefined ? {} : { exact: true as const }),
  });
  return true;
}

function checkShareOut(model: Model, by: Caller, shareOut: ShareOut, shown: Json): void {
  const { id, status, terms, takenBackBy } = shareOut;
  agree(
    `share-out ${id}`,
    [shown.status, shown.taken_back.map(({ office }: Json) => office).toSorted()],
    [status, takenBackBy.map(({ office }) => office).toSorted()],
  );
  const isForAll = may(by.person!, "be an official");
  const seen = (lines: readonly ShareOutLine[]) =>
    lines.filter(({ person }) => isForAll || person.id === by.person!.id);
  if (status === "proposed")
    checkFigures(model, terms, linesOf(model, terms, shareOut.people), shown, seen);
  if (shareOut.posted === null) return;
  const { lines } = shareOut.posted;
  agree(
    `lines of share-out ${id}`,
    shown.members.map(lineShown),
    seen(lines).map(lineKnown(terms)),
  );
  agree(`total of share-out ${id}`, toCents(shown.total), terms.cents + savingsIn(lines));
}

/** Of one that is not posted, as the books stand now. */
function checkFigures(
  model: Model,
  terms: ShareOutTerms,
  lines: readonly ShareOutLine[],
  shown: Json,
  seen = (all: readonly ShareOutLine[]) => all,
): void {
  const bank = bankBalance(model);
  agree(
    "a share-out",
    {
      distributable: toCents(shown.distributable),
      savings: toCents(shown.savings_returned),
      total: toCents(shown.total),
      bankAfter: toCents(shown.bank_after),
      lines: shown.members.map(lineShown),
    },
    {
      distributable: distributable(model),
      savings: savingsIn(lines),
      total: terms.cents + savingsIn(lines),
      bankAfter: terms.payAs === "bank" ? bank - receivedIn(lines) : bank,
      lines: seen(lines).map(lineKnown(terms)),
    },
  );
}

const lineShown = (line: Json) => [
  line.member.id,
  BigInt(Math.round(line.weight * 100)),
  ...[line.share, line.savings, line.set_off_fines, line.set_off_loans, line.receives].map(toCents),
];

/** The weight in hundredths: KES times days have cents. */
const lineKnown =
  ({ basis }: ShareOutTerms) =>
  ({ person, weight, loans, ...line }: ShareOutLine) => [
    person.id,
    basis === "savings_days" ? weight : weight * 100n,
    line.shareCents,
    line.savingsCents,
    line.finesCents,
    total(loans, ({ cents }) => cents),
    line.receivesCents,
  ];

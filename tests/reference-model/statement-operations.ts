// Officials upload statements, accept those that do not add up, and withdraw them.
import { paybillStatement, uploadStatement } from "#tests/support/statements.ts";
import type { Json } from "#tests/support/test-group.ts";
import { dayOf, daysLater, toCents } from "./arithmetic.ts";
import {
  type Model,
  personOf,
  type Statement,
  type StatementAccount,
  type StatementLine,
  statusOf,
  todayOf,
} from "./group-model.ts";
import { asMovement, broken, inventMovements, lineOf } from "./invented-statements.ts";
import { type Caller, denied, refused } from "./people.ts";
import {
  evidenceOf,
  giveBack,
  isProof,
  isProved,
  matchUp,
  pairUp,
  paymentsOn,
  shownKind,
  stands,
  stateOf,
  unpair,
} from "./statements.ts";
import { agree, type World } from "./world.ts";

const STATEMENTS = "/api/statements/";
/** The first row below the heading of the file. */
const FIRST_ROW = 12;

/** Uploads a new file of the days since the last one, the last one with more days, or the same one again. */
export async function bringStatement(world: World): Promise<boolean> {
  const { chance, model } = world;
  giveBack(model);
  const person = chance.maybeOne(
    model.people.filter((each) => denied(signed(each), "decide") === null),
  );
  if (person === undefined) return false;
  const by = signed(person);
  const account = await chooseAccount(world, by);
  if (account === null) return false;
  const before = model.banked.statements.findLast((each) => each.accountId === account.id);
  if (before !== undefined && chance.is(0.12)) return bringAgain(world, by, before);
  // No line of a file is in the future.
  const last = daysLater(todayOf(model), -1);
  if (account.next > last) return false;
  // A line whose printed balance was wrong is another line once it is right (STAT-3).
  const goesOn = before?.isWhole === true && chance.is(0.15) ? before : null;
  const movements = inventMovements(world, account, last);
  const isWhole = chance.is(0.88) || !movements.some(({ status }) => status === undefined);
  const all = [...(goesOn?.lines.map(asMovement) ?? []), ...movements];
  const openingCents = goesOn?.openingCents ?? account.closingCents;
  const from = goesOn?.from ?? account.next;
  const text = paybillStatement({ opening: openingCents, from, to: last, movements: all });
  const lines = [...(goesOn?.lines ?? []), ...movements.map((each) => lineOf(account, each))];
  const closingCents = lines.reduce(
    (sum, { cents, kind }) => (kind === "failed" ? sum : sum + cents),
    openingCents,
  );
  const made = { accountId: account.id, from, to: last, openingCents, closingCents, lines };
  const file = isWhole ? text : broken(text);
  await bring(world, by, { ...made, isWhole, text: file });
  Object.assign(account, { next: todayOf(model), closingCents });
  return true;
}

const signed = (person: Caller["person"]): Caller => ({ person, signedIn: true });

/** The first account is a paybill and the second a till; there are no more. */
async function chooseAccount(world: World, by: Caller): Promise<StatementAccount | null> {
  const { chance, model, call } = world;
  const { accounts } = model.banked;
  if (accounts.length === 2 || (accounts.length === 1 && chance.is(0.9)))
    return chance.one(accounts);
  if (model.entries.length < 10 || model.entries.some(({ date }) => date >= todayOf(model)))
    return null;
  await call({
    by,
    method: "POST",
    path: `${STATEMENTS}accounts/`,
    body: {
      name: `Account ${accounts.length}`,
      kind: ["mpesa_paybill", "mpesa_till"][accounts.length],
    },
    expected: {
      status: 201,
      check: ({ account }) =>
        accounts.push({
          id: account.id,
          next: todayOf(model),
          closingCents: chance.cents(0, 50_000),
        }),
    },
    exact: true,
  });
  return accounts.at(-1) ?? null;
}

type Bringing = Omit<Statement, "id" | "sharesLines" | "accepted" | "isWithdrawn">;

async function bring(world: World, by: Caller, brought: Bringing): Promise<void> {
  const { model, history } = world;
  const { lines, isWhole } = brought;
  const counted = lines.filter(({ kind }) => kind !== "failed");
  const known = counted.filter((line) => line.id !== 0 && stands(model, line));
  history.push(
    `${by.person!.username} brings ${lines.length} lines of account ${brought.accountId}, ${known.length} known`,
  );
  const answer = await upload(world, by, brought);
  const added = counted.length - known.length;
  agree("the status of an import", answer.status, added > 0 ? 201 : 200);
  const { counts, statement } = answer.body;
  agree(
    "counts of an import",
    [counts.new, counts.known, counts.failed],
    [added, known.length, lines.length - counted.length],
  );
  agree("its state", statement.state, isWhole ? "whole" : "broken");
  const stored: Statement = {
    ...brought,
    id: statement.id,
    sharesLines: known.length > 0,
    accepted: [],
    isWithdrawn: false,
  };
  await nameLines(world, by, stored);
  model.banked.statements.push(stored);
  model.banked.lines.push(...lines.filter((line) => !model.banked.lines.includes(line)));
  if (isWhole) proveLines(model, lines);
  await checkLines(world, by, stored);
}

async function upload(
  { group, sessions, counts, call }: World,
  by: Caller,
  { text, accountId }: Bringing,
) {
  // The read opens a session again if the last one has ended.
  await call({
    by,
    method: "GET",
    path: `${STATEMENTS}accounts/`,
    expected: { status: 200, check: () => {} },
    exact: true,
  });
  counts.calls++;
  const { token } = sessions.get(by.person!.id)!;
  return uploadStatement(group, { token, file: text, fields: { account_id: String(accountId) } });
}

/** The same file again adds nothing to the existing statement; a withdrawn one becomes a new statement. */
async function bringAgain(world: World, by: Caller, before: Statement): Promise<boolean> {
  if (before.isWithdrawn) {
    await bring(world, by, before);
    return true;
  }
  const { status, body } = await upload(world, by, before);
  agree("the same file again", [status, body.counts.new, body.statement.id], [200, 0, before.id]);
  return true;
}

function proveLines(model: Model, lines: readonly StatementLine[]): void {
  matchUp(model, lines, model.payments);
  pairUp(model, lines);
}

async function readLines({ call }: World, by: Caller, query: string): Promise<Json[]> {
  let lines: Json[] = [];
  await call({
    by,
    method: "GET",
    path: `${STATEMENTS}lines/?${query}`,
    expected: { status: 200, check: (body) => void (lines = body.lines) },
    exact: true,
  });
  return lines;
}

async function nameLines(world: World, by: Caller, { id, lines }: Statement): Promise<void> {
  const shown = await readLines(world, by, `statement_id=${id}`);
  for (const [index, line] of lines.entries()) {
    const found = shown.find((each) => each.line === FIRST_ROW + index);
    if (line.id !== 0) agree("a known line", found?.id, line.id);
    line.id = found?.id ?? 0;
  }
}

async function checkLines(world: World, by: Caller, { id, lines }: Statement): Promise<void> {
  const shown = await readLines(world, by, `statement_id=${id}`);
  agree("how many lines", shown.length, lines.length);
  for (const line of lines)
    checkLine(
      world.model,
      line,
      shown.find((each) => each.id === line.id),
    );
}

export function checkLine(model: Model, line: StatementLine, shown: Json): void {
  const { match } = line;
  agree(
    `line ${line.id}, ${line.reference}`,
    [
      shown?.reference,
      shown && toCents(shown.amount),
      shown?.kind,
      shown?.state,
      shown?.match?.id ?? null,
    ],
    [
      line.reference,
      line.cents,
      shownKind(line),
      stateOf(model, line),
      match === null ? null : "entryId" in match ? match.entryId : match.paymentIds[0],
    ],
  );
}

/** Compares every valid line, and the evidence of each payment in the approval lists. */
export async function compareStatements(world: World, by: Caller): Promise<void> {
  const { model, call } = world;
  giveBack(model);
  const shown = await readLines(world, by, "");
  const standing = model.banked.lines.filter((line) => stands(model, line));
  agree("how many lines stand", shown.length, standing.length);
  for (const line of standing)
    checkLine(
      model,
      line,
      shown.find(({ id }) => id === line.id),
    );
  const office = model.people.find((each) => denied(signed(each), "decide") === null);
  if (office === undefined) return;
  for (const [path, key] of [
    ["monthly-contribution-approval", "contribution_id"],
    ["get-loan-payment-approvals", "payment_id"],
    ["fine-payment-approval", "payment_id"],
  ] as const)
    await call({
      by: signed(office),
      method: "GET",
      path: `/api/finances/${path}/`,
      expected: {
        status: 200,
        check: ({ pending_approvals }) => {
          for (const item of pending_approvals) {
            const payment = model.payments.find(({ id }) => id === item[key])!;
            agree(
              `evidence of ${payment.reference} of ${personOf(model, payment.memberId).username}, ${dayOf(payment.paidAt)}`,
              item.evidence.state,
              evidenceOf(model, payment),
            );
          }
        },
      },
      exact: true,
    });
}

/** An office accepts a statement, mostly one that does not add up. */
export async function acceptStatement(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  giveBack(model);
  const waiting = model.banked.statements.filter((each) => !each.isWhole && !each.isWithdrawn);
  const statement = chance.maybeOne(chance.is(0.9) ? waiting : model.banked.statements);
  if (statement === undefined) return false;
  const by = world.caller("decide");
  const office = by.person!.office!;
  const isOpen =
    !statement.isWhole &&
    !statement.isWithdrawn &&
    statement.accepted.length < 2 &&
    statement.accepted.every((each) => each.office !== office && each.personId !== by.person!.id);
  const reason = chance.is(0.95) ? "The bank says so" : " ";
  await call({
    by,
    method: "POST",
    path: `${STATEMENTS}${statement.id}/accept/`,
    body: { reason },
    expected: denied(by, "decide") ??
      (isOpen && reason !== " " ? null : refused(400)) ?? {
        status: 200,
        check: (body) => {
          statement.accepted.push({ office, personId: by.person!.id });
          agree("its state", body.statement.state, isProof(statement) ? "accepted" : "broken");
          if (isProof(statement)) proveLines(model, statement.lines);
        },
      },
  });
  return true;
}

export async function withdrawStatement(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  giveBack(model);
  const statement = chance.maybeOne(model.banked.statements.slice(-3));
  if (statement === undefined || chance.is(0.5)) return false;
  const by = world.caller("decide");
  const resting = statement.lines.filter((line) => !isProvedElsewhere(model, line, statement));
  const blocked = resting.some(
    (line) =>
      (line.match !== null && "entryId" in line.match) ||
      paymentsOn(model, line).some((payment) => statusOf(payment) === "approved"),
  );
  await call({
    by,
    method: "POST",
    path: `${STATEMENTS}${statement.id}/withdraw/`,
    body: { reason: "The wrong file" },
    expected: denied(by, "decide") ??
      (statement.isWithdrawn || blocked ? refused(400) : null) ?? {
        status: 200,
        check: () => {
          statement.isWithdrawn = true;
          for (const line of resting) {
            line.match = null;
            unpair(line);
          }
        },
      },
  });
  return true;
}

const isProvedElsewhere = (model: Model, line: StatementLine, without: Statement): boolean =>
  isProved(
    {
      ...model,
      banked: {
        ...model.banked,
        statements: model.banked.statements.filter((each) => each !== without),
      },
    },
    line,
  );

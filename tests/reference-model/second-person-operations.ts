// The group's settings, and money out of the bank that needs a second official by one of the settings (BOOK-20,
// MEM-28).
import type { Json } from "#tests/support/test-group.ts";
import { type Cents, toCents, toKes, unknownIds } from "./arithmetic.ts";
import {
  type Attempt,
  type Model,
  personOf,
  settingProposal,
  type WaitingProposal,
} from "./group-model.ts";
import { type Caller, denied, type Expected, may, refused } from "./people.ts";
import { read } from "./report-operations.ts";
import { agree, type World } from "./world.ts";

const PROPOSALS = "/api/accounting/proposals/";
const DELAY_MS = 24 * 60 * 60_000;

/** The Chairperson changes the amount above which a second official is needed, or needs none any more. */
export async function limitOnePerson(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const by = world.caller("lead");
  const aboveCents = chance.weighted<Cents | null>([
    [null, 3],
    [chance.cents(0, 300), 4],
    [chance.cents(0, 20_000), 3],
  ]);
  const before = model.terms.secondPersonAbove;
  const isWeaker = before !== null && (aboveCents === null || aboveCents > before);
  const waits = isWeaker && model.entries.length > 0;
  const expected: Expected =
    waits && settingProposal(model) !== undefined
      ? refused(400)
      : { status: 200, check: (shown) => checkLimit(model, { shown, aboveCents, waits }) };
  const { status } = await call({
    by,
    method: "POST",
    path: "/api/group/settings/",
    body: { second_person_above: aboveCents === null ? null : toKes(aboveCents) },
    expected: denied(by, "lead") ?? expected,
  });
  if (status === 200 && waits) await learnProposal(world, by, aboveCents);
  return true;
}

function checkLimit(
  model: Model,
  { shown, aboveCents, waits }: { shown: Json; aboveCents: Cents | null; waits: boolean },
): void {
  if (!waits) model.terms.secondPersonAbove = aboveCents;
  const { second_person_above: above } = shown.settings;
  agree("the limit", above === null ? null : toCents(above), model.terms.secondPersonAbove);
  const counts = waits ? model.now.getTime() + DELAY_MS : null;
  agree("when it counts", shown.effective_at ? Date.parse(shown.effective_at) : null, counts);
}

/** Reads the id of the waiting change from the list, because the answer to the change does not show it. */
async function learnProposal(
  { call, model }: World,
  by: Caller,
  aboveCents: Cents | null,
): Promise<void> {
  const effectiveAt = new Date(model.now.getTime() + DELAY_MS);
  await call({
    by,
    method: "GET",
    path: PROPOSALS,
    expected: {
      status: 200,
      check: ({ proposals }) =>
        void model.waiting.push({
          id: proposals[0].id,
          byId: by.person!.id,
          concernsId: null,
          money: null,
          setting: { aboveCents, effectiveAt },
          isDecided: false,
        }),
    },
    exact: true,
  });
}

/** Another official agrees to a proposal, or refuses it. */
export async function decideProposal(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const open = model.waiting.filter(({ isDecided }) => !isDecided);
  if (open.length === 0 && chance.is(0.9)) return false;
  const proposal = chance.maybeOne(chance.is(0.95) ? open : model.waiting);
  const isKnown = proposal !== undefined && chance.is(0.97);
  const others = model.people.filter(
    (each) =>
      may(each, "be an official") && each.id !== proposal?.byId && each.id !== proposal?.concernsId,
  );
  const other = chance.is(0.75) ? chance.maybeOne(others) : undefined;
  const by =
    other === undefined ? world.caller("be an official") : { person: other, signedIn: true };
  const agrees = chance.is(0.65);
  const hasReason = chance.is(0.93);
  const attempt = proposal?.money?.attempt();
  let entryId: number | null = null;
  const expected = (): Expected => {
    if (!isKnown) return refused(404);
    if (proposal.concernsId === by.person?.id) return refused(403);
    if (agrees && proposal.byId === by.person?.id) return refused(403);
    const { office } = by.person!;
    const isOther = office !== proposal.office && office !== "Chairperson";
    if (agrees && proposal.office !== undefined && !isOther) return refused(403);
    if (proposal.isDecided || (!agrees && !hasReason)) return refused(400);
    if (agrees && !isStillPossible(model, proposal, attempt)) return refused(400);
    return {
      status: 200,
      check: (shown) => {
        proposal.isDecided = true;
        entryId = agrees ? shown.entry_id : null;
        if (agrees && proposal.lineId !== undefined && attempt !== undefined && "happen" in attempt)
          attempt.happen({});
        if (agrees && proposal.setting !== null) {
          agree("an entry of a setting", entryId, null);
          model.terms.secondPersonAbove = proposal.setting.aboveCents;
        }
      },
    };
  };
  await call({
    by,
    method: "POST",
    path: `${PROPOSALS}${isKnown ? proposal.id : chance.one(unknownIds)}/${agrees ? "agree" : "refuse"}/`,
    ...(agrees ? {} : { body: hasReason ? { reason: "Too dear" } : {} }),
    expected: denied(by, "be an official") ?? expected(),
  });
  if (entryId !== null && attempt !== undefined && "happen" in attempt)
    attempt.happen({ entry: await readEntry(world, by, entryId), isAgreed: true });
  return true;
}

/** Checks the proposal as if its proposer requested it now, for the amount that was shown. */
function isStillPossible(
  model: Model,
  { byId, money }: WaitingProposal,
  attempt: Attempt | undefined,
): boolean {
  if (money === null) return true;
  if (!may(personOf(model, byId), money.right)) return false;
  return attempt !== undefined && "happen" in attempt && attempt.takesCents === money.cents;
}

async function readEntry({ call }: World, by: Caller, id: number): Promise<Json> {
  let entry: Json;
  await call({
    by,
    method: "GET",
    path: `/api/accounting/entries/?search=${id}`,
    expected: {
      status: 200,
      check: ({ entries }) => void (entry = entries.find((each: Json) => each.id === id)),
    },
    exact: true,
  });
  return entry;
}

/** Reads the waiting proposals, newest first, each with its amount or its moment. */
export async function readWaiting(world: World): Promise<boolean> {
  const { chance, model } = world;
  const by = { person: chance.one(model.people), signedIn: true };
  const check = ({ proposals }: Json) =>
    agree(
      "what waits for a second official",
      proposals.map(({ id, amount, proposed_by, effective_at }: Json) => [
        id,
        amount === null ? null : toCents(amount),
        proposed_by.id,
        effective_at === null ? null : Date.parse(effective_at),
      ]),
      model.waiting
        .filter(({ isDecided }) => !isDecided)
        .toReversed()
        .map(({ id, byId, money, setting }) => [
          id,
          money?.cents ?? null,
          byId,
          model.people.some(({ id: other, office }) => office !== null && other !== byId)
            ? (setting?.effectiveAt.getTime() ?? null)
            : null,
        ]),
    );
  await read(world, { by, path: PROPOSALS, right: "be an official", check });
  return true;
}

// The Chairperson changing the group's terms.

function changeMonthly(model: Model, kes: number): void {
  const { terms } = model;
  const cents = toCents(kes);
  if (cents !== terms.monthlyCents)
    model.monthlyChanges.push({ at: model.now, beforeCents: terms.monthlyCents });
  terms.monthlyCents = cents;
}

/** Sets new terms. Posted entries and applications keep the old ones. */
export async function changeSettings(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const by = world.caller("lead");
  const { terms } = model;
  const rate = chance.whole(0, 2_000);
  const months = chance.whole(1, 18);
  const [setting, value, change] = chance.one([
    ["monthly_contribution", rate + 1, () => changeMonthly(model, rate + 1)],
    ["contribution_due_day", months, () => (terms.dueDay = months)],
    ["contribution_due_day", 29, null],
    ["normal_loan_rate", rate / 100, () => (terms.rate.normal_loan = BigInt(rate))],
    ["emergency_loan_rate", rate / 100, () => (terms.rate.emergency_loan = BigInt(rate))],
    ["normal_loan_term_months", months, () => (terms.months.normal_loan = months)],
    ["emergency_loan_term_months", months, () => (terms.months.emergency_loan = months)],
    ["loan_limit_multiple", months, () => (terms.limitMultiple = BigInt(months))],
    ["late_fine_amount", rate, () => (terms.lateCents = toCents(rate))],
    ["interest_share", rate / 20, () => (terms.interestShare = BigInt(rate * 5))],
    ["pay_to", [{ kind: "till", name: "Umoja", number: String(rate) }], (): void => undefined],
    ["pay_to", [{ kind: "till", name: "Umoja" }], null],
    ["loan_limit_multiple", -1, null],
    ["interest_share", 100.01, null],
  ] as const);
  await call({
    by,
    method: "POST",
    path: "/api/group/settings/",
    body: { [setting]: value },
    expected:
      denied(by, "lead") ??
      (change === null ? refused(400) : { status: 200, check: () => void change() }),
  });
  return true;
}

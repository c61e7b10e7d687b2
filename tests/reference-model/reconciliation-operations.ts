// Whether books and bank agree: the offices read the figures and accept them, and the model computes its own (STAT-30
// to STAT-37).
import type { Json } from "#tests/support/test-group.ts";
import { toCents, toKes } from "./arithmetic.ts";
import { type Caller, denied, refused } from "./people.ts";
import {
  acceptedNow,
  figuresOf,
  figuresText,
  isExplained,
  isOfNow,
  isStrange,
  openOf,
  reconcilableDays,
} from "./reconciliations.ts";
import { giveBack } from "./statements.ts";
import { agree, type World } from "./world.ts";

const RECONCILIATION = "/api/reconciliation/";

/** An official, who also gets the lists, reads the last day and an earlier one. */
export async function readReconciliation(world: World, by: Caller): Promise<void> {
  const { chance, model, call } = world;
  giveBack(model);
  const days = reconcilableDays(model);
  const chosen =
    days === null || days.to < days.from || chance.is(0.5) ? null : chooseDay(world, days);
  const day = chosen ?? (days === null || days.to < days.from ? null : days.to);
  await call({
    by,
    method: "GET",
    path: chosen === null ? RECONCILIATION : `${RECONCILIATION}?date=${chosen}`,
    expected:
      days !== null && day === null
        ? refused(400)
        : {
            status: 200,
            check: (shown) => {
              agree("the day that is reconciled", shown.date, day);
              if (day !== null) checkReconciliation(world, day, shown);
            },
          },
    exact: true,
  });
}

function chooseDay({ chance, model }: World, { from, to }: { from: string; to: string }): string {
  const days = model.banked.statements.flatMap((each) => [each.from, each.to]);
  return chance.maybeOne(days.filter((day) => day >= from && day <= to)) ?? to;
}

const LISTS = [
  "in_not_booked",
  "out_not_booked",
  "booked_in_not_on_statement",
  "booked_out_not_on_statement",
];

function checkReconciliation({ model }: World, day: string, shown: Json): void {
  const figures = figuresOf(model, day);
  agree(
    `the reconciliation of ${day}`,
    {
      statements: toCents(shown.statements_total),
      books: toCents(shown.books),
      inNotBooked: toCents(shown.in_not_booked.total),
      outNotBooked: toCents(shown.out_not_booked.total),
      bookedIn: toCents(shown.booked_in_not_on_statement.total),
      bookedOut: toCents(shown.booked_out_not_on_statement.total),
      opening: toCents(shown.opening_difference),
      difference: toCents(shown.difference),
    },
    figures,
  );
  for (const list of LISTS) {
    const { total, items } = shown[list];
    agree(
      `the list of ${list}`,
      items.reduce((sum: bigint, { amount }: Json) => sum + toCents(amount), 0n),
      toCents(total),
    );
  }
  const open = openOf(model, day);
  const parts = LISTS.map((list) => shown[list]);
  for (const { total: all, settled_since, open: left } of parts)
    agree(
      "what a list is parted into",
      toCents(settled_since.total) + toCents(left.total),
      toCents(all),
    );
  agree(
    "what is open",
    {
      count: shown.open_count,
      cents: toCents(shown.open_total),
      counted: parts.reduce((sum: number, each: Json) => sum + each.open.count, 0),
    },
    { ...open, counted: open.count },
  );
  if (!isStrange(model)) agree("whether it is explained", shown.explained, isExplained(model, day));
  const accepted = acceptedNow(model, day);
  agree(
    "who accepted it",
    shown.accepted.map(({ office }: Json) => office).toSorted(),
    accepted.toSorted(),
  );
  const isReopened =
    accepted.length < 2 &&
    model.banked.acceptances.some((each) => each.day === day && !isOfNow(each, figures, open));
  agree("whether it is open again", shown.reopened !== undefined, isReopened);
}

export async function acceptReconciliation(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  giveBack(model);
  const days = reconcilableDays(model);
  if (days === null || days.to < days.from || isStrange(model)) return false;
  const last = model.banked.acceptances.at(-1)?.day;
  const day =
    last !== undefined && last >= days.from && last <= days.to && chance.is(0.6)
      ? last
      : chooseDay(world, days);
  const by = world.caller("decide");
  const { id, office } = by.person!;
  const figures = figuresOf(model, day);
  const text = figuresText(figures);
  const isSeen = chance.is(0.93);
  const reason = chance.is(0.8) ? { reason: "We looked at both" } : {};
  const open = openOf(model, day);
  const explained = isExplained(model, day);
  const same = model.banked.acceptances.filter((each) => each.day === day && each.figures === text);
  const isTaken = same.some((each) =>
    each.office === office
      ? each.open.count === open.count &&
        each.open.cents === open.cents &&
        each.explained === explained
      : each.personId === id,
  );
  const isNewOpening =
    figures.opening !== 0n &&
    !model.banked.acceptances.some(
      (each) => each.office === office && each.openingGiven === figures.opening,
    );
  const needsReason = !explained || isNewOpening;
  const isOpenSeen = chance.is(0.93);
  const isRefused =
    !isSeen || !isOpenSeen || isTaken || (needsReason && reason.reason === undefined);
  await call({
    by,
    method: "POST",
    path: `${RECONCILIATION}accept/`,
    body: {
      date: day,
      difference_seen: toKes(figures.difference) + (isSeen ? 0 : 1),
      open_seen: open.count + (isOpenSeen ? 0 : 1),
      ...reason,
    },
    expected: denied(by, "decide") ??
      (isRefused ? refused(400) : null) ?? {
        status: 200,
        check: ({ reconciliation }) => {
          model.banked.acceptances.push({
            day,
            office: office!,
            personId: id,
            figures: text,
            open,
            explained,
            openingGiven: reason.reason === undefined ? null : figures.opening,
          });
          checkReconciliation(world, day, reconciliation);
        },
      },
  });
  return true;
}

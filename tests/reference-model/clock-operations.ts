// Time passing: hours, months, the ends of days, months and years in Nairobi, and the sweep of each day.
import { sweepDay } from "#server/jobs/sweep.ts";
import type { Json } from "#tests/support/test-group.ts";
import { dayOf, daysLater, fullMonths, monthsLater, toCents, total } from "./arithmetic.ts";
import { post } from "./books.ts";
import { type Model, type Person, sharesInInterest, statusOf, todayOf } from "./group-model.ts";
import { defaultLoans } from "./loans.ts";
import { may } from "./people.ts";
import { agree, type World } from "./world.ts";

const MINUTE = 60_000;

export async function passTime(world: World): Promise<boolean> {
  const { chance, model } = world;
  const before = todayOf(model);
  const instant = model.now.getTime();
  const next = chance.weighted<() => number>([
    [() => instant + chance.whole(1, 50) * MINUTE, 4],
    [() => instant + chance.whole(1, 20) * 60 * MINUTE, 5],
    [() => instant + chance.whole(1, 12) * 24 * 60 * MINUTE, 5],
    [() => instant + chance.whole(20, 100) * 24 * 60 * MINUTE, 2],
    [() => midnight(daysLater(before, 1)), 2],
    [() => midnight(`${monthsLater(before, 1).slice(0, 7)}-01`), 2],
    [() => midnight(`${Number(before.slice(0, 4)) + 1}-01-01`), 0.4],
  ])();
  // Sometimes the last second before that hour, to be on both sides of midnight.
  world.setClock(new Date(next - (chance.is(0.2) ? 1_000 : 0)));
  world.history.push(`it is ${model.now.toISOString()}, ${todayOf(model)} in Nairobi`);
  if (dayOf(model.now) !== before && chance.is(0.85)) await sweep(world);
  return true;
}

/** The first moment of that day in Nairobi. */
const midnight = (day: string): number => Date.parse(`${day}T00:00:00+03:00`);

/** Runs the sweep, sometimes twice: the second run changes nothing. */
export async function sweep(world: World): Promise<boolean> {
  const { chance, model, group, history } = world;
  history.push("the sweep");
  await sweepDay(group.db, model.now);
  if (chance.is(0.2)) await sweepDay(group.db, model.now);
  defaultLoans(model);
  for (const person of model.people) await chargeLateFine(world, person);
  return true;
}

async function chargeLateFine(world: World, person: Person): Promise<void> {
  const { model } = world;
  const late = lateFineOf(model, person);
  if (late === null) return;
  const known = new Set(model.fines.map(({ id }) => id));
  const fresh = (await readFines(world, person)).filter(({ id }: Json) => !known.has(id));
  agree(
    `late fines of ${person.username} since ${late.since}`,
    fresh.map(({ amount, date }: Json) => [toCents(amount), date]),
    [[late.cents, todayOf(model)]],
  );
  const { since, months, cents } = late;
  const id = fresh[0].id as number;
  model.fines.push({
    id,
    memberId: person.id,
    cents,
    unpaidCents: cents,
    date: todayOf(model),
    late: { since, months },
    state: "standing",
  });
  const lines = [
    ["fine_receivable", cents],
    ["fine", -cents],
  ] as const;
  post(model, { kind: "fine", lines, itemId: id });
}

async function readFines({ call, model }: World, person: Person): Promise<Json[]> {
  const official = model.people.find((each) => may(each, "be an official"));
  let fines: Json[] = [];
  await call({
    by: { person: official ?? person, signedIn: true },
    method: "GET",
    path: `/api/accounting/get_user_fines/?member=${person.id}`,
    expected: { status: 200, check: (body) => void (fines = body.fines) },
    exact: true,
  });
  return fines;
}

// Late fines, as each day's sweep must charge them.

/**
 * The newest payment date of a contribution that is approved or waits (PAY-40), but no earlier than the book's; without a
 * contribution, the day of approval as a member.
 */
function lastPaidOn(model: Model, person: Person): string | null {
  const days = model.payments
    .filter(({ kind, memberId }) => kind === "contribution" && memberId === person.id)
    .filter((payment) => statusOf(payment) !== "rejected")
    .map(({ paidAt }) => dayOf(paidAt))
    .sort();
  const { book } = person;
  if (book === null) return days.at(-1) ?? person.approvedOn;
  const endOfMonth = daysLater(monthsLater(book.paidUpTo, 1), -1);
  return [...days, endOfMonth, book.lastPaidOn ?? endOfMonth].sort().at(-1)!;
}

/** PAY-21: what this day's sweep must still charge them in cents, or null. */
export function lateFineOf(model: Model, person: Person) {
  const since = lastPaidOn(model, person);
  if (!sharesInInterest(person) || since === null) return null;
  const months = fullMonths(since, todayOf(model));
  // The book has charged the months that ended by its day (PAY-33).
  const byBook = person.book === null ? 0 : fullMonths(since, person.book.closedOn);
  const free = Math.max(model.terms.lateAfterMonths, byBook);
  const target = BigInt(Math.max(0, months - free)) * model.terms.lateCents;
  const charged = model.fines.filter(
    ({ memberId, late, date }) =>
      memberId === person.id &&
      late !== null &&
      (late.since >= since || (date > since && date <= todayOf(model))),
  );
  const cents = target - total(charged, (fine) => fine.cents);
  const isChargedFor = charged.some(({ late }) => late?.since === since && late.months === months);
  return cents <= 0n || isChargedFor ? null : { since, months, cents };
}

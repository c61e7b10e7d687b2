// The ledger of the demo group by hand: what the tables tell, a slip of the pen, and the closing of the first year.
import { addDays, financialYearOf } from "#domain/calendar.ts";
import { closeYear } from "#server/features/ledger-entries/close-year.ts";
import { reverseEntry } from "#server/features/ledger-entries/reverse-entry.ts";
import { dividend, fixedDeposits } from "./deposits-and-dividend.ts";
import { everyYear, expense, once } from "./ledger-tables.ts";
import { hoursAfter, momentOf, MONTHS, type Moments } from "./moments.ts";
import { post, postNow } from "./posting.ts";
import type { Happening } from "./timeline.ts";

// So many months the bank must fill before anything is spent every year.
const FIRST_MONTHS = 3;

export function ledger(moments: Moments): Happening[] {
  const { inMonth } = moments;
  return [
    ...yearly(moments),
    ...once.map(([monthsAgo, day, body]) => post(inMonth(monthsAgo, day, 17), body)),
    ...fixedDeposits(moments),
    ...dividend(moments),
    ...slipOfThePen(inMonth(4, 9, 10)),
    closesFirstYear(moments),
  ];
}

function yearly({ month }: Moments): Happening[] {
  const firstYear = Number(month(MONTHS).slice(0, 4));
  return Array.from({ length: MONTHS - FIRST_MONTHS + 1 }, (_, ago) => month(ago)).flatMap(
    (first) =>
      everyYear
        .filter(([inMonth]) => inMonth === Number(first.slice(5, 7)))
        .map(([, day, category, kes, dearer, description]) => {
          const years = Number(first.slice(0, 4)) - firstYear;
          const body = expense(category, kes + dearer * years, description);
          return post(momentOf(addDays(first, day - 1), 18), body);
        }),
  );
}

/** Found the same morning, taken back, and posted as the receipt says. */
function slipOfThePen(at: Date): Happening[] {
  const wrong = { entryId: 0 };
  const takenBack = hoursAfter(at, 2);
  const deed = { who: "treasurer", right: "entries.reverse", at: takenBack } as const;
  const description = "Hall hire for the training on record keeping";
  return [
    {
      at,
      happen: async (group) => {
        const posted = await postNow(group, at, expense("other_expense", 25_000, description));
        wrong.entryId = posted.entryId;
      },
    },
    {
      at: takenBack,
      happen: ({ act }) =>
        act(deed, (tx, by) =>
          reverseEntry(tx, by, {
            id: wrong.entryId,
            reason: "One zero too many: the receipt says KES 2,500.00.",
          }),
        ),
    },
    post(hoursAfter(at, 2.2), expense("other_expense", 2_500, description)),
  ];
}

/** Some weeks into the next year, when nothing more comes in for it. */
function closesFirstYear({ month }: Moments): Happening {
  const year = financialYearOf(month(MONTHS), { month: 1, day: 1 });
  const at = momentOf(addDays(year.end, 20), 19);
  const requested = { startYear: Number(year.start.slice(0, 4)), label: year.label };
  const deed = { who: "treasurer", right: "years.close", at } as const;
  return { at, happen: ({ act }) => act(deed, (tx, by) => closeYear(tx, by, requested)) };
}

// Share-outs that others have published. Only the numbers are theirs; each names where they are printed. Of the other
// members they print at most how much all of them hold together, so these are one row.
import { expect, test } from "vitest";
import { fromKes, sumOf } from "#domain/money.ts";
import { shareOut, wholeShares } from "./share-out.ts";

type Published = {
  source: string;
  /** What a share costs, where the source counts shares; otherwise the savings are the weight. */
  shareValue?: number;
  /** What was earned and is shared out. */
  amount: number;
  returnsSavings?: true;
  /** `share` and `receives`: as printed. */
  members: { saved: number; share?: number; receives?: number }[];
};

const published: Published[] = [
  {
    source:
      "Enabel, open.enabel.be, update 231, Saving groups are sharing out: VICOBA Ebeneza (3,200,000 saved, 500 a share, 603 received for each)",
    shareValue: 500,
    amount: 103 * 6_400,
    returnsSavings: true,
    members: [
      { saved: 500, receives: 603 },
      { saved: 3_199_500, receives: 603 * 6_399 },
    ],
  },
  {
    source: "AgroCenta, spex.agrocenta.com/docs/main/vsla-contributions, Ama's 45 of 900 shares",
    shareValue: 5,
    amount: 900,
    returnsSavings: true,
    members: [{ saved: 225, share: 45, receives: 270 }, { saved: 855 * 5 }],
  },
  {
    source:
      "AgroCenta, spex.agrocenta.com/docs/main/vsla-contributions, 100 of 1,000 shares of a fund of 10,000",
    shareValue: 5,
    amount: 10_000 - 1_000 * 5,
    returnsSavings: true,
    members: [{ saved: 100 * 5, receives: 1_000 }, { saved: 900 * 5 }],
  },
  {
    source: "2 Pink Lines, 2pinklines.com/?p=4744, profits by what each of four members saved",
    amount: 5_000_000,
    members: [
      { saved: 370_500, share: 1_852_500 },
      // Of these the excerpt prints the percentage: 16.32, 42.11, 4.52.
      { saved: 163_200, share: 50_000 * 16.32 },
      { saved: 421_100, share: 50_000 * 42.11 },
      { saved: 45_200, share: 50_000 * 4.52 },
    ],
  },
  {
    source:
      "FairShares Wiki, fairshares.coop/wiki, User Share Dividends: 2 of 180 shares of 11,000",
    shareValue: 1,
    amount: 11_000,
    members: [{ saved: 2, share: 122.22 }, { saved: 178 }],
  },
];

test.each(published)("$source", ({ shareValue, amount, returnsSavings = false, members }) => {
  const sharers = members.map(({ saved }, index) => ({
    id: index + 1,
    weight:
      shareValue === undefined ? fromKes(saved) : wholeShares(fromKes(saved), fromKes(shareValue)),
    returnedCents: returnsSavings ? fromKes(saved) : 0n,
    finesCents: 0n,
    loans: [],
  }));
  const shares = shareOut(fromKes(amount), sharers);
  expect(sumOf(shares, ({ shareCents }) => shareCents)).toBe(fromKes(amount));
  const known = members.map(({ share, receives }) => ({
    ...(share === undefined ? {} : { shareCents: fromKes(share) }),
    ...(receives === undefined ? {} : { receivesCents: fromKes(receives) }),
  }));
  expect(shares).toMatchObject(known);
});

test("an investment club's two share-outs of one year, by what each held on its day, in whole dollars as printed", () => {
  // iclub.com, FAQ 472: 100 dollars by 49, 49 and 2, then 100 dollars in three equal parts; 82, 82 and 35 are printed.
  const [june, november] = [shareHundred([49n, 49n, 2n]), shareHundred([1n, 1n, 1n])];
  const ofYear = june.map(({ shareCents }, id) => shareCents + (november[id]?.shareCents ?? 0n));
  expect(ofYear.map((cents) => cents / 100n)).toEqual([82n, 82n, 35n]);
});

const shareHundred = (weights: readonly bigint[]) =>
  shareOut(
    fromKes(100),
    weights.map((weight, id) => ({ id, weight, returnedCents: 0n, finesCents: 0n, loans: [] })),
  );

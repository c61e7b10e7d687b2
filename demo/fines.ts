// Fines that officials charge in the demo group, and what is paid of all fines.
import { decideAllPayments } from "#server/core/approvals/decide-payments.ts";
import { postEntry } from "#server/features/ledger-entries/post-entry.ts";
import { payFine } from "#server/features/fines/fines.ts";
import {
  bothApprove,
  request,
  treasurerApproves,
  type Moments,
  type Happening,
  type Verdict,
} from "./timeline.ts";

type Official = "chairperson" | "treasurer" | "sec-gen";

const charged: readonly [
  who: string,
  by: Official,
  monthsAgo: number,
  kes: number,
  description: string,
][] = [
  ["atieno.owino", "sec-gen", 30, 200, "Late to the monthly meeting"],
  ["juma.mwakio", "chairperson", 26, 500, "Absent from the general meeting without apology"],
  ["chebet.rotich", "sec-gen", 20, 100, "Phone rang during the meeting"],
  ["kamau.njoroge", "chairperson", 15, 300, "Absent from the monthly meeting without apology"],
  ["lavender.adhiambo", "treasurer", 10, 200, "Loan instalment brought after the agreed day"],
  ["wafula.masinde", "chairperson", 3, 1_000, "Absent from two meetings in a row without apology"],
  ["odongo.were", "sec-gen", 2, 200, "Late to the monthly meeting"],
  ["juma.mwakio", "sec-gen", 1, 300, "Absent from the monthly meeting without apology"],
  ["mwikali.nzioka", "sec-gen", 1, 200, "Late to the monthly meeting"],
];

const paid: readonly [who: string, monthsAgo: number, kes: number][] = [
  ["atieno.owino", 29, 200],
  ["juma.mwakio", 25, 500],
  ["chebet.rotich", 19, 100],
  ["kamau.njoroge", 14, 300],
  // The late fines of the months without a contribution.
  ["mutua.musyoka", 10, 400],
  ["lavender.adhiambo", 9, 200],
  ["wafula.masinde", 2, 400],
];

const waiting: readonly [who: string, daysAgo: number, kes: number, treasurerApproved: boolean][] =
  [
    ["juma.mwakio", 3, 300, true],
    ["odongo.were", 2, 100, false],
  ];

export function fines({ inMonth, daysAgo }: Moments): Happening[] {
  return [
    ...charged.map(([who, by, monthsAgo, kes, description], index) =>
      charge({ who, by, kes, description, at: inMonth(monthsAgo, 12, 15 + index / 9) }),
    ),
    ...paid.flatMap(([who, monthsAgo, kes], index) => {
      const at = inMonth(monthsAgo, 17, 12 + index / 7);
      return pay({ who, kes, at, verdicts: bothApprove(at) });
    }),
    ...waiting.flatMap(([who, days, kes, treasurerApproved]) => {
      const at = daysAgo(days, 11.3);
      return pay({ who, kes, at, verdicts: treasurerApproved ? [treasurerApproves(at)] : [] });
    }),
  ];
}

function charge(fine: {
  who: string;
  by: Official;
  kes: number;
  description: string;
  at: Date;
}): Happening {
  const { at, description } = fine;
  const amount = BigInt(fine.kes) * 100n;
  const charged_user = { id: null, username: fine.who };
  const deed = { who: fine.by, right: "fines.charge", at } as const;
  return {
    at,
    happen: ({ act }) =>
      act(deed, (tx, by) => postEntry(tx, by, { type: "fine", charged_user, amount, description })),
  };
}

function pay(payment: {
  who: string;
  kes: number;
  at: Date;
  verdicts: readonly Verdict[];
}): Happening[] {
  const { who, at, verdicts } = payment;
  const amountCents = BigInt(payment.kes) * 100n;
  return request({
    at,
    verdicts,
    right: "fine-payments.decide",
    decide: (tx, by, decision) => decideAllPayments(tx, "fine_payment", [{ by, decision }]),
    ask: async ({ act, newReference }) => {
      const reference = newReference(at);
      const stored = await act({ who, right: "fines.pay", at }, (tx, by) =>
        payFine(tx, by, { amountCents, reference }),
      );
      return stored.payment_id;
    },
  });
}

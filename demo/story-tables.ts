// The tables of the demo group's story: what its people did, in months and days before today. The people themselves are
// in `people.ts`; `story.ts` turns the tables into plans.
import type { ExpenseCategory } from "#domain/ledger/posting-rules.ts";
import type { Loan, Official } from "./group-life.ts";

/** Contributions that were reported with a wrong amount, rejected, and reported again correctly. */
export const corrections: readonly {
  who: string;
  monthsAgo: number;
  reportedKes: number;
  reason: string;
}[] = [
  {
    who: "juma.mwakio",
    monthsAgo: 23,
    reportedKes: 1_500,
    reason: "The M-Pesa statement shows KES 1,000.00.",
  },
  {
    who: "moraa.onsongo",
    monthsAgo: 12,
    reportedKes: 10_000,
    reason: "One zero too many: the till received KES 1,000.00.",
  },
  {
    who: "odongo.were",
    monthsAgo: 2,
    reportedKes: 1_000,
    reason: "This M-Pesa code does not stand on the till's statement.",
  },
];

/**
 * Contributions for this month, reported in the last days, which may be in the month before. The offices have not
 * decided yet.
 */
export const waitingContributions: readonly {
  who: string;
  daysAgo: number;
  validatedBy?: "treasurer" | "sec-gen";
}[] = [
  { who: "wambui.ndungu", daysAgo: 5, validatedBy: "treasurer" },
  { who: "sec-gen", daysAgo: 4, validatedBy: "treasurer" },
  { who: "rehema.said", daysAgo: 4, validatedBy: "sec-gen" },
  { who: "githinji.maina", daysAgo: 3, validatedBy: "treasurer" },
  { who: "pendo.charo", daysAgo: 2 },
  { who: "kerubo.momanyi", daysAgo: 2 },
  { who: "tabitha.wangari", daysAgo: 1 },
];

export const fines: readonly [
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

export const paidFines: readonly [who: string, monthsAgo: number, kes: number][] = [
  ["atieno.owino", 29, 200],
  ["juma.mwakio", 25, 500],
  ["chebet.rotich", 19, 100],
  ["kamau.njoroge", 14, 300],
  // The late fines for months without a contribution.
  ["mutua.musyoka", 10, 300],
  ["lavender.adhiambo", 9, 200],
  ["wafula.masinde", 2, 400],
];

export const waitingFines: readonly [
  who: string,
  daysAgo: number,
  kes: number,
  treasurerApproved: boolean,
][] = [
  ["juma.mwakio", 3, 300, true],
  ["odongo.were", 2, 100, false],
];

export const leaving = [
  { who: "omondi.onyango", how: "clear", monthsAgo: 8, day: 23, hour: 15 },
  { who: "ochieng.ogola", how: "exit", monthsAgo: 5, day: 23, hour: 16 },
] as const;

/** Expenses on the same day of every year. `dearer` is the rise of the price with each year. */
export const everyYear: readonly [
  month: number,
  day: number,
  category: ExpenseCategory,
  kes: number,
  dearer: number,
  description: string,
][] = [
  [1, 5, "transaction_cost", 640, 70, "M-Pesa and bank charges, October to December"],
  [2, 12, "certificate_renewal", 1_000, 0, "Renewal of the group's registration certificate"],
  [3, 8, "other_expense", 4_500, 300, "Hall hire and tea for the annual general meeting"],
  [4, 5, "transaction_cost", 580, 60, "M-Pesa and bank charges, January to March"],
  [6, 15, "server_expense", 4_800, 200, "Server and domain renewal for a year"],
  [7, 5, "transaction_cost", 610, 75, "M-Pesa and bank charges, April to June"],
  [8, 19, "social_welfare", 2_500, 500, "Books for the children's home in Kibera"],
  [10, 5, "transaction_cost", 595, 80, "M-Pesa and bank charges, July to September"],
  [12, 14, "end_year_party", 5_500, 2_000, "End of year lunch: hall hire, pilau and sodas"],
];

export const once: readonly [
  monthsAgo: number,
  day: number,
  category: ExpenseCategory,
  kes: number,
  description: string,
][] = [
  [36, 26, "certificate_renewal", 1_000, "Registration of the group with Social Services"],
  [36, 27, "other_expense", 850, "Receipt books, a stamp and a cash box"],
  [36, 28, "transaction_cost", 350, "Opening of the M-Pesa till and the bank account"],
  [27, 21, "social_welfare", 3_500, "Condolences: funeral of Achieng Ouma's father"],
  [15, 21, "social_welfare", 3_000, "Hospital visit to Mwende Kilonzo"],
  [6, 21, "social_welfare", 2_500, "Gift for Rehema Said's newborn"],
];

// Loans: who borrows what, and how it ends.

export type DemoLoan = {
  who: string;
  type: Loan["type"];
  kes: number;
  monthsAgo: number;
  /** Paid each month from the month after the loan, until nothing is left. */
  instalmentKes: number;
  /** After that many instalments the borrower stops paying, for that many months. */
  stops?: { after: number; months: number };
  /** The newest instalment waits for a verdict: since how many days, and whether the Treasurer has approved it. */
  waits?: { daysAgo: number; treasurerApproved: boolean };
};

const FOR_GOOD = 99;

export const paidOutLoans: readonly DemoLoan[] = [
  // Repaid.
  normal("kiprotich.koech", 15_000, 30, 1_500),
  emergency("nyambura.kariuki", 9_000, 31, 2_000),
  normal("wambui.ndungu", 12_000, 31, 1_700),
  emergency("chebet.rotich", 15_000, 30, 3_300),
  normal("barasa.wekesa", 18_000, 29, 2_500),
  normal("chairperson", 24_000, 28, 3_300),
  normal("kerubo.momanyi", 20_000, 28, 3_000),
  normal("mutua.musyoka", 24_000, 27, 2_400),
  normal("chebet.rotich", 20_000, 26, 2_500),
  emergency("atieno.owino", 12_000, 25, 2_700),
  emergency("omondi.onyango", 15_000, 24, 3_300),
  normal("muthoni.waweru", 22_000, 28, 3_100),
  normal("njoki.gitau", 36_000, 23, 5_000),
  normal("moraa.onsongo", 30_000, 22, 5_500),
  normal("kipchoge.sang", 36_000, 22, 4_000),
  normal("wambui.ndungu", 30_000, 21, 3_300),
  emergency("juma.mwakio", 20_000, 20, 4_400),
  normal("kamau.njoroge", 48_000, 19, 8_800),
  normal("achieng.ouma", 45_000, 19, 8_300),
  normal("naliaka.simiyu", 50_000, 18, 5_000),
  normal("muthoni.waweru", 45_000, 17, 5_000),
  normal("treasurer", 50_000, 16, 5_000),
  emergency("githinji.maina", 15_000, 14, 3_500),
  normal("kerubo.momanyi", 50_000, 13, 5_500),
  normal("kiprotich.koech", 60_000, 12, 6_600),
  normal("ekai.lokwang", 20_000, 11, 2_200),
  normal("wafula.masinde", 30_000, 10, 5_500),
  // In default for a while, then repaid.
  { ...emergency("fatuma.hassan", 18_000, 15, 3_300), stops: { after: 3, months: 5 } },
  // In default.
  { ...emergency("barasa.wekesa", 24_000, 9, 4_400), stops: { after: 2, months: FOR_GOOD } },
  // In default until its borrower left.
  { ...normal("ochieng.ogola", 42_000, 21, 4_000), stops: { after: 3, months: FOR_GOOD } },
  // Running.
  normal("akinyi.okoth", 72_000, 8, 6_600),
  normal("atieno.owino", 80_000, 7, 7_500),
  normal("lavender.adhiambo", 36_000, 7, 3_600),
  normal("mwende.kilonzo", 84_000, 6, 7_700),
  { ...normal("nekesa.khaemba", 30_000, 6, 3_000), waits: { daysAgo: 4, treasurerApproved: true } },
  {
    ...normal("jepkosgei.cheruiyot", 60_000, 5, 5_500),
    waits: { daysAgo: 2, treasurerApproved: false },
  },
  normal("sec-gen", 90_000, 4, 8_500),
  normal("chebet.rotich", 75_000, 4, 7_000),
  normal("nyambura.kariuki", 90_000, 3, 8_300),
  emergency("samoei.kosgei", 15_000, 3, 3_300),
  normal("kilonzi.mutiso", 60_000, 2, 5_500),
];

/** A repayment that was rejected. */
export const rejectedRepayment = {
  who: "mwende.kilonzo",
  kes: 7_700,
  monthsAgo: 2,
  reason: "This M-Pesa code does not stand on the till's statement.",
};

/** The newest loan, and applications that were or are not (yet) granted. `rejected` is the Sec-Gen's reason. */
export const applications: readonly {
  who: string;
  type: Loan["type"];
  kes: number;
  when: { monthsAgo: number } | { daysAgo: number };
  treasurerApproves: boolean;
  secGenApproves?: true;
  rejected?: string;
}[] = [
  {
    who: "muthoni.waweru",
    type: "emergency_loan",
    kes: 10_000,
    when: { daysAgo: 12 },
    treasurerApproves: true,
    secGenApproves: true,
  },
  {
    who: "akinyi.okoth",
    type: "normal_loan",
    kes: 30_000,
    when: { monthsAgo: 2 },
    treasurerApproves: true,
    rejected:
      "We agreed on one running loan for each of us. Please ask again once this one is paid.",
  },
  // Above the limit: the application rejects itself.
  {
    who: "tabitha.wangari",
    type: "normal_loan",
    kes: 60_000,
    when: { monthsAgo: 2 },
    treasurerApproves: false,
  },
  {
    who: "kamau.njoroge",
    type: "normal_loan",
    kes: 50_000,
    when: { daysAgo: 4 },
    treasurerApproves: true,
  },
  {
    who: "njoki.gitau",
    type: "emergency_loan",
    kes: 15_000,
    when: { daysAgo: 2 },
    treasurerApproves: false,
  },
  {
    who: "mutua.musyoka",
    type: "normal_loan",
    kes: 45_000,
    when: { daysAgo: 1 },
    treasurerApproves: false,
  },
];

function normal(who: string, kes: number, monthsAgo: number, instalmentKes: number): DemoLoan {
  return { who, type: "normal_loan", kes, monthsAgo, instalmentKes };
}

function emergency(who: string, kes: number, monthsAgo: number, instalmentKes: number): DemoLoan {
  return { who, type: "emergency_loan", kes, monthsAgo, instalmentKes };
}

// Who borrows what in the demo group, and what becomes of it.
import type { LoanType } from "#server/core/members/group-settings.ts";

export type DemoLoan = {
  who: string;
  type: LoanType;
  kes: number;
  monthsAgo: number;
  /** Paid each month from the next one on, until nothing is left. */
  instalmentKes: number;
  /** After so many instalments they stop, for so many months. */
  stops?: { after: number; months: number };
  /** The newest instalment waits: since how many days, and what was said of it. */
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
  normal("chairperson", 30_000, 28, 4_200),
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
  normal("naliaka.simiyu", 80_000, 18, 8_000),
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

/** A repayment that was turned down. */
export const rejectedRepayment = {
  who: "mwende.kilonzo",
  kes: 7_700,
  monthsAgo: 2,
  reason: "This M-Pesa code does not stand on the till's statement.",
};

/** The newest loan, and applications that never came to one, or have not yet; `rejected` is what the Sec-Gen said. */
export const applications: readonly {
  who: string;
  type: LoanType;
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

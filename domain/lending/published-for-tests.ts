// Schedules that others have published: of each its source, its terms and the figures that are printed. Only figures.
import type { LoanTerms } from "./loan-terms.ts";

/** Interest and principal, in KES; null where the source prints none. */
export type PrintedRow = readonly [interest: number | null, principal: number | null];

export type Published = {
  source: string;
  method: LoanTerms["method"];
  /** Percent. */
  rate: number;
  per: LoanTerms["ratePer"];
  /** Rows that pay interest alone. */
  grace?: number;
  /** KES; 0.01 if the source rounds nothing. */
  roundUpTo?: number;
  amount: number;
  instalments: number;
  /** The rows that are printed, from the first. */
  rows?: readonly PrintedRow[];
  /** Printed rows further down, by number. */
  later?: Readonly<Record<number, PrintedRow>>;
  /** Only the equal payment is printed, in KES. */
  total?: number;
  /** Printed rows that differ from ours, by number: by how many cents at most, and why. */
  differs?: { rows: Readonly<Record<number, PrintedRow>>; cents: number; why: string };
};

const monthly = { method: "equal_instalments", per: "month" } as const;
const yearly = { method: "equal_instalments", per: "year" } as const;

export const published: Published[] = [
  {
    source: "Apache Fineract, ClientLoanIntegrationTest, verifyLoanRepaymentSchedule",
    ...monthly,
    rate: 2,
    amount: 12_000,
    instalments: 4,
    rows: [
      [240, 2911.49],
      [181.77, 2969.72],
      [122.38, 3029.11],
      [61.79, 3089.68],
    ],
  },
  {
    source:
      "Apache Fineract, ClientLoanIntegrationTest, verifyLoanRepaymentScheduleForEqualPrincipal",
    method: "equal_principal",
    per: "month",
    rate: 2,
    roundUpTo: 100,
    amount: 10_000_000,
    instalments: 24,
    rows: [[200_000, 416_700]],
    differs: {
      rows: {
        2: [191_700, 416_700],
        3: [183_300, 416_700],
        4: [175_000, 416_700],
        5: [166_700, 416_700],
        6: [158_300, 416_700],
        10: [125_000, 416_700],
        20: [41_700, 416_700],
        24: [8300, 415_900],
      },
      cents: 5000,
      why: "it rounds interest to the hundred as well, and ours is that of the balance to the cent",
    },
  },
  {
    source: "Apache Fineract, EMICalculation-Part1.feature, C3154 (360/30)",
    ...yearly,
    rate: 12,
    amount: 100,
    instalments: 6,
    rows: [
      [1, 16.25],
      [0.84, 16.41],
      [0.67, 16.58],
      [0.51, 16.74],
      [0.34, 16.91],
      [0.17, 17.11],
    ],
  },
  {
    source: "Apache Fineract, EMICalculation-Part1.feature, C3165 (360/30)",
    ...yearly,
    rate: 12.3,
    amount: 75,
    instalments: 5,
    differs: {
      rows: {
        1: [0.77, 14.7],
        2: [0.62, 14.85],
        3: [0.47, 15],
        4: [0.31, 15.16],
        5: [0.16, 15.29],
      },
      cents: 4,
      why: "it pays a cent more each month, so that the last payment comes nearer to the others",
    },
  },
  {
    source: "Apache Fineract, EMICalculation-Part1.feature, C3157 (every two months: 2% a row)",
    ...monthly,
    rate: 2,
    amount: 100,
    instalments: 3,
    rows: [
      [2, 32.68],
      [1.35, 33.33],
      [0.68, 33.99],
    ],
  },
  {
    source: "Apache Fineract, EMICalculation-Part2.feature, C3237 (360/30)",
    ...yearly,
    rate: 7,
    amount: 100,
    instalments: 6,
    rows: [
      [0.58, 16.43],
      [0.49, 16.52],
      [0.39, 16.62],
      [0.29, 16.72],
      [0.2, 16.81],
      [0.1, 16.9],
    ],
  },
  {
    source: "docs.mifos.org, Declining Balance Interest Calculation (2.5% each half-year)",
    ...monthly,
    rate: 2.5,
    amount: 1000,
    instalments: 2,
    rows: [[25, 493.83]],
  },
  {
    source: "sapling.com, How to Calculate the Reducing Balance Interest Rate (two months printed)",
    ...monthly,
    rate: 2,
    amount: 1000,
    instalments: 6,
    rows: [
      [20, 158.53],
      [16.83, 161.7],
    ],
  },
  {
    source: "CGAP, Microcredit Interest Rates, base case: four payments of 269.03",
    ...yearly,
    rate: 36,
    amount: 1000,
    instalments: 4,
    rows: [[30, 239.03]],
  },
  {
    source: "CGAP, Microcredit Interest Rates, flat case: four payments of 280",
    method: "flat",
    per: "year",
    rate: 36,
    amount: 1000,
    instalments: 4,
    rows: Array.from({ length: 4 }, () => [30, 250] as const),
  },
  {
    source: "Wikipedia, Flat rate (finance): twelve payments of 100 and 12",
    method: "flat",
    per: "month",
    rate: 1,
    amount: 1200,
    instalments: 12,
    rows: Array.from({ length: 12 }, () => [12, 100] as const),
  },
  {
    source: "Wikipedia, Flat rate (finance): a contract of rural Cambodia, principal at the end",
    method: "equal_principal",
    per: "month",
    rate: 4,
    grace: 3,
    amount: 400_000,
    instalments: 4,
    rows: [
      [16_000, 0],
      [16_000, 0],
      [16_000, 0],
      [16_000, 400_000],
    ],
  },
  {
    source: "numpy-financial, documentation of ipmt: a year of 2,500 at 8.24%",
    ...yearly,
    rate: 8.24,
    amount: 2500,
    instalments: 12,
    rows: [
      [17.17, 200.58],
      [15.79, 201.96],
      [14.4, 203.35],
      [13.01, 204.74],
      [11.6, 206.15],
    ],
    differs: {
      rows: { 6: [10.18, 207.56], 8: [7.32, 210.42], 10: [4.42, 213.32] },
      cents: 1,
      why: "it rounds what it prints, not what it computes with: interest and principal are not its payment",
    },
  },
  {
    source: "numpy, documentation of pmt: 200,000 in 15 years at 7.5%",
    ...yearly,
    rate: 7.5,
    amount: 200_000,
    instalments: 180,
    total: 1854.02,
  },
  {
    source: "MathWorks, documentation of amortize: 100,000 in 30 years at 12%",
    ...yearly,
    rate: 12,
    amount: 100_000,
    instalments: 360,
    total: 1028.61,
  },
  {
    source: "Humber, Personal Finance with Python (2018), chapter 4: Pineapple Imperial Bank",
    ...yearly,
    rate: 5.75,
    amount: 3000,
    instalments: 14,
    rows: [
      [14.38, 207.69],
      [13.38, 208.69],
      [12.38, 209.69],
      [11.38, 210.69],
      [10.37, 211.7],
      [9.35, 212.72],
      [8.33, 213.74],
      [7.31, 214.76],
      [6.28, 215.79],
      [5.24, 216.83],
      [4.21, 217.86],
      [3.16, 218.91],
      [2.11, 219.96],
    ],
    differs: {
      rows: { 14: [1.06, 221.01] },
      cents: 4,
      why: "its last payment is like the others and takes 4 cents too much; ours takes what is left",
    },
  },
  {
    source: "Humber, Personal Finance with Python (2018), chapter 4: Orange National Bank",
    ...yearly,
    rate: 3.99,
    amount: 3000,
    instalments: 20,
    later: {
      2: [9.49, 145.8],
      3: [9.01, 146.28],
      4: [8.52, 146.77],
      5: [8.03, 147.26],
      6: [7.54, 147.75],
      7: [7.05, 148.24],
      8: [6.56, 148.73],
      9: [6.06, 149.23],
      10: [5.57, 149.72],
      11: [5.07, 150.22],
      12: [4.57, 150.72],
      13: [4.07, 151.22],
      14: [3.57, 151.72],
      15: [3.06, 152.23],
      16: [2.56, 152.73],
      17: [2.05, 153.24],
      18: [1.54, 153.75],
      19: [1.03, 154.26],
    },
    differs: {
      rows: { 1: [9.97, 145.32], 20: [0.51, 154.78] },
      cents: 4,
      why: "a float rounds 9.975 down to 9.97, and its last payment is like the others; ours takes what is left",
    },
  },
  {
    source:
      "Humber, Personal Finance with Python (2018), chapter 4: Banana Dominion Bank (8.89% in its code)",
    ...yearly,
    rate: 8.89,
    amount: 3000,
    instalments: 8,
    rows: [22.23, 19.52, 16.79, 14.04, 11.28, 8.49, 5.68, 2.85].map((interest) => [interest, null]),
  },
  {
    source: "support.microsoft.com, PMT: 10,000 in 10 months at 8%",
    ...yearly,
    rate: 8,
    amount: 10_000,
    instalments: 10,
    total: 1037.03,
  },
  {
    source: "support.microsoft.com, PPMT: the first month of 2,000 in 2 years at 10%",
    ...yearly,
    rate: 10,
    amount: 2000,
    instalments: 24,
    rows: [[null, 75.62]],
  },
  {
    source: "support.microsoft.com, PPMT: the tenth year of 200,000 in 10 years at 8% a year",
    ...monthly,
    rate: 8,
    amount: 200_000,
    instalments: 10,
    differs: {
      rows: { 10: [null, 27_598.05] },
      cents: 10,
      why: "it does not round what is paid each year; in ours the last row takes what is left",
    },
  },
  {
    source: "support.microsoft.com, CUMPRINC: the first month of 125,000 in 30 years at 9%",
    ...yearly,
    rate: 9,
    amount: 125_000,
    instalments: 360,
    rows: [[null, 68.28]],
  },
  {
    source: "help.claris.com, PMT: 21,000 in 48 months at 6.9%",
    ...yearly,
    rate: 6.9,
    amount: 21_000,
    instalments: 48,
    total: 501.9,
  },
  {
    source: "developer.mescius.com, PMT: 5,000 in 15 months at 6%",
    ...yearly,
    rate: 6,
    amount: 5000,
    instalments: 15,
    total: 346.82,
  },
  {
    source: "Jansen, Chapter 25: Financial Mathematics, example 25.29: 200,000 in 30 years at 6%",
    ...yearly,
    rate: 6,
    amount: 200_000,
    instalments: 360,
    rows: [
      [1000, 199.1],
      [999, 200.1],
      [998, 201.1],
    ],
  },
  {
    source: "SRS, Simulador de Financiamento (Tabela Price), section 7: 30.000 at 1,5%",
    ...monthly,
    rate: 1.5,
    amount: 30_000,
    instalments: 48,
    rows: [
      [450, 431.25],
      [443.53, 437.72],
    ],
    later: { 47: [25.85, 855.4], 48: [13.02, 868.26] },
  },
  {
    source: "SRS, Simulador de Financiamento (Tabela Price), section 7: 50.000 at 1,99%",
    ...monthly,
    rate: 1.99,
    amount: 50_000,
    instalments: 60,
    total: 1434.92,
  },
  {
    source: "SRS, Simulador de Financiamento (Tabela Price), section 7: 12.000 at 2,49%",
    ...monthly,
    rate: 2.49,
    amount: 12_000,
    instalments: 24,
    total: 670.21,
  },
  {
    source: "SRS, Simulador de Financiamento (Tabela Price), section 7: 10.000 without interest",
    ...monthly,
    rate: 0,
    amount: 10_000,
    instalments: 10,
    total: 1000,
  },
  {
    source: "tabela-sac on PyPI: 200,000 in 360 months at 1%, constant principal",
    method: "equal_principal",
    per: "month",
    rate: 1,
    amount: 200_000,
    instalments: 360,
    rows: [
      [2000, 555.56],
      [1994.44, 555.56],
      [1988.89, 555.56],
      [1983.33, 555.56],
      [1977.78, 555.56],
    ],
    differs: {
      rows: {
        356: [27.78, 555.56],
        357: [22.22, 555.56],
        358: [16.67, 555.56],
        359: [11.11, 555.56],
        360: [5.56, 555.56],
      },
      cents: 200,
      why: "it does not round the principal that it repays each month; ours is whole cents, and the last row takes what is left",
    },
  },
];

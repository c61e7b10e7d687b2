// The books of three invented groups as they have them in Excel, with headings of their own.
import { utils, write } from "@e965/xlsx";
import { workbookOf, type Value } from "./workbooks.ts";

const day = (written: string) => new Date(`${written}T00:00:00Z`);

/** Titles in merged cells, months as columns in three notations, a balance brought forward, subtotals, and a name spelled twice. */
export const tumaini: Value[][] = [
  ["TUMAINI WOMEN GROUP"],
  ["Contributions 2025 - 2026"],
  [],
  [
    "No",
    "M/No",
    "Member's Name",
    "Phone",
    "B/F",
    "Nov-25",
    "Dec 2025",
    day("2026-01-01"),
    "02/2026",
    "TOTAL",
    "Loan Balance",
    "Fines",
  ],
  [null, null, "GROUP A"],
  [1, "TW/01", "Wanjikũ Kamau", "0711 000 101", 5_000, 1_000, 1_000, 1_000, 1_000, 9_000, null, 0],
  [
    2,
    "TW/02",
    "Achieng' Otieno",
    711_000_102,
    2_500.5,
    1_000,
    1_000,
    1_000,
    "-",
    5_500.5,
    12_000,
    200,
  ],
  [null, null, "SUB TOTAL", null, 7_500.5, 2_000, 2_000, 2_000, 1_000, 14_500.5, 12_000, 200],
  [null, null, "GROUP B"],
  [3, "TW/03", "Nekesa, Mary", null, 0, "500.00", 500, 500, 500, 2_000, null, null],
  [4, "TW/04", "Kamau Wanjiku", null, null, null, null, 1_000, 1_000, 2_000, null, null],
  [null, null, "SUB TOTAL", null, 0, 500, 500, 1_500, 1_500, 4_000, null, null],
  [null, null, "GRAND TOTAL", null, 7_500.5, 2_500, 2_500, 3_500, 2_500, 18_500.5, 12_000, 200],
  [null, null, "Prepared by the Treasurer"],
];

/** Swahili, a heading in two rows with merged cells, no numbers of members, and a total at the end. */
export const umoja: Value[][] = [
  ["CHAMA CHA UMOJA"],
  ["Jina la mwanachama", "Simu", "Michango ya 2026", null, null, "Jumla", "Hisa", "Faini"],
  [null, null, "Januari", "Februari", "Machi"],
  ["Amina Salim", "0722000201", 750, 750, null, 1_500, 2_000, 50],
  ["Baraka Juma Mwinyi", "0722000202", 750, 750.25, 750, 2_250.25, 2_000, null],
  ["Zawadi Nyambura", null, 750, null, null, 750, 1_000, 150],
  ["Jumla kuu", null, 2_250, 1_500.25, 750, 4_500.25, 5_000, 200],
];

/** RegNos of which Excel made numbers, days beside text days, and a savings column without months. */
export const harambee: Value[][] = [
  [
    "Reg No",
    "First Name",
    "Surname",
    "Date joined",
    "Total savings",
    "Paid up to",
    "Loan",
    "Loan due date",
  ],
  [1, "Otieno", "Okoth", "15/01/2024", 12_000, "Feb 2026", null, null],
  ["002", "Chebet", "Rono", "20/03/2024", 8_000, "Jan 2026", 4_000, "30/09/2026"],
  [3, "Mutua", "Musyoka", "28/06/2024", 6_000.75, "Dec 2025", null, null],
];

const merges: Record<string, string[]> = {
  Contributions: ["A1:L1", "A2:L2"],
  Michango: ["A1:H1", "A2:A3", "B2:B3", "C2:E2", "F2:F3", "G2:G3", "H2:H3"],
};

/** A workbook of these sheets, with the merged cells of the books above. */
export function ownWorkbook(sheets: Record<string, Value[][]>): Uint8Array {
  const workbook = workbookOf(sheets);
  for (const [name, ranges] of Object.entries(merges)) {
    const sheet = workbook.Sheets[name];
    if (sheet !== undefined) sheet["!merges"] = ranges.map((range) => utils.decode_range(range));
  }
  return new Uint8Array(
    write(workbook, { type: "buffer", bookType: "xlsx", compression: true }) as Buffer,
  );
}

import type { charts as english } from "../en/charts.ts";
import type { TextsOf } from "#messages/texts-of.ts";

/** Words of the charts on home and accounting. */
export const charts = {
  savings: "Akiba yako kwa muda",
  savingsAbout: "Michango yako iliyopo chamani mwishoni mwa kila mwezi.",
  held: "Akiba yako",
  position: "Hali ya chama",
  positionAbout: "Chama kilikuwa na nini, kilidaiwa nini na kilidai nini mwishoni mwa kila mwezi.",
  bank: "Benki",
  loans: "Mikopo pamoja na riba",
  memberSavings: "Akiba za wanachama",
  netAssets: "Mali halisi ya chama",
  result: "Mapato na matumizi",
  resultAbout: "Chama kilipata na kutumia nini kila mwezi; kufungwa kwa mwaka hakuhesabiwi.",
  income: "Mapato",
  expense: "Matumizi",
  profit: "Tofauti",
  numbers: "Takwimu katika jedwali",
  month: "Mwezi",
  none: "Bado hakuna cha kuonyesha",
  savingsNone: "Mchango wako wa kwanza ulioidhinishwa utaanzisha chati hii.",
  booksNone: "Ingizo la kwanza katika vitabu litaanzisha chati hii.",
} as const satisfies TextsOf<typeof english>;

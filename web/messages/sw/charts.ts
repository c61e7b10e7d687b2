import type { charts as english } from "../en/charts.ts";
import type { TextsOf } from "../texts-of.ts";

/** Words of the charts on home and accounting. */
export const charts = {
  savings: "Akiba yako kwa muda",
  savingsAbout: "Michango yako iliyoshikiliwa na kikundi mwishoni mwa kila mwezi.",
  held: "Akiba yako",
  position: "Hali ya kikundi",
  positionAbout: "Kilichokuwa nacho kikundi, kinachodaiwa na kinachodai mwishoni mwa kila mwezi.",
  bank: "Benki",
  loans: "Mikopo kwa wanachama",
  memberSavings: "Akiba za wanachama",
  netAssets: "Mali ya kikundi",
  result: "Mapato na matumizi",
  resultAbout: "Kikundi kilichopata na kilichotumia kila mwezi; kufungwa kwa miaka hakuhesabiwi.",
  income: "Mapato",
  expense: "Matumizi",
  profit: "Tofauti",
  numbers: "Takwimu katika jedwali",
  month: "Mwezi",
  none: "Bado hakuna cha kuchora",
  savingsNone: "Mchango wako wa kwanza ulioidhinishwa utaanzisha chati hii.",
  booksNone: "Ingizo la kwanza katika vitabu litaanzisha chati hii.",
} as const satisfies TextsOf<typeof english>;

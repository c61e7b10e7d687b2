import type { reportWords as english } from "../en/report-words.ts";
import type { TextsOf } from "#messages/message.ts";

// The titles, headings and totals of the reports, on screens and in PDF files alike.

export const reportWords = {
  trialBalance: "Urari wa Majaribio",
  balanceSheet: "Mizania",
  profitAndLoss: "Faida na Hasara",
  account: "Akaunti",
  debit: "Debiti (KES)",
  credit: "Krediti (KES)",
  total: "Jumla",
  category: "Kundi",
  assets: "Mali",
  totalAssets: "Jumla ya Mali",
  liabilities: "Madeni",
  totalLiabilities: "Jumla ya Madeni",
  equities: "Mtaji",
  totalEquities: "Jumla ya Mtaji",
  check: "Ukaguzi",
  totalLiabilitiesPlusEquities: "Jumla ya Madeni na Mtaji",
  difference: "Tofauti",
  retainedParts: "Kwenye akaunti {inAccount}, bado haijafungwa {notClosed}",
  retainedNote:
    "Mizania inaonyesha faida iliyobakizwa ya {retained}: kwenye akaunti {inAccount}, na {notClosed} ya mapato, matumizi na magawio ambayo bado hayajafungwa.",
  revenues: "Mapato",
  totalRevenue: "Jumla ya Mapato",
  expenses: "Matumizi",
  totalExpenses: "Jumla ya Matumizi",
  netProfitOrLoss: "Faida/Hasara Halisi",
} as const satisfies TextsOf<typeof english>;

import type { summaries as english } from "../en/summaries.ts";
import type { TextsOf } from "#messages/texts-of.ts";

/** Words of the officials' Financial Summary. */
export const summaries = {
  title: "Muhtasari wa Fedha",
  subtitle: "Wanachama wameweka, wamekopa na wanadaiwa nini.",
  tabs: "Sehemu za Muhtasari wa Fedha",
  overview: "Kwa Jumla",
  summary: "Muhtasari",
  commoners: "Wa Kawaida",
  audit: "Kumbukumbu za Ukaguzi",
  contributions: "Michango",
  loans: "Salio la mikopo",
  unpaidFines: "Faini zisizolipwa",
  badDebts: "Madeni yasiyolipika",
  allContributions: "Michango ya wanachama wote",
  commonersTitle: "Wanachama wasio na wadhifa",
  member: "Mwanachama",
  status: "Hali",
  totalContributions: "Jumla ya michango",
  latest: "Mchango wa karibuni",
  never: "Bado hakuna",
  loanBalance: "Salio la mkopo",
  badDebt: "Deni lisilolipika",
  none: "Hakuna michango",
  noneHint: "Wanachama wanaonekana hapa wakishajiunga.",
  noUser: "Hakuna mtumiaji",
  noUserHint: "Wanachama wasio na wadhifa wanaonekana hapa wakishaidhinishwa.",
} as const satisfies TextsOf<typeof english>;

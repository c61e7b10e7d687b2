import type { TextsOf } from "#messages/message.ts";
import type * as en from "../../en/web/paying.ts";

export const paying = {
  title: "Lipa unachodaiwa",
  intro:
    "Malipo moja, kumbukumbu moja. Hivi ndivyo yanavyogawanywa, ya zamani kwanza; unaweza kubadilisha.",
  amount: "Kiasi kilicholipwa",
  contributions: "Michango, {months}",
  oneMonth: "Mchango, {months}",
  fines: "Faini",
  loan: "{loan}",
  owed: "unadaiwa {amount}",
  date: "Tarehe ya malipo",
  reference: "Nambari ya malipo",
  referenceHelp: "Nambari ya muamala wa M-Pesa au benki, kama SKJ4H7T2QX.",
  notTheSum: "Mafungu yanafika {parts}, na ulilipa {amount}.",
  splitAgain: "Gawanya upya",
  nothing: "Andika ulicholipa.",
  summary: "{amount} kwa {parts}.",
  summaryOffices: "Kisha Mweka Hazina na Katibu Mkuu wanayaidhinisha.",
  submit: "Tuma malipo",
  withdraw: "Ondoa",
  withdrawTitle: "Uondoe haya?",
  withdrawPayment:
    "{amount}, kumbukumbu {reference}, hayatahesabiwa, na kumbukumbu inaweza kutumika tena. Kama ulilipa kweli, yaripoti tena.",
  withdrawPart: "Mafungu mengine ya kumbukumbu hii yanabaki.",
  withdrawLoan: "Ombi lako la {amount} halitaenda kwa yeyote. Unaweza kuomba tena.",
  keepIt: "Yabaki",
  offline: "Uko nje ya mtandao. Ondoa ukiunganishwa tena.",
} as const satisfies TextsOf<typeof en.paying>;

// Maneno ya mifuko.
import type * as en from "../../en/web/funds.ts";
import type { TextsOf } from "../../message.ts";

export const funds = {
  title: "Mifuko",
  subtitle: "Pesa ambazo wanachama wametenga: ustawi, chai, mradi.",
  total: "Mifuko yote pamoja",
  totalText: "Kikundi hakikopeshi wala kutumia pesa hizi mahali pengine.",
  closed: "Umefungwa",
  paidIn: "Zilizoingia",
  paidOut: "Zilizotoka",
  mine: "Umelipa",
  owed: "Unadaiwa",
  movements: "Zilikoingia na zilikotoka",
  asks: {
    none: "Haudai chochote; lipa unachotaka.",
    once: "{amount} mara moja, kwa kila mwanachama tarehe {day}.",
    monthly: "{amount} kila mwezi kuanzia {day}.",
    each_meeting: "{amount} kila mkutano kuanzia {day}.",
  },
  none: "Hakuna mfuko bado",
  noneHint: "Mwenyekiti anaanzisha mfuko hapa.",
  off: "Mikutano haijawashwa",
  offHint: "Mifuko huja nayo. Mwenyekiti anaiwasha kwenye mipangilio.",
  waiting:
    "{count, plural, one {Malipo # ya mfuko yanasubiri} other {Malipo # ya mifuko yanasubiri}}",
  waitingText: "Pesa zinaingia mfukoni ofisi zote mbili zikiidhinisha.",
  toApprovals: "Onyesha malipo",
  close: "Funga mfuko",
  pay: {
    button: "Lipa",
    title: "Lipa kwenye {fund}",
    amount: "Kiasi ulicholipa",
    owed: "Unadaiwa {amount}. Unaweza kulipa zaidi.",
    positive: "Andika kiasi ulicholipa.",
    together:
      "Ikiwa M-PESA moja ilikuwa ya akiba pia, ripoti kila sehemu kwa nambari ile ile ya malipo.",
    reference: "Nambari ya malipo",
    referenceRequired: "Andika nambari ya malipo.",
    empty: "Andika kiasi na nambari ya malipo.",
    summary: "Unaripoti {amount} za {fund}. Ofisi zote mbili zinaidhinisha.",
    submit: "Ripoti malipo",
  },
  form: {
    button: "Anzisha mfuko",
    make: "Anzisha mfuko",
    change: "Badilisha",
    save: "Hifadhi",
    name: "Jina",
    namePlaceholder: "mfano Ustawi",
    rule: "Unachodai",
    rules: {
      none: "Hakuna",
      once: "Kiasi mara moja",
      monthly: "Kiasi kila mwezi",
      each_meeting: "Kiasi kila mkutano",
    },
    amount: "Kiasi",
    amountHelp: "Kiasi kingine kinahesabiwa kwa kinachodaiwa kuanzia leo.",
    startsOn: "Kuanzia",
    required: {
      name: "Andika jina la angalau herufi mbili.",
      amount: "Andika kiasi unachodai.",
      day: "Chagua siku ambayo unaanza kudai.",
    },
  },
} as const satisfies TextsOf<typeof en.funds>;

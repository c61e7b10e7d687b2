import type { settings as english } from "../en/settings.ts";
import type { TextsOf } from "#messages/texts-of.ts";

/** Words of the group's settings. */
export const settings = {
  title: "Mipangilio ya Kikundi",
  text: "Kanuni za kikundi: michango, mikopo, faini na mwaka wa fedha.",
  back: "Usimamizi",
  group: "Kikundi",
  money: "Michango na faini",
  loans: "Mikopo",
  year: "Riba na mwaka",
  security: "Maafisa",
  values: { true: "Inatakiwa", false: "Kwa hiari yao" },
  save: "Hifadhi mipangilio",
  nothingChanged: "Bado hakuna kilichobadilishwa.",
  summary:
    "{count, plural, one {Mpangilio # unabadilika} other {Mipangilio # inabadilika}}. Hakuna kilichowekwa hadi sasa kinachobadilika, na mikopo inayoendelea inabaki na masharti yake.",
  names: {
    group_name: "Jina la kikundi",
    bank_name: "Jina la benki",
    monthly_contribution: "Mchango wa mwezi",
    contribution_due_day: "Siku ya mwisho ya mchango",
    normal_loan_rate: "Riba ya mikopo ya kawaida",
    emergency_loan_rate: "Riba ya mikopo ya dharura",
    normal_loan_term_months: "Muda wa mikopo ya kawaida",
    emergency_loan_term_months: "Muda wa mikopo ya dharura",
    loan_limit_multiple: "Kikomo cha mkopo",
    late_fine_after_months: "Faini ya kuchelewa baada ya",
    late_fine_amount: "Faini ya kuchelewa kwa mwezi",
    interest_share: "Sehemu ya riba ya anayeondoka",
    officials_two_step: "Kuingia kwa hatua mbili kwa maafisa",
    office_delay_hours: "Muda wa kusubiri wadhifa",
    second_person_above: "Mtu wa pili kwa zaidi ya",
    financial_year_start: "Mwaka wa fedha unaanza",
  },
  help: {
    group_name: "Linaonyeshwa kwenye kila ukurasa, ripoti na barua pepe.",
    bank_name: "Jinsi akaunti ya benki inavyoitwa kwenye ripoti.",
    monthly_contribution: "Kinachopendekezwa kwa wanachama wanapolipa.",
    contribution_due_day: "Tarehe ya mwezi unaofuata mwezi wa mchango, 1 hadi 28.",
    normal_loan_rate: "Asilimia ya kiasi, mara moja.",
    emergency_loan_rate: "Asilimia ya kiasi, mara moja.",
    normal_loan_term_months: "Miezi.",
    emergency_loan_term_months: "Miezi.",
    loan_limit_multiple: "Mara ya michango ya mwanachama.",
    late_fine_after_months: "Miezi bila mchango.",
    late_fine_amount: "Kwa kila mwezi baada ya hiyo; 0 kama hakuna.",
    interest_share: "Asilimia ya sehemu yake ambayo mwanachama anapewa.",
    officials_two_step:
      "Ikitakiwa, afisa ambaye hajaiweka hawezi kufanya kingine hadi aiweke. Anza na yako, kwenye wasifu wako.",
    office_delay_hours:
      "Saa tangu wadhifa upendekezwe hadi uanze kutumika, 0 hadi 168; 0 unaanza mara moja.",
    second_person_above:
      "Zaidi ya hiki kutoka benki kinahitaji afisa mwingine. 0: kila malipo. Wazi: kamwe.",
    financial_year_start: "Mwezi na siku, kama 01-01. Haibadiliki tena mwaka ukishafungwa.",
  },
  history: "Mabadiliko hadi sasa",
  noHistory: "Bado hakuna mpangilio uliobadilishwa.",
  waiting: "Yanayosubiri kufanya kazi",
  changed: "{setting}: {before} → {after}",
  off: "imezimwa",
} as const satisfies TextsOf<typeof english>;

// The words of the pages that only an office or the auditor opens: one chunk, fetched with the first of them.
import type { TextsOf } from "#messages/message.ts";
import type * as en from "../../en/web/office.ts";

export { audit } from "./audit.ts";
export { statementLines, statements } from "./statements.ts";

/** Words of what an office enters in a member's name. */
export const entering = {
  intro:
    "Kwa mwanachama asiyeweza kufanya hivyo hapa. Ofisi zote mbili bado zinaidhinisha, na inaonyeshwa kuwa umeingiza wewe.",
  find: "Tafuta mwanachama",
  findHelp: "Jina au nambari ya usajili",
  member: "Mwanachama",
  chooseMember: "Chagua mwanachama",
  memberRequired: "Chagua mwanachama kwanza.",
  nobody: "Hakuna mtu wa jina hilo. Andika herufi chache.",
  more: "{count, plural, one {1 zaidi} other {# zaidi}}: andika zaidi ya jina.",
  kind: "Nini",
  kinds: {
    contribution: "Mchango",
    loan_payment: "Rejesho la mkopo",
    fine_payment: "Malipo ya faini",
    application: "Ombi la mkopo",
  },
  kindsNone: { loan_payment: "Rejesho: hakuna mkopo", fine_payment: "Faini: hakuna" },
  officeApplies: "{name} hana akaunti hapa, kwa hivyo unaweza pia kuingiza ombi la mkopo.",
  appliesThemselves: "{name} huomba mkopo mwenyewe.",
  amount: "Kiasi",
  month: "Mwezi",
  date: "Ililipwa tarehe",
  loan: "Mkopo",
  loanOf: "{name}, umebaki {balance}",
  loanType: "Aina ya mkopo",
  loanTypes: { normal_loan: "Mkopo wa kawaida", emergency_loan: "Mkopo wa dharura" },
  reference: "Nambari ya malipo",
  referenceHelp: "Kama ilivyo kwenye ujumbe wa M-PESA au risiti ya benki.",
  required: "Jaza hapa.",
  amountRequired: "Andika kiasi kinachozidi 0.",
  owed: "Deni la sasa: {amount}",
  summary: "{what} ya {amount} kwa {name}. Ofisi zote mbili zinaidhinisha.",
  summaryEmpty: "Andika kiasi uone kitakachoingizwa.",
  submit: "Ingiza",
} as const satisfies TextsOf<typeof en.entering>;

/** Words of the group's settings. */
export const settings = {
  back: "Usimamizi",
  group: "Chama",
  money: "Michango na faini",
  loans: "Mikopo",
  year: "Riba na mwaka",
  security: "Maafisa",
  notices: "Taarifa",
  values: { true: "Inatakiwa", false: "Kwa hiari yao" },
  save: "Hifadhi mipangilio",
  nothingChanged: "Bado hakuna kilichobadilishwa.",
  summary:
    "{count, plural, one {Mpangilio # unabadilika} other {Mipangilio # inabadilika}}. Hakuna kilichowekwa hadi sasa kinachobadilika, na mikopo inayoendelea inabaki na masharti yake.",
  names: {
    group_name: "Jina la chama",
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
    fine_limit: "Mtu wa pili kwa faini zaidi ya",
    require_evidence: "Ushahidi wa malipo",
    sms_monthly_cap: "SMS kwa mwezi",
    reminder_days: "Kikumbusho",
    quiet_from: "Utulivu kuanzia",
    quiet_to: "Utulivu hadi",
    pay_to: "Mahali pa kulipa",
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
    fine_limit: "Faini kubwa zaidi inahitaji afisa mwingine. Wazi: kamwe.",
    require_evidence:
      "Kuidhinisha malipo yasiyothibitishwa na taarifa kunahitaji sababu, ambayo mwanachama huisoma.",
    financial_year_start: "Mwezi na siku, kama 01-01. Haibadiliki tena mwaka ukishafungwa.",
    sms_monthly_cap: "Gharama ya juu kabisa ya SMS kwa mwezi.",
    reminder_days: "Siku kabla ya mwisho wa kilicholipiwa, 0 hadi 28.",
    quiet_from: "HH:MM. SMS na arifa hungoja hadi asubuhi.",
    quiet_to: "HH:MM. Sawa na hapo juu: hakuna utulivu.",
  },
  history: "Mabadiliko hadi sasa",
  noHistory: "Bado hakuna mpangilio uliobadilishwa.",
  waiting: "Yanayosubiri kufanya kazi",
  changed: "{setting}: {before} → {after}",
  off: "imezimwa",
} as const satisfies TextsOf<typeof en.settings>;

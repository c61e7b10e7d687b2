import type { TextsOf } from "#messages/message.ts";
import type { entering as english } from "../en/entering.ts";

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
} as const satisfies TextsOf<typeof english>;

// The words of all other pages that a member opens: one chunk, fetched with the first of them.
import type { TextsOf } from "#messages/message.ts";
import type * as en from "../../en/web/rest.ts";

export { fields, labels } from "../fields.ts";
export { officials } from "./members.ts";
export { fines, loans, payTo, transactions } from "./payments.ts";
export { charts } from "./reports.ts";

/** Words of what happens without a network: stored figures, payments on their way, a new version, installing. */
export const offline = {
  offline: "Huna mtandao.",
  away: "Seva haipatikani.",
  asOf: "Takwimu za {when}.",
  newVersion: "Toleo jipya liko tayari.",
  reload: "Pakia upya",
  outbox: "Malipo yanayosubiri kutumwa",
  waitingNetwork: "Yanasubiri mtandao: {amount}, nambari {reference}",
  waitingServer: "Yanasubiri kutumwa: {amount}, nambari {reference}",
  old: "Hayajatumwa kwa zaidi ya siku moja: {amount}, nambari {reference}",
  oldText: "Yaliandikwa {when}. Angalia kama tayari yameorodheshwa kabla ya kuyatuma.",
  refused: "Hayakukubaliwa: {amount}, nambari {reference}",
  sent: "Yametumwa: {amount}, nambari {reference}",
  forContribution: "Mchango wa {month}",
  forLoan: "Rejesho la {loan}",
  forFine: "Malipo ya faini",
  forSum: "Kilichodaiwa",
  typed: "yaliandikwa {when}",
  sendNow: "Tuma sasa",
  discard: "Futa",
  correct: "Sahihisha",
  close: "Funga",
  storedToast:
    "Hakuna mtandao. Malipo yako yamehifadhiwa kwenye kifaa hiki na yatatumwa mtandao ukirudi.",
  sentToast: "Malipo yako yametumwa: {detail}",
  refusedToast: "Malipo yako yaliyohifadhiwa hayakukubaliwa: {detail}",
  discardTitle: "Ufute malipo haya?",
  discardText:
    "{amount}, nambari {reference}, yataondolewa kwenye kifaa hiki na hayatatumwa tena. Kama yalifika kwenye seva, utayaona kati ya malipo yako.",
  keep: "Usifute",
  leaveTitle: "Uondoke sasa?",
  leaveText:
    "{count, plural, one {Malipo # hayajatumwa} other {Malipo # hayajatumwa}}. Ukiondoka yataondolewa kwenye kifaa hiki.",
  leaveMeeting:
    "{count, plural, one {Jambo # halijatumwa} other {Mambo # hayajatumwa}}, pia ya mkutano. Ukiondoka yataondolewa kwenye kifaa hiki.",
  leave: "Ondoka na ufute",
  stay: "Baki",
} as const satisfies TextsOf<typeof en.offline>;

export const auditors: TextsOf<typeof en.auditors> = {
  title: "Wakaguzi",
  text: "Mtu asiye mwanachama anaweza kusoma vitabu, wanachama na kumbukumbu kwa siku kadhaa, bila kubadilisha chochote. Kila mwanachama huliona hilo kwenye ukurasa wake wa nyumbani.",
  none: "Hakuna anayesoma vitabu kama mkaguzi.",
  invite: "Alika mkaguzi",
  inviteTitle: "Alika mkaguzi",
  inviteSummary:
    "Utapata kiungo cha kumpa. Kinaonyeshwa mara moja tu, na hufungua vitabu hadi siku ya mwisho.",
  name: "Jina",
  nameHelp: "Anayekagua vitabu, kama vile kampuni.",
  nameRequired: "Taja anayekagua vitabu.",
  days: "Siku",
  daysHelp: "Kuanzia siku 1 hadi {most}.",
  until: "Hadi {date}",
  neverEntered: "hajaingia bado",
  entered: "aliingia mara ya mwisho {moment}",
  end: "Maliza nafasi",
  endTitle: "Maliza nafasi ya {name}",
  endText: "Kiungo hakitafungua chochote tena, na anayesoma vitabu kwacho anatolewa mara moja.",
  link: "kiungo",
  linkOnce: "Nakili kiungo cha {name} sasa: kinaonyeshwa mara hii tu.",
  enterTitle: "Soma vitabu kama mkaguzi",
  enterText:
    "Utaona ripoti, jarida, wanachama na kumbukumbu, bila kubadilisha chochote. Aliyeingia kwenye kifaa hiki anatolewa.",
  enter: "Ingia",
  back: "Uhasibu",
  backToMembers: "Wanachama na taarifa zao",
  members: "Wanachama na taarifa zao",
  membersText: "Kila mwanachama, na yote yaliyotokea kwenye akaunti yake.",
  contributions: "Michango",
  statementOf: "Taarifa ya {name}",
  moved: "Yaliyotokea",
  settings: "Mipangilio ya chama",
  settingsText: "Kanuni za chama, na kila badiliko lake.",
};

import type { offline as english } from "../en/offline.ts";
import type { TextsOf } from "#messages/message.ts";

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
  leave: "Ondoka na ufute",
  stay: "Baki",
} as const satisfies TextsOf<typeof english>;

import type { descriptions as english } from "../en/descriptions.ts";
import type { TextsOf } from "#messages/message.ts";

/** What the system writes into lists and books, each from the record it stems from. */
export const descriptions = {
  normalLoan: "Mkopo wa Kawaida {number}",
  emergencyLoan: "Mkopo wa Dharura {number}",
  loanPaidOut: "{loan} umetolewa",
  loanPayment: "Rejesho la {loan}",
  loanPaymentByReference: "Rejesho la {loan}, {reference}",
  contribution: "Mchango wa {month}",
  contributionByReference: "Mchango {reference}",
  finePayment: "Malipo ya faini",
  finePaymentByReference: "Malipo ya faini {reference}",
  lateFine:
    "Faini ya kuchelewa mchango: {months, plural, one {mwezi} other {miezi}} {months} tangu {since}",
  exitOwed: "Kuondoka: bado anadaiwa na chama",
  exitPaidOut: "Kuondoka: imelipwa",
  clearingPaidOut: "Kumaliza akaunti: imelipwa",
  badDebtRecovered: "Deni lisilolipika lililorejeshwa",
  badDebtRecoveredFrom: "Deni lisilolipika lililorejeshwa na {member}",
  exitOf: "Kuondoka kwa {member}",
  clearingOf: "Kumaliza akaunti ya {member}",
  yearClosing: "Kufungwa kwa mwaka wa fedha {year}",
  openingReplaced: "Jedwali jipya limependekezwa.",
  openingTakenBack: "Kitabu kilicholeta mkopo huu kimerudishwa.",
  broughtForward: "Kiasi kilicholetwa kutoka kitabu cha chama",
  broughtForwardOn: "Kiasi kilicholetwa kutoka kitabu cha chama, {day}",
  finesBroughtForward: "Faini zisizolipwa zilizoletwa kutoka kitabu cha chama",
  loanBroughtForward: "{loan} ulioletwa kutoka kitabu cha chama",
  reversal: "Ubatilisho wa ingizo {id}: {reason}",
  officeDelay: "Ofisi inasubiri saa {after} kabla ya kuanza kazi, badala ya {before}",
  secondPersonOff: "Hakuna mtu wa pili anayeombwa tena, sasa ni zaidi ya {before}",
  secondPersonAbove: "Mtu wa pili anaombwa kwa zaidi ya {after}, badala ya zaidi ya {before}",
  ofAnother:
    "{type, select, contribution {Mchango wa mwanachama} loan_disbursement {Mkopo umetolewa} loan_payment {Rejesho la mkopo} fine {Faini imetozwa} fine_payment {Malipo ya faini} exit {Kuondoka kwa mwanachama} clearing {Kumaliza akaunti ya mwanachama} bad_debt_recovery {Deni lisilolipika lililorejeshwa} brought_forward {Kilicholetwa kutoka kitabuni} reversal {Ubatilisho} other {Ingizo kuhusu mwanachama}}",
  loanAboveLimit: "Kiasi kinazidi kikomo chako cha mkopo cha {limit}.",
  /** Why a newcomer's payment was rejected with the approval of their membership (PAY-4). */
  referenceHeld: "Nambari hii ya malipo iko kwenye malipo ya mwanachama mwingine.",
} as const satisfies TextsOf<typeof english>;

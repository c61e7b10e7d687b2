import type { done as english } from "../en/done.ts";
import type { TextsOf } from "../texts-of.ts";

/** What a change is answered with once it is made, by feature. */
export const done = {
  approvals: {
    many: "{count, plural, =0 {Hakuna kilichoidhinishwa.} one {Idhini 1 imerekodiwa, {total}.} other {Idhini # zimerekodiwa, {total}.}}{refused, plural, =0 {} one { Malipo 1 hayakuidhinishwa.} other { Malipo # hayakuidhinishwa.}}",
  },
  loans: {
    applied: "Ombi lako la {amount} limepokelewa na linamsubiri Mweka Hazina na Katibu Mkuu.",
    appliedByTreasurer:
      "Ombi lako la {amount} limepokelewa na linamsubiri Mwenyekiti, anayeamua badala yako, na Katibu Mkuu.",
    appliedBySecGen:
      "Ombi lako la {amount} limepokelewa na linamsubiri Mweka Hazina na Mwenyekiti, anayeamua badala yako.",
    rejectedAtOnce: "Ombi lako limekataliwa. {reason}",
    paidOut: "{loan} wa {member} umeidhinishwa na kutolewa.",
    rejected: "{loan} wa {member} umekataliwa.",
    waits: "Idhini yako imerekodiwa. {loan} wa {member} sasa unasubiri ofisi nyingine.",
    repaid:
      "Malipo yako ya {amount} yamepokelewa na yanasubiri Mweka Hazina na Katibu Mkuu wayaidhinishe.",
    paymentApproved: "Rejesho la mkopo la {member} limeidhinishwa na limo vitabuni.",
    paymentRejected: "Rejesho la mkopo la {member} limekataliwa.",
    paymentWaits:
      "Idhini yako imerekodiwa. Rejesho la mkopo la {member} sasa linasubiri ofisi nyingine.",
  },
  contributions: {
    received:
      "Malipo yako ya {amount} yamepokelewa na yanasubiri Mweka Hazina na Katibu Mkuu wayaidhinishe.",
    approved: "Mchango wa {member} umeidhinishwa na umo vitabuni.",
    rejected: "Mchango wa {member} umekataliwa.",
    waits: "Idhini yako imerekodiwa. Mchango wa {member} sasa unasubiri ofisi nyingine.",
  },
  fines: {
    received:
      "Malipo yako ya faini ya {amount} yamepokelewa na yanasubiri Mweka Hazina na Katibu Mkuu wayaidhinishe.",
    approved: "Malipo ya faini ya {member} yameidhinishwa na yamo vitabuni.",
    rejected: "Malipo ya faini ya {member} yamekataliwa.",
    waits: "Idhini yako imerekodiwa. Malipo ya faini ya {member} sasa yanasubiri ofisi nyingine.",
  },
  members: {
    approve: "{member} ameidhinishwa kuwa mwanachama.",
    reject: "Ombi la {member} limekataliwa.",
    activate: "{member} amewashwa.",
    dormant: "{member} sasa ni tuli.",
    deactivate: "{member} amezimwa.",
    lift_dormancy: "{member} si tuli tena.",
    officeGiven: "{member} sasa ni {office}.",
    leftOwing: "{member} ameondoka kwenye chama na bado anadaiwa {amount}.",
    leftEven: "{member} ameondoka kwenye chama. Hakuna anayemdai mwenzake.",
    leftPaid: "{member} ameondoka kwenye chama na analipwa {amount} kutoka benki.",
    withoutOffice: "{change} Si {office} tena.",
    twoStepReset: "Kuingia kwa hatua mbili kwa {member} kumezimwa.",
  },
} as const satisfies TextsOf<typeof english>;

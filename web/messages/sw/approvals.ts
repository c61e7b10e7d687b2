import type { approvals as english } from "../en/approvals.ts";
import type { TextsOf } from "#messages/texts-of.ts";

/** Words of the officials' approvals. */
export const approvals = {
  title: "Idhini Zinazosubiri",
  subtitle: "Yanayosubiri uamuzi wako kama {office}.",
  none: "Hakuna idhini zinazokusubiri kwa sasa",
  noneHint: "Malipo na maombi mapya ya mikopo ya wanachama yanaonekana hapa yakishatumwa.",
  count: "{count, plural, one {jambo #} other {mambo #}}",
  view: "Tazama",
  back: "Idhini Zinazosubiri",

  contribution: {
    title: "Idhini za Michango ya Mwezi",
    text: "Michango ambayo wanachama wamerekodi.",
    caption: "Michango inayosubiri uamuzi wako",
    dialog: "Idhinisha au kataa mchango",
    choose: "{amount} za {member} za {month}.",
    first:
      "Unaidhinisha {amount} za {member} za {month}. Zinaingizwa vitabuni {other} akiidhinisha pia.",
    second:
      "Unaidhinisha {amount} za {member} za {month}. {other} ameshaidhinisha, hivyo zinaingizwa vitabuni mara moja.",
    reject: "Unakataa {amount} za {member} za {month}. Uamuzi huu ni wa mwisho.",
  },
  loanApplication: {
    title: "Idhini za Maombi ya Mikopo",
    text: "Mikopo ambayo wanachama wameomba.",
    caption: "Maombi ya mikopo yanayosubiri uamuzi wako",
    none: "Hakuna maombi ya mikopo yanayosubiri kwa sasa",
    noneHint: "Ombi linaonekana hapa mwanachama akishalituma.",
    dialog: "Idhinisha au kataa ombi la mkopo",
    choose: "{amount} kwa {member}.",
    first:
      "Unaidhinisha mkopo wa {amount} kwa {member}. {other} akiidhinisha pia, {amount} zinatolewa na {total} zinapaswa kulipwa baada ya {months, plural, one {mwezi #} other {miezi #}}.",
    second:
      "Unaidhinisha mkopo wa {amount} kwa {member}. {other} ameshaidhinisha, hivyo {amount} zinatolewa mara moja na {total} zinapaswa kulipwa kufikia {due}.",
    reject: "Unakataa mkopo wa {amount} kwa {member}. Uamuzi huu ni wa mwisho.",
  },
  loanPayment: {
    title: "Idhini za Marejesho ya Mikopo",
    text: "Marejesho ya mikopo ambayo wanachama wamerekodi.",
    caption: "Marejesho ya mikopo yanayosubiri uamuzi wako",
    dialog: "Idhinisha au kataa rejesho la mkopo",
    choose: "{amount} za {member} kwa {loan}.",
    first:
      "Unaidhinisha {amount} za {member} kwa {loan}. Zinapunguza mkopo {other} akiidhinisha pia.",
    second:
      "Unaidhinisha {amount} za {member} kwa {loan}. {other} ameshaidhinisha, hivyo zinapunguza mkopo mara moja.",
    reject: "Unakataa {amount} za {member} kwa {loan}. Uamuzi huu ni wa mwisho.",
  },
  finePayment: {
    title: "Idhini za Malipo ya Faini",
    text: "Malipo ya faini ambayo wanachama wamerekodi.",
    caption: "Malipo ya faini yanayosubiri uamuzi wako",
    dialog: "Idhinisha au kataa malipo ya faini",
    choose: "{amount} za {member} kwa faini.",
    first:
      "Unaidhinisha {amount} za {member} kwa faini. Zinalipa faini za zamani zaidi {other} akiidhinisha pia.",
    second:
      "Unaidhinisha {amount} za {member} kwa faini. {other} ameshaidhinisha, hivyo zinalipa faini za zamani zaidi mara moja.",
    reject: "Unakataa {amount} za {member} kwa faini. Uamuzi huu ni wa mwisho.",
  },

  member: "Mwanachama",
  amount: "Kiasi",
  month: "Mwezi",
  loan: "Mkopo",
  paymentDate: "Tarehe ya malipo",
  paidOn: "zililipwa {date}",
  appliedOn: "uliombwa {date}",
  interest: "Riba",
  toRepay: "Ya kurejesha",
  withInterest: "pamoja na riba ya {amount}",
  due: "Mwisho wa kulipa",
  dueText: "{due}, ukitolewa leo",
  inBank: "Benki ina sasa",
  bankTooLow: "Benki haina kiasi hiki kwa sasa",
  bankTooLowText:
    "Ina {amount}. Idhini ya pili inatoa mkopo, hivyo inakataliwa hadi benki iwe na fedha za kutosha.",
  reference: "Nambari ya malipo",
  otherOffice: "Ofisi nyingine",
  decide: "Idhinisha/Kataa",
  own: "Malipo yako mwenyewe",
  ownText:
    "Haya ni malipo yako mwenyewe. Ofisi nyingine lazima ikubali pia, na inaona kuwa ni yako.",
  ownLoan: "Ombi lako mwenyewe",
  inPlace: "Badala ya {office}",
  inPlaceText:
    "{member} ana ofisi hii, hivyo wewe unatoa uamuzi wake. Ofisi nyingine inauamua pia.",
  newerPending: "Mwanachama huyu ana malipo mapya zaidi yanayosubiri. Amua hayo kwanza.",
  alsoOn: "Pia kwenye {items}",
  otherContribution: "mchango {id} ({amount})",
  otherLoanPayment: "rejesho {id} ({amount})",
  otherFinePayment: "malipo ya faini {id} ({amount})",
  regNumber: "Nambari ya usajili",
  action: "Uamuzi",
  chooseAction: "Chagua la kufanya",
  approve: "Idhinisha",
  reject: "Kataa",
  reason: "Sababu ya kukataa",
  reasonHelp: "Mwanachama anaisoma sentensi hii.",
  reasonRequired: "Toa sababu ya kukataa.",
  actionRequired: "Chagua kuidhinisha au kukataa.",
  submit: "Tuma uamuzi",
  submitApprove: "Idhinisha {amount}",
  submitReject: "Kataa {amount}",
} as const satisfies TextsOf<typeof english>;

import type { TextsOf } from "#messages/message.ts";
import type * as en from "../en/notices.ts";

export const notices = {
  subjects: {
    receipt: "{group}: kuhusu pesa zako",
    loan: "{group}: kuhusu mkopo wako",
    fine: "{group}: kuhusu faini",
    reminder: "{group}: kikumbusho",
    membership: "{group}: kuhusu uanachama wako",
    security: "{group}: kuhusu akaunti yako",
    office: "{group}: kwa maafisa",
    month: "{group}: mwezi kwa ukurasa mmoja",
    word: "{group}: neno kutoka kwa Mwenyekiti",
  },

  codes: {
    claim:
      "{code} inathibitisha kwamba wewe ni {reg} kwenye daftari la chama. Imeombwa kwa simu {phone}. Si wewe? Usimpe yeyote, mwambie afisa.",
  },

  payment_submitted:
    "{kind, select, contribution {Mchango wako wa {amount} umerekodiwa} loan_payment {Rejesho lako la mkopo la {amount} limerekodiwa} other {Malipo yako ya faini ya {amount} yamerekodiwa}}, kumbukumbu {reference}. Idhini inasubiriwa.",
  payment_approved:
    "Risiti {number}: {kind, select, contribution {mchango wako wa {amount} umeidhinishwa. Umeweka akiba ya {total}.} loan_payment {rejesho lako la mkopo la {amount} limeidhinishwa. Bado: {total}.} other {malipo yako ya faini ya {amount} yameidhinishwa. Faini zilizobaki: {total}.}}",
  payment_approved_for_reason:
    "{office} ameidhinisha {kind, select, contribution {mchango wako wa} loan_payment {rejesho lako la mkopo la} other {malipo yako ya faini ya}} {amount}, ambayo hayako kwenye taarifa ya benki: {reason}",
  payment_rejected:
    "{kind, select, contribution {Mchango wako wa {amount} umekataliwa na hauhesabiwi} loan_payment {Rejesho lako la mkopo la {amount} limekataliwa na halihesabiwi} other {Malipo yako ya faini ya {amount} yamekataliwa na hayahesabiwi}}: {reason}",
  payment_entered:
    "{official} ameingiza {amount} kama {kind, select, contribution {mchango wako} loan_payment {rejesho lako la mkopo} other {malipo yako ya faini}}. Kama si yako, mwambie afisa.",
  payment_matched:
    "Taarifa ya benki inasema {found} kwa {kind, select, contribution {mchango wako wa} loan_payment {rejesho lako la mkopo la} other {malipo yako ya faini ya}} {amount}: {reason}",
  entry_reversed: "Ingizo kwenye akaunti yako limebatilishwa, {amount} ya {day}: {reason}",
  debt_recovered: "{amount} zimepokewa kulipa unachodaiwa. Bado: {left}.",
  left_group:
    "Umeondoka kwenye chama, na hesabu yako imemalizwa: {due} {owing, select, yes {bado unadaiwa} other {umelipwa}}.",

  loan_entered:
    "{official} ameingiza ombi la mkopo wa {amount} kwa jina lako. Kama hukuliomba, mwambie afisa.",
  loan_paid_out:
    "Mkopo wako wa {amount} umeidhinishwa na kutolewa. Utarejesha {total} kufikia {due}.",
  loan_rejected: "Ombi lako la mkopo wa {amount} limekataliwa: {reason}",
  loan_repaid: "Umemaliza kurejesha mkopo wako wa {amount}. Asante.",
  loan_fallen_due: "Mkopo wako wa {amount} ulipaswa kulipwa {due}. Bado: {left}.",
  loan_due:
    "{days, plural, =0 {Mkopo wako unapaswa kulipwa leo.} one {Mkopo wako unapaswa kulipwa kesho.} other {Mkopo wako unapaswa kulipwa baada ya siku {days}, {due}.}} Bado: {left}.",
  loan_late:
    "{days, plural, one {Mkopo wako umechelewa siku {days}.} other {Mkopo wako umechelewa siku {days}.}} Bado: {left}.",

  fine_charged: "Umetozwa faini ya {amount}: {why}",
  fine_paid: "Faini yako ya {amount} imelipwa.",
  fine_reversed: "Faini yako ya {amount} imefutwa: {why}",

  contribution_due: "Umelipa michango hadi {due}. Mchango unaofuata ni {amount}.",
  contribution_due_today: "Umelipa michango hadi leo. Mchango unaofuata ni {amount}.",
  late_fine_tomorrow: "Usipolipa mchango leo, kesho utatozwa faini ya {amount} kwa kuchelewa.",

  status_approve: "Uanachama wako umeidhinishwa. Sasa unaweza kulipa michango na kuomba mikopo.",
  status_reject: "Ombi lako la kujiunga halikuidhinishwa: {reason}",
  status_activate: "Akaunti yako ni hai tena. Unaweza kuingia.",
  status_dormant: "Uanachama wako sasa ni tuli: unaweza kulipa na kurejesha, lakini si kukopa.",
  status_deactivate: "Akaunti yako imezimwa, hivyo huwezi kuingia tena.",
  status_lift_dormancy: "Uanachama wako ni hai tena. Unaweza kukopa.",
  office_given: "Sasa wewe ni {office}.",
  office_taken: "Wewe si {office} tena.",
  office_proposed: "{member} amependekezwa kuwa {office}. Itaanza kutumika {moment}.",
  office_needs_agreement:
    "{member} amependekezwa kuwa {office}. Lazima afisa mwingine akubali, au wanachama watatu.",
  office_removal_proposed:
    "Imependekezwa kwamba {member} asiwe {office} tena. Itaanza kutumika {moment}.",
  office_objection:
    "{by} anapinga yaliyopendekezwa kuhusu {member} na wadhifa wa {office}: {reason}",
  office_stays: "{member} anabaki kuwa {office}.",
  office_counts: "{member} sasa ni {office}.",
  office_lost: "{member} si {office} tena.",
  office_not_given: "{member} hatakuwa {office}.",
  figures_resolved: "{official} amejibu ulichosema kuhusu takwimu za daftari: {words}",

  figures_on_paper:
    "{official} ameandika kwamba ulithibitisha kwa karatasi takwimu zako za daftari. Kama sivyo, mwambie afisa mwingine.",

  claim_code: "Msimbo umetumwa kwa simu ambayo daftari la chama lina kwa {reg}.",
  claim_invited:
    "Kiungo kipya cha kudai {reg}, {member}, kimetengenezwa; cha awali kimefungwa. Kama hukukipata, mwambie afisa.",
  book_claimed:
    "{reg}, {member}, kwenye daftari la chama amedaiwa kwa simu {phone} na barua pepe {email}. Kama si wewe, mwambie afisa.",
  claim_taken:
    "Akaunti ya {reg} sasa inatumia simu {phone} na barua pepe {email}. Kama si wewe, mwambie afisa.",
  name_changed:
    "{official} amebadilisha jina la akaunti yako kuwa {member}. Kama si sahihi, mwambie afisa mwingine.",
  password_changed:
    "Nenosiri lako limebadilishwa {moment}. Kama si wewe, mwambie Mwenyekiti mara moja.",
  new_device:
    "Kifaa kipya kimeingia kwenye akaunti yako {moment}: {device}. Kama si wewe, badilisha nenosiri.",
  two_step_on:
    "Kuingia kwa hatua mbili kumewashwa kwenye akaunti yako. Kama si wewe, mwambie Mwenyekiti.",
  two_step_off:
    "Kuingia kwa hatua mbili kumezimwa kwenye akaunti yako. Kama si wewe, mwambie Mwenyekiti.",
  two_step_codes: "Akaunti yako ina misimbo mipya ya dharura. Kama si wewe, mwambie Mwenyekiti.",
  two_step_reset: "Mwenyekiti amezima kuingia kwa hatua mbili kwenye akaunti yako.",
  email_change_requested:
    "Barua pepe yako inakaribia kuwa {email}. Kama si wewe, badilisha nenosiri sasa.",
  email_changed: "Akaunti yako sasa inatumia {email}. Kama si wewe, mwambie Mwenyekiti.",
  email_put_back: "Akaunti yako inatumia {email} tena. Vifaa vyote vimeondolewa.",
  phone_change_requested:
    "Simu yako inakaribia kuwa {phone}. Kama si wewe, badilisha nenosiri sasa.",
  push_added:
    "Kifaa kinaonyesha arifa zako kwenye skrini yake tangu {moment}: {device}. Kama si wewe, kiondoe chini ya arifa zako na ubadilishe nenosiri.",
  phone_changed: "Akaunti yako sasa inatumia simu {phone}. Kama si wewe, mwambie Mwenyekiti.",

  loan_applied: "{member} anaomba mkopo wa {amount}. Unasubiri maafisa.",
  digest:
    "{count, plural, one {Jambo {count} linakusubiri, tangu {since}.} other {Mambo {count} yanakusubiri, la zamani zaidi tangu {since}.}}",
  member_changed: "{change} Limefanywa na {by}.",
  money_proposed: "{by} anapendekeza kutoa {amount} benki: {what}. Inahitaji afisa wa pili.",
  fine_proposed: "{by} anapendekeza faini ya {amount}: {what}. Inahitaji afisa wa pili.",
  unmatch_proposed:
    "{by} anapendekeza kutengua ulinganisho wa malipo yaliyoidhinishwa ya {amount}: {what}. Inahitaji ofisi nyingine.",
  setting_proposed: "{by} anapendekeza mpangilio mwingine: {change}. Utaanza kutumika {moment}.",
  word_waiting:
    "{by} ameandika neno kwa {people, plural, one {mwanachama #} other {wanachama #}}, {cost} kwa SMS. Afisa wa pili anasubiriwa.",
  opening_proposed:
    "{by} anapendekeza kitabu cha chama cha {date}: {members, plural, one {mwanachama #} other {wanachama #}}, akiba {savings}. Kinasubiri kukubaliwa.",
  opening_accepted: "{by} amekubali kitabu cha chama cha {date}. Kiko vitabuni.",
  opening_refused: "{by} amekataa kitabu cha chama cha {date}: {reason}",
  opening_take_back_requested:
    "{by} anataka kurudisha kitabu cha chama cha {date}. Inasubiri ofisi nyingine: {reason}",
  opening_taken_back: "{by} amekubali, na kitabu cha chama cha {date} kimerudishwa: {reason}",
  claim_waits:
    "{reg}, {member} kwenye daftari, anadaiwa kwa simu {phone} na barua pepe {email}{proof, select, sms {} mail {} other {: maafisa wawili wanapaswa kumthibitisha}}.",
  phone_waits: "{member} ana simu nyingine. Mwenyekiti anaithibitisha.",
  pay_to_changed:
    "{by} amebadilisha mahali ambapo wanachama wanalipa. Kama hukutarajia, waonye wanachama.",
  backup_failed: "Nakala rudufu ya usiku huu imeshindikana: {failure}",
  archive_failed: "Kumbukumbu ya vitabu haihifadhiwi: {failure}",
  books_broken:
    "Ukaguzi wa vitabu: mambo {broken} kati ya {count} ambayo lazima yawe kweli si kweli. Usiidhinishe chochote hadi ijulikane ni kwa nini.",
  tree_head: "Alama ya vitabu ya {moment}, yenye maingizo {size}: {fingerprint}",
  figures_disputed: "{member} hakubaliani na takwimu za daftari: {words}",
  sms_balance_out:
    "Akaunti ya SMS imeishiwa na pesa tangu {since}. SMS zinasubiri ijazwe; barua pepe zinaendelea.",
  sms_budget: "SMS zimegharimu {used} kati ya {cap} za mwezi huu. Zikizidi hapo zinazuiwa.",
  sms_failing: "Mtambo wa SMS haufanyi kazi tangu {since}. SMS zinausubiri.",
  sms_opted_out: "{member} ameomba mtandao asitumiwe SMS, na hatumiwi tena.",
  approved_payment_claimed:
    "{member} anadai malipo {reference} ya {amount}: taarifa inamtaja yeye, na yameidhinishwa kwa {other}.",
  statement_gap: "Taarifa za {where} zinaruka {from} hadi {to}.",

  month_page:
    "{month}: umeweka akiba {saved} na unadaiwa {owed}. Chama kina {total}, {reconciled, select, yes {kimelinganishwa.} open {kimelinganishwa, si vyote vimeelezwa.} other {bado hakijalinganishwa.}} Alama {fingerprint}",
  word: "{words}",
} as const satisfies TextsOf<typeof en.notices>;

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
    join: "{code} inathibitisha kwamba simu hii ni yako. Iandike ulipojisajili. Si wewe? Usimpe yeyote, mwambie afisa.",
    invitation:
      "Chama chako kinamwalika {reg} kwenye vitabu vyake. Fungua {url} na uandike {code}. Unatumika mara moja, hadi {day}.",
  },

  payment_submitted:
    "{kind, select, contribution {Mchango wako wa {amount} umerekodiwa} loan_payment {Rejesho lako la mkopo la {amount} limerekodiwa} rotation_payment {Malipo yako ya merry-go-round ya {amount} yamerekodiwa} fund_payment {Malipo yako ya mfuko ya {amount} yamerekodiwa} other {Malipo yako ya faini ya {amount} yamerekodiwa}}, kumbukumbu {reference}. Idhini inasubiriwa.",
  payment_approved:
    "Risiti {number}: {kind, select, contribution {mchango wako wa {amount} umeidhinishwa. Umeweka akiba ya {total}.} loan_payment {rejesho lako la mkopo la {amount} limeidhinishwa. Bado: {total}.} rotation_payment {malipo yako ya merry-go-round ya {amount} yameidhinishwa. Bado: {total}.} fund_payment {malipo yako ya mfuko ya {amount} yameidhinishwa.} other {malipo yako ya faini ya {amount} yameidhinishwa. Faini zilizobaki: {total}.}}",
  payment_approved_for_reason:
    "{office} ameidhinisha {kind, select, contribution {mchango wako wa} loan_payment {rejesho lako la mkopo la} rotation_payment {malipo yako ya merry-go-round ya} fund_payment {malipo yako ya mfuko ya} other {malipo yako ya faini ya}} {amount}, ambayo hayako kwenye taarifa ya benki: {reason}",
  payment_rejected:
    "{kind, select, contribution {Mchango wako wa {amount} umekataliwa na hauhesabiwi} loan_payment {Rejesho lako la mkopo la {amount} limekataliwa na halihesabiwi} rotation_payment {Malipo yako ya merry-go-round ya {amount} yamekataliwa na hayahesabiwi} fund_payment {Malipo yako ya mfuko ya {amount} yamekataliwa na hayahesabiwi} other {Malipo yako ya faini ya {amount} yamekataliwa na hayahesabiwi}}: {reason}",
  payment_withdrawn:
    "{own, select, yes {Umeondoa} other {{official} ameondoa}} {kind, select, contribution {mchango wa} loan_payment {rejesho la mkopo la} rotation_payment {malipo ya merry-go-round ya} fund_payment {malipo ya mfuko ya} other {malipo ya faini ya}} {amount}. Hayahesabiwi, na kumbukumbu yake inaweza kutumika tena.",
  payment_entered:
    "{official} ameingiza {amount} kama {kind, select, contribution {mchango wako} loan_payment {rejesho lako la mkopo} rotation_payment {malipo yako ya merry-go-round} fund_payment {malipo yako ya mfuko} other {malipo yako ya faini}}. Kama si yako, mwambie afisa.",
  payment_matched:
    "Taarifa ya benki inasema {found} kwa {kind, select, contribution {mchango wako wa} loan_payment {rejesho lako la mkopo la} rotation_payment {malipo yako ya merry-go-round ya} fund_payment {malipo yako ya mfuko ya} other {malipo yako ya faini ya}} {amount}: {reason}",
  payment_contested:
    "{side, select, first {Mwanachama mwingine anadai malipo uliyorekodi} other {Mwanachama mwingine alirekodi malipo yako kabla yako}}, {amount}, nambari {reference}{side, select, first {, na taarifa inamtaja yeye} other {}}. Maafisa wataamua ni ya nani.",
  mpesa_unknown:
    "Bado hatujui kama malipo yako ya M-PESA ya {amount} yamefika. Usilipe tena kabla M-PESA haijajibu.",
  mpesa_unplaced:
    "Malipo yako ya M-PESA {reference} ya {amount} yamefika, lakini bado hayajarekodiwa: {reason} Maafisa wanajua.",
  mpesa_unplaced_office:
    "Malipo ya M-PESA {reference} ya {amount} ya {member} yamefika, lakini hayakuweza kurekodiwa: {reason}",
  mpesa_payout_paid:
    "{amount} zimetumwa kwenye M-PESA yako inayoishia {phone}, risiti {reference}.",
  mpesa_payout_refused: "{amount} hazikuweza kutumwa kwenye M-PESA yako: {reason}",
  mpesa_returned:
    "Malipo yako ya M-PESA {reference} ya {amount} yamerudi kwenye simu iliyolipa. Maafisa wanajua sababu.",
  entry_reversed: "Ingizo kwenye akaunti yako limebatilishwa, {amount} ya {day}: {reason}",
  debt_recovered: "{amount} zimepokewa kulipa unachodaiwa. Bado: {left}.",
  left_group:
    "Umeondoka kwenye chama, na hesabu yako imemalizwa: {due} {owing, select, yes {bado unadaiwa} other {umelipwa}}.",

  share_paid:
    "Mgawo wako: {amount}.{back, select, yes { Akiba: {savings}.} other {}}{off, select, yes { Madeni: {offset}.} other {}} {way, select, savings {Kwenye akiba: {left}.} other {Unapokea {left}.}}",
  share_taken_back: "Mgawo wako wa {amount} umerudishwa: {reason}",
  loan_entered:
    "{official} ameingiza ombi la mkopo wa {amount} kwa jina lako. Kama hukuliomba, mwambie afisa.",
  loan_paid_out:
    "Mkopo wako wa {amount} umeidhinishwa na kutolewa. Utarejesha {total} kufikia {due}.",
  loan_rejected: "Ombi lako la mkopo wa {amount} limekataliwa: {reason}",
  loan_withdrawn:
    "{own, select, yes {Umeondoa} other {{official} ameondoa}} ombi lako la mkopo wa {amount} kabla afisa hajaamua.",
  loan_repaid: "Umemaliza kurejesha mkopo wako wa {amount}. Asante.",
  guarantee_asked:
    "{member} anakuomba udhamini {amount} ya mkopo. Angalia marejesho yake, kisha ukubali au ukatae.",
  guarantee_agreed: "{member} anadhamini {amount} ya mkopo wako.",
  guarantee_declined: "{member} hadhamini {amount} ya mkopo wako.",
  guarantee_withdrawn: "{member} hadhamini tena {amount} ya mkopo wako.",
  guarantee_released: "Hudhamini tena {amount} ya mkopo wa {member}.",
  guarantee_called: "{amount} imechukuliwa kutoka akiba yako kwa mkopo wa {member}.",
  loan_change_asked:
    "Badiliko la mkopo wa {member} linasubiri: marejesho mapya, au akiba kuchukuliwa.",
  loan_change_done: "Badiliko la mkopo wa {member} sasa linahesabika.",
  loan_change_ended: "Badiliko la mkopo wa {member} limeisha: halikukubaliwa.",
  loan_fallen_due: "Mkopo wako wa {amount} ulipaswa kulipwa {due}. Bado: {left}.",
  loan_due:
    "{days, plural, =0 {Mkopo wako unapaswa kulipwa leo.} one {Mkopo wako unapaswa kulipwa kesho.} other {Mkopo wako unapaswa kulipwa baada ya siku {days}, {due}.}} Bado: {left}.",
  loan_late:
    "{days, plural, one {Mkopo wako umechelewa siku {days}.} other {Mkopo wako umechelewa siku {days}.}} Bado: {left}.",
  instalment_due:
    "{days, plural, =0 {Rejesho la mkopo wako ni leo.} one {Rejesho la mkopo wako ni kesho.} other {Rejesho la mkopo wako ni baada ya siku {days}, {due}.}} La kulipa: {left}.",
  instalment_late:
    "Rejesho la mkopo wako la {due} limechelewa {days, plural, one {siku {days}} other {siku {days}}}. Bado: {left}.",

  fine_charged: "Umetozwa faini ya {amount}: {why}",
  fine_paid: "Faini yako ya {amount} imelipwa.",
  fine_reversed: "Faini yako ya {amount} imefutwa: {why}",

  contribution_due: "Umelipa michango hadi {due}. Mchango unaofuata ni {amount}.",
  contribution_due_today: "Umelipa michango hadi leo. Mchango unaofuata ni {amount}.",
  contribution_waits:
    "{waiting} uliyolipa inasubiri viongozi. Ikihesabiwa umelipa michango hadi {due}. Mchango unaofuata ni {amount}.",
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
    "{member} amependekezwa kuwa {office}. Lazima afisa mwingine akubali, au wengi wa wanachama.",
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

  account_confirmed: "{official} amethibitisha akaunti yako. Ingia kwa simu na nenosiri lako.",
  reset_handed_over:
    "{official} ametengeneza kiungo cha kuweka nenosiri jipya la akaunti yako. Ikiwa hukuomba, mwambie afisa mwingine sasa.",
  book_invited:
    "Mwaliko wa kudai akaunti ya {reg} umetumwa kwa simu iliyo kwenye daftari la chama.",
  join_code: "Msimbo umetumwa kwa {phone}, unaothibitisha akaunti yako.",
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
  rotation_paid_out: "Zamu yako kwenye {name} imelipwa: {amount}.",
  rotation_confirmed:
    "{member} amethibitisha {amount} ulizomlipa moja kwa moja kwa merry-go-round.",
  rotation_settled:
    "{amount} ulizodaiwa kwenye {name} zimetolewa kwenye akiba yako na ofisi zote mbili.",
  rotation_turn_next: "Zamu yako kwenye {name} ndiyo inayofuata, tarehe {day}.",
  rotation_owed: "Unadaiwa {amount} kwenye {name}.",
  meeting_called:
    "Mkutano {kind, select, annual {mkuu wa mwaka} special {maalum} other {wa kawaida}}, namba {number}, ni tarehe {date}{time, select, none {} other { saa {time}}}. Mahali: {where}",
  meeting_moved:
    "Umebadilika: mkutano {kind, select, annual {mkuu wa mwaka} special {maalum} other {wa kawaida}}, namba {number}, ni tarehe {date}{time, select, none {} other { saa {time}}}. Mahali: {where}",
  meeting_cancelled:
    "Mkutano {kind, select, annual {mkuu wa mwaka} special {maalum} other {wa kawaida}}, namba {number}, wa tarehe {date} umeghairiwa.",
  meeting_today:
    "Leo: mkutano {kind, select, annual {mkuu wa mwaka} special {maalum} other {wa kawaida}}, namba {number}{time, select, none {} other { saa {time}}}. Mahali: {where}",
  meeting_tomorrow:
    "Kesho: mkutano {kind, select, annual {mkuu wa mwaka} special {maalum} other {wa kawaida}}, namba {number}{time, select, none {} other { saa {time}}}. Mahali: {where}",
  meeting_closed:
    "Mkutano wa {number}: walikuwepo {there} kati ya {people}. Wewe: {mark, select, present {ulikuwepo} late {ulichelewa} apology {ulitoa udhuru} other {hukuwepo}}. Benki ina {bank}.",
  meeting_closed_with_cash:
    "Mkutano wa {number}: walikuwepo {there} kati ya {people}. Wewe: {mark, select, present {ulikuwepo} late {ulichelewa} apology {ulitoa udhuru} other {hukuwepo}}. Zilizohesabiwa {counted}. Benki {bank}, taslimu {cash}.",
  minutes_adopted:
    "Kumbukumbu za mkutano wa {number} wa {date} zimepitishwa. Kuanzia sasa hazibadiliki.",
  rotation_drawn:
    "Mpangilio wa {name} umechorwa: zamu yako ni {turn} kati ya {turns}, tarehe {day}.",
  rotation_swap_asked:
    "{member} anaomba kubadilishana zamu nawe kwenye merry-go-round. Jibu kwenye ukurasa wake.",
  rotation_swapped: "Wewe na {member} mmebadilishana zamu. Yako sasa ni zamu {turn}, tarehe {day}.",
  rotation_swap_refused: "{member} habadilishani zamu nawe kwenye merry-go-round.",
  rotation_pay_out_waits:
    "{by} anamlipa {member} {amount} kwenye merry-go-round. Unahitajika wewe pia.",
  rotation_settling_waits:
    "{by} anatoa {amount} ambazo {member} anadaiwa kwenye merry-go-round kutoka akiba yake. Unahitajika wewe pia.",
  share_out_proposed: "{by} anapendekeza mgawo wa {amount}. Unahitaji kukubali kwako.",
  share_out_refused: "{by} amekataa mgawo wa {amount}: {reason}",
  share_out_take_back: "{by} anataka mgawo wa {amount} urudishwe: {reason}. Unakuhitaji wewe pia.",
  money_proposed: "{by} anapendekeza kutoa {amount} benki: {what}. Inahitaji afisa wa pili.",
  fine_proposed: "{by} anapendekeza faini ya {amount}: {what}. Inahitaji afisa wa pili.",
  cash_proposed:
    "{by} anapendekeza hili la fedha taslimu, {amount}: {what}. Inahitaji ofisi nyingine.",
  fund_proposed: "{by} anapendekeza hili la mifuko, {amount}: {what}. Inahitaji ofisi nyingine.",
  unmatch_proposed:
    "{by} anapendekeza kutengua ulinganisho wa malipo yaliyoidhinishwa ya {amount}: {what}. Inahitaji ofisi nyingine.",
  setting_proposed: "{by} anapendekeza mpangilio mwingine: {change}. Utaanza kutumika {moment}.",
  setting_objected: "{by} anapinga mabadiliko haya ya mipangilio: {change}. {reason}",
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
  mpesa_denied:
    "M-PESA haijui risiti {reference} ya {amount}, iliyoripotiwa kwa Akiba. Haithibitishi chochote.",
  mpesa_contradicted:
    "M-PESA imetaja risiti {reference} kwa viasi viwili, kimoja {amount}. Haithibitishi chochote hadi iwe kwenye taarifa.",
  mpesa_lacking:
    "M-PESA ilithibitisha risiti {reference} ya {amount}, na taarifa za siku hizo hazina risiti hiyo.",
  mpesa_failing: "M-PESA haijajibu Akiba tangu {since}.",
  mpesa_credential: "M-PESA inakataa ufunguo au nenosiri la Akiba. Mwarifu anayesimamia seva.",
  mpesa_payout_unknown:
    "M-PESA haijasema kwa dakika 10 kama ililipa {amount}. Msizilipe kwa njia nyingine kabla haijajibu.",
  sms_opted_out: "{member} ameomba mtandao asitumiwe SMS, na hatumiwi tena.",
  approved_payment_claimed:
    "{member} anadai malipo {reference} ya {amount}: taarifa inamtaja yeye, na yameidhinishwa kwa {other}.",
  statement_gap: "Taarifa za {where} zinaruka {from} hadi {to}.",

  month_page:
    "{month}: umeweka akiba {saved} na unadaiwa {owed}. Chama kina {total}, {reconciled, select, yes {kimelinganishwa.} open {kimelinganishwa, si vyote vimeelezwa.} other {bado hakijalinganishwa.}} Alama {fingerprint}",
  word: "{words}",
} as const satisfies TextsOf<typeof en.notices>;

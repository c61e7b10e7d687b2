import type { TextsOf } from "#messages/message.ts";
import type * as en from "../en/refusals.ts";

/** What is refused, by the codes of domain/refusals.ts. */
export const refusals = {
  // Asking at all
  "not-signed-in": "Tafadhali ingia tena",
  "csrf-mismatch": "Ukurasa huu umepitwa na wakati. Upakie upya kisha ujaribu tena.",
  "cross-site": "Ombi hili limetoka kwenye tovuti nyingine, hivyo halikutekelezwa.",
  forbidden: "Huna ruhusa ya kufanya hili.",
  "group-figures-after-approval":
    "Utaona takwimu za chama Mwenyekiti akishaidhinisha uanachama wako.",
  "membership-not-approved": "Unaweza kufanya hili Mwenyekiti akishaidhinisha uanachama wako.",
  "account-read-only": "Umeondoka kwenye chama, hivyo akaunti yako inasomwa tu, haitumiki.",
  "dormant-cannot-borrow": "Uanachama wako ni tuli. Unaweza kulipa na kurejesha, lakini si kukopa.",
  "not-found": "Hatukupata ulichoomba.",
  "unreadable-body": "Ombi si JSON inayosomeka.",
  "too-many-requests":
    "Umejaribu mara nyingi mno. Tafadhali jaribu tena baada ya {unit, select, seconds {sekunde} other {dakika}} {count}.",
  "server-busy": "Seva ina kazi nyingi sana. Tafadhali jaribu tena baada ya muda mfupi.",
  "took-too-long":
    "Imechukua muda mrefu mno, hivyo hakuna kilichobadilishwa. Tafadhali jaribu tena baada ya muda mfupi.",
  "group-asleep": "Kikundi kinafunguliwa. Tafadhali jaribu tena baada ya muda mfupi.",
  "clock-behind": "Saa ya seva inasema {day}, lakini vitabu vina ingizo la {seen}. Rekebisha saa.",
  "clock-other-day": "Siku ya seva ni {day}. Rekebisha saa yake, au thibitisha siku hiyo.",
  "database-away":
    "Kumbukumbu za chama hazifikiki kwa sasa. Tafadhali jaribu tena baada ya muda mfupi.",

  // Repeating a request
  "idempotency-key-malformed": "Idempotency-Key lazima iwe na herufi 1 hadi 200 zinazochapishika.",
  "idempotency-key-reused": "Idempotency-Key hii imeshatumika kwa ombi lingine.",
  "still-running": "Ombi la kwanza bado linashughulikiwa. Tafadhali subiri kidogo.",

  // Signing up and in
  "login-failed": "Baadhi ya maelezo yako ya kuingia si sahihi",
  "two-step-required": "Weka msimbo wa programu yako ya uthibitishaji.",
  "two-step-code-refused": "Msimbo huo si sahihi, au umeshatumika. Subiri unaofuata.",
  "two-step-code-wrong": "Msimbo huo si sahihi, au umeshatumika. Subiri unaofuata.",
  "two-step-demanded":
    "Chama chako kinataka maafisa waingie kwa hatua mbili. Iweke kwenye wasifu wako, kisha utaweza kufanya hivi.",
  "two-step-is-on": "Kuingia kwa hatua mbili kumeshawashwa.",
  "two-step-is-off": "Kuingia kwa hatua mbili hakujawashwa.",
  "two-step-kept-by-officials":
    "Chama chako kinataka maafisa waingie kwa hatua mbili, hivyo haiwezi kuzimwa.",
  "two-step-reset-oneself": "Zima kuingia kwako kwa hatua mbili kwenye wasifu wako.",
  "push-endpoint-refused":
    "Kivinjari hiki kilitoa anwani isiyo ya huduma ya taarifa. Hakuna kilichobadilishwa.",
  "sms-goes-out": "SMS zinatoka kama kawaida, kwa hiyo hakuna cha kujaribu.",
  "notice-on-no-channel":
    "Risiti na taarifa za akaunti yako lazima zikufikie kwa njia moja angalau.",
  "word-by-no-channel": "Chagua angalau njia moja ya kutuma neno hili.",
  "channel-not-there":
    "Chama bado hakitumi {channel, select, email {barua pepe} sms {SMS} other {arifa za skrini}}.",
  "word-to-nobody": "Hakuna yeyote ambaye litamfikia.",
  "word-reaches-nobody": "Kwa njia hizi halimfikii yeyote. Chagua nyingine.",
  "word-over-cap":
    "SMS zitagharimu {cost}, na zilizobaki kwenye kikomo cha mwezi huu ni {left}. Fupisha maandishi, acha SMS, au ongeza kikomo kwenye mipangilio.",
  "word-is-own": "Uliandika neno hili wewe mwenyewe, hivyo afisa mwingine lazima akubali.",
  "word-decided": "Neno hili halisubiri tena.",
  "word-writer-lost-right":
    "Aliyeandika neno hili hana tena ofisi inayohitajika. Lisitishe, kisha liandikwe upya.",
  "two-step-own-first":
    "Anza kwa kuweka kuingia kwa hatua mbili kwako mwenyewe, kwenye wasifu wako.",
  "sign-in-needs-reset":
    "Umejaribu mara nyingi mno bila kufanikiwa. Chagua “Umesahau nenosiri?” ili uweke nenosiri jipya.",
  "activation-failed": "Kuwasha akaunti kumeshindikana",
  "activation-link-expired": "Kiungo hiki cha kuwasha akaunti kimepita muda. Omba kipya.",
  "activation-link-used": "Kiungo hiki cha kuwasha akaunti kimeshatumika. Unaweza kuingia.",
  "reset-link-invalid": "Kiungo hiki cha kuweka nenosiri upya hakifanyi kazi tena. Omba kipya.",
  "email-link-invalid":
    "Kiungo hiki cha kuthibitisha hakifanyi kazi tena. Badilisha barua pepe yako tena ili upate kipya.",
  "auditor-seat-over":
    "Kiungo hiki hakifungui nafasi ya mkaguzi, au nafasi imekwisha. Mwombe Mwenyekiti kiungo kipya.",
  "auditor-seat-ended": "Nafasi hii ya mkaguzi imeshakwisha.",
  "current-password-needed": "Weka nenosiri lako la sasa ili kubadilisha barua pepe au simu.",
  "code-needed":
    "Weka msimbo wa programu yako ya uthibitishaji ili kubadilisha barua pepe au simu.",
  "objection-link-dead": "Kiungo hiki hakifanyi kazi tena.",
  "undo-link-invalid":
    "Kiungo hiki hakifanyi kazi tena. Zungumza na Mwenyekiti kama akaunti yako haiko mikononi mwako.",
  "undo-address-taken": "Akaunti nyingine inatumia anwani hii sasa. Zungumza na Mwenyekiti.",
  "no-phone-waits": "Hakuna simu nyingine ya mwanachama huyu inayosubiri kuthibitishwa.",
  "claim-code-needed": "Weka msimbo tuliotuma kwa SMS kwenye simu iliyo kwenye daftari, {phone}.",
  "claim-code-wrong": "Huo si msimbo wa SMS. Uangalie na ujaribu tena.",
  "claim-code-expired":
    "Msimbo huo umepita muda. Omba kiungo kipya, na msimbo mpya utakuja pamoja nacho.",
  "claim-code-tries":
    "Misimbo mingi imejaribiwa. Maafisa wawili wakuthibitishe, au Mwenyekiti atengeneze mwaliko mpya.",
  "join-code-needed": "Weka msimbo tuliotuma kwa SMS kwa {phone}.",
  "join-code-expired": "Msimbo huo umepita muda. Mwombe Mwenyekiti akuthibitishe ana kwa ana.",
  "join-code-tries": "Misimbo mingi imejaribiwa. Mwombe Mwenyekiti akuthibitishe ana kwa ana.",
  "account-is-proven": "Akaunti hii imeshathibitishwa. Unaweza kuingia.",
  "no-account-waits": "Akaunti hii haisubiri kuthibitishwa.",
  "reset-of-ones-own": "Badilisha nenosiri lako mwenyewe kwenye wasifu wako.",
  "reset-of-nobody": "Mwanachama huyu hana akaunti inayoweza kutumika.",
  "reset-of-official":
    "Hakuna anayepewa kiungo cha akaunti ya afisa. Ondoa wadhifa kwanza; utatolewa tena baadaye.",
  "reset-is-mailed": "Mwanachama huyu hupata kiungo kwa barua pepe: anakiomba pale anapoingia.",
  "no-claim-waits": "Hakuna anayedai akaunti hii na kusubiri kuthibitishwa.",
  "claim-is-proven": "Dai hili limeshathibitishwa, na halihitaji maafisa zaidi.",
  "claim-has-a-channel":
    "Msimbo au kiungo kimetumwa kwa kilicho kwenye daftari. Maafisa huthibitisha tu kisipofika ndani ya siku moja.",
  "claim-confirmed-by-oneself": "Umeshathibitisha hili. Afisa mwingine anapaswa kuthibitisha pia.",
  "name-of-the-book": "Jina ni la daftari la chama. Mwenyekiti hulibadilisha kama si sahihi.",
  "current-password-wrong": "Nenosiri lako la sasa si sahihi.",
  "already-in-use": "{label}: tayari inatumika.",
  "setup-link-dead":
    "Kiungo hiki cha kuanzisha kimeshatumika au kimefungwa. Kipya kabisa kipo kwenye kumbukumbu za seva; npm run setup-link hutengeneza kingine.",
  "invitation-dead":
    "Mwaliko huu umeshatumika, umefungwa au umepitwa na wakati. Mwombe Mwenyekiti mwaliko mpya.",
  "invitation-ended": "Mwaliko huu umeshatumika au umefungwa.",
  "invitation-of-another-number": "Mwaliko huu ni wa nambari ya usajili {number}.",
  "photo-unreadable": "Chagua picha ya PNG, JPEG au WebP isiyozidi MB 2.",

  // Members and offices
  "action-not-offered":
    "Huwezi {action, select, approve {kumwidhinisha} reject {kumkataa} activate {kumwasha} dormant {kumfanya tuli} deactivate {kumzima} other {kumwondolea utuli}} mwanachama ambaye {state, select, pending {anasubiri idhini} active {ni hai} dormant {ni tuli} exited {anaondoka akiwa na deni} cleared {amemaliza} other {amezimwa}}.",
  "no-such-account": "Hakuna akaunti yenye barua pepe {email}. Mtu huyo ajisajili kwanza.",
  "no-figures-to-answer": "Hakuna kilicholetwa hapa kutoka kwenye daftari la chama.",
  "figures-need-words": "Tafadhali sema unachofikiri ni sahihi.",
  "figures-of-ones-own": "Afisa mwingine hukujibia: hizi ni takwimu zako mwenyewe.",
  "figures-not-disputed": "Mwanachama huyu hapingi chochote.",
  "figures-not-open-to-office":
    "Mwanachama huyu amejibu tayari, anapinga takwimu zake, au ana akaunti na hujibu mwenyewe.",
  "not-entered-for-them":
    "Hakuna kinachoingizwa kwa mwanachama huyu: ameondoka, si hai, au anasubiri kuidhinishwa.",
  "member-applies-themselves":
    "Mwanachama huyu ana akaunti yake mwenyewe na huomba mkopo mwenyewe.",
  "member-has-left": "Mwanachama huyu ameondoka kwenye chama, hivyo hawezi kuwa na wadhifa.",
  "email-not-confirmed": "Mwanachama huyu bado hajathibitisha barua pepe yake.",
  "reject-reason-required": "Tafadhali toa sababu ya kukataa.",
  "member-has-payments":
    "Mwanachama huyu ana malipo yaliyoidhinishwa au yasiyoamuliwa, hivyo hawezi kukataliwa.",
  "last-chairperson": "Huyu ndiye Mwenyekiti hai wa mwisho. Teua mwingine kwanza.",
  "office-needs-active-member": "Ni mwanachama hai tu anayeweza kuwa na wadhifa.",
  "office-needs-contribution":
    "Ni mwanachama mwenye angalau mchango mmoja ulioidhinishwa tu anayeweza kupewa wadhifa.",
  "office-already-proposed":
    "Mwanachama huyu tayari amependekezwa kuwa {office}. Pendekezo hilo liishe kabla ya kutoa lingine.",
  "removal-already-proposed":
    "Tayari imependekezwa kwamba mwanachama huyu asiwe {office} tena. Pendekezo hilo liishe kabla ya kutoa lingine.",
  "no-office-proposed": "Hakuna wadhifa uliopendekezwa kwa mwanachama huyu.",
  "cannot-agree-to-office":
    "Afisa mwingine lazima akubali, au zaidi ya nusu ya wanachama wanaohesabiwa: si aliyependekeza, si atakayepewa wadhifa, wala wanachama waliojiunga chini ya siku 30 kabla yake au ambao hawajachangia miezi mitatu.",
  "office-owed-to-proposer":
    "Ulipata wadhifa wako kwa pendekezo la mtu huyo huyo siku 7 zilizopita, hivyo lazima afisa mwingine akubali.",
  "cannot-object-to-own-proposal":
    "Wewe ndiye uliyependekeza. Afisa au mwanachama mwingine anaweza kupinga.",
  "cannot-object-to-office":
    "Wanaoweza kupinga ni wanachama hai, na aliyekuwa na wadhifa siku 7 zilizopita.",
  "office-answered-already": "Umeshasema hivyo tayari.",
  "already-holds-office": "Mwanachama huyu tayari ni {office}.",
  "holds-another-office": "Mwanachama huyu ni {office}. Ondoa jukumu hilo kabla ya kumpa lingine.",
  "no-office-to-remove": "Mwanachama huyu si {office}, hivyo hakuna cha kuondoa.",

  // Approvals by the two offices
  "office-already-acted": "{office} ameshaamua jambo hili.",
  "item-decided":
    "Jambo hili tayari {status, select, approved {limeidhinishwa} other {limekataliwa}}.",
  "same-person-twice": "Umeshaamua jambo hili. Idhini nyingine lazima itoke kwa mtu mwingine.",
  "official-has-decided": "Afisa ameshaamua jambo hili.",
  "withdrawn-already": "Hili limeshaondolewa.",
  "months-out-of-order": "Mwezi wa mwisho uko kabla ya wa kwanza.",
  "parts-not-the-sum": "Mafungu yanafika {parts}, na umelipa {sum}.",
  "amount-not-seen": "Taja kiasi ulichokiona. Bila hicho haya hayaidhinishwi.",
  "approve-reason-required":
    "{evidence, select, differs {Taarifa hailingani na malipo haya.} missing {Taarifa hazina malipo kama haya.} other {Hakuna taarifa inayothibitisha malipo haya.}} Toa sababu yako ya kuyaidhinisha.",
  "no-longer-confirmed": "Taarifa hazithibitishi malipo haya, kwa hiyo hayakuidhinishwa.",

  // Reconciliation
  "day-not-covered": "Taarifa za akaunti zote ni za siku kutoka {from} hadi {to}.",
  "no-day-covered": "Bado hakuna siku yenye taarifa za akaunti zote.",
  "reconciliation-reason-required": "Toa sababu yako ya kukubali kisichoelezwa.",
  "reconciliation-already-accepted": "{office} ameshakubali hesabu hizi.",

  // Payments
  "reference-of-another-member": "Nambari hii ya malipo imeshatumiwa na mwanachama mwingine.",
  "reference-approved-for-another":
    "Nambari hii ya malipo imeshatumiwa na mwanachama mwingine. Kama malipo ni yako, muulize Mweka Hazina: maafisa wamearifiwa.",
  contested: "Mwanachama mwingine pia anadai malipo haya. Yaamue peke yake.",
  "reference-held":
    "Nambari hii ya malipo iko kwenye malipo mengine yanayohesabiwa tayari, hivyo haya hayawezi kuidhinishwa. Yakatae.",
  "reference-used":
    "Nambari hii ya malipo imeshatumika kwa {kind, select, contribution {mchango} loan_payment {rejesho la mkopo} rotation_payment {malipo ya merry-go-round} fund_payment {malipo ya mfuko} other {malipo ya faini}}.",
  "date-too-early": "Tarehe haiwezi kuwa kabla ya {first}: chama hakikuwepo bado.",
  "month-too-far": "Unaweza kulipa mbele hadi {last}.",
  "date-in-future": "Tarehe haiwezi kuwa ya siku zijazo.",

  // Files and statements
  "file-kind-unknown": "Faili hii si CSV, Excel (.xlsx, .xls) wala PDF.",
  "file-is-web-page": "Huu ni ukurasa wa wavuti: ufungue kwa Excel na uuhifadhi kama .xlsx.",
  "file-is-web-page-named":
    "Huu ni ukurasa wa wavuti uliopewa jina la {ending}: ufungue kwa Excel na uuhifadhi kama .xlsx.",
  "file-is-xml": "Hii ni faili ya XML: ifungue kwa Excel na uihifadhi kama .xlsx.",
  "file-is-document":
    "Hii ni hati ya maandishi, si jedwali. Pata faili kama CSV au Excel (.xlsx), kisha uichague.",
  "file-is-picture":
    "Hii ni picha. Pata faili yenyewe kama CSV au Excel (.xlsx) kutoka inakotoka, kisha uichague.",
  "file-is-archive":
    "Hii ni faili iliyofungasha faili nyingine: ifungue, kisha uchague faili iliyo ndani yake.",
  "file-quote-unclosed":
    "Katika mstari wa {line} alama ya nukuu imefunguliwa na haijafungwa, hivyo yanayofuata hayawezi kutenganishwa. Ifunge au iondoe, kisha uichague faili tena.",
  "file-damaged": "Faili hii imeharibika au imekatika, hivyo haisomeki. Ipakue tena.",
  "file-too-large-to-read": "Faili hii ni kubwa mno kusomwa.",
  "file-locked": "Faili hii imefungwa kwa nenosiri. Ihifadhi bila nenosiri, kisha uichague tena.",
  "file-too-many-rows": "Ukurasa wa faili unaweza kuwa na safu mlalo zisizozidi {most}.",
  "statement-pdf-unknown":
    "Kati ya faili za PDF, taarifa ya M-PESA pekee ndiyo inayosomeka. Pata taarifa ya benki kama CSV au Excel.",
  "statement-hidden":
    "Taarifa iko kwenye ukurasa “{sheet}”, ambao umefichwa. Uonyeshe kwa Excel (Unhide), hifadhi faili, kisha uichague tena.",
  "statement-of-several-accounts":
    "Faili hii ina mistari ya akaunti kadhaa: {numbers}. Pata faili ya kila akaunti, kisha uchague kila moja peke yake.",
  "statement-heading-missing":
    "Hakuna kichwa cha taarifa kilichopatikana kwenye faili hii. Kichwa hutaja tarehe, maelezo na kiasi.",
  "statement-empty": "Taarifa hii haina mistari wala haitaji kipindi.",
  "statement-period-printed": "Faili yenyewe inasema kwamba inahusu siku hadi {to}.",
  "statement-complete-to":
    "Siku ya mwisho iliyokamilika ni kuanzia mstari wa mwisho, {from}, hadi leo, {to}.",
  "statement-too-many-lines":
    "Taarifa inaweza kuwa na mistari isiyozidi {most}. Ipakue ya kipindi kifupi zaidi.",
  "statement-figures-too-large":
    "Kiasi kilicho kwenye faili hii ni zaidi ya kile ambacho chama kinaweza kuwa nacho.",
  "statement-password-needed": "PDF hii imefungwa. Weka nenosiri lake.",
  "statement-password-wrong": "Hilo si nenosiri la PDF hii.",
  "statement-mapping-incomplete":
    "Taja safu ya kiasi, ikiwa na safu ya debiti au krediti au bila hiyo, au safu moja kwa kila upande.",
  "statement-mapping-not-found": "Safu ulizotaja hazimo kwenye faili hii.",

  // Fines
  "fine-after-leaving": "Mwanachama huyu ameondoka kwenye chama, hivyo hawezi kutozwa faini.",
  "no-unpaid-fines": "Huna faini zisizolipwa.",
  "fine-payment-too-much":
    "Faini zako zisizolipwa ni {payable}, hivyo huwezi kulipa zaidi ya hapo.",
  "fine-payment-too-much-beside-waiting":
    "Bado unaweza kulipa {payable} za faini zako: malipo ya {waiting} tayari yanasubiri idhini.",
  "fine-payment-above-unpaid":
    "Malipo haya yanazidi faini zisizolipwa za mwanachama, kwa kuwa faini moja ilirudishwa. Yakatae, na uombe kiasi sahihi.",

  // Leaving the group
  "settle-oneself":
    "Huwezi kujiondoa wala kujimalizia akaunti. Afisa mwingine lazima afanye hivyo.",
  "nothing-paid-out": "Hakuna kinacholipwa, kwa hiyo hakuna nambari ya malipo wala siku yake.",
  "reference-on-entry": "Nambari hii ya malipo iko tayari kwenye malipo au rejesho lingine.",
  "already-left": "Mwanachama huyu ameshaondoka kwenye chama.",
  "office-first": "Mwondolee wadhifa kwanza.",
  "settlement-waits":
    "Mwanachama huyu bado ana malipo au maombi ya mikopo yanayosubiri idhini. Yaamue kwanza.",
  "exit-needs-a-loan":
    "Mwanachama huyu hana mkopo unaoendelea au uliopita muda, hivyo akaunti yake inaweza kumalizwa lakini hawezi kuondolewa.",
  "clear-needs-no-loan":
    "Mwanachama huyu bado anadaiwa mkopo, hivyo anaweza kuondolewa lakini akaunti yake haiwezi kumalizwa.",
  "nothing-to-clear": "Mwanachama huyu hana michango kwenye chama, hivyo hakuna cha kumaliza.",
  "figures-changed": "Takwimu zimebadilika. Pakia upya kisha ujaribu tena.",

  // A second person
  "proposal-is-own": "Umependekeza hili wewe mwenyewe, hivyo afisa mwingine lazima akubali.",
  "proposal-concerns-oneself": "Hili linakuhusu wewe mwenyewe, hivyo afisa mwingine lazima aamue.",
  "proposal-decided": "Pendekezo hili tayari limeamuliwa.",
  "proposal-for-other-office":
    "Mweka Hazina na Katibu wanakubaliana kuhusu hili, kila mmoja kwa ofisi yake.",
  "proposer-lost-right":
    "Afisa aliyependekeza hili hana tena ofisi inayohitajika. Likatae, kisha lipendekezwe upya.",
  "setting-already-waits": "Badiliko la mpangilio huu tayari linasubiri. Likatae hilo kwanza.",

  // Bad debts
  "recover-from-oneself":
    "Huwezi kurejesha deni lako mwenyewe lisilolipika. Afisa mwingine lazima afanye hivyo.",
  "no-open-bad-debt": "Mwanachama huyu hana madeni yasiyolipika yaliyo wazi.",
  "recovery-above-debt": "Zinazodaiwa kwenye deni hili ni {outstandingCents} tu.",

  // Group settings
  "year-start-after-closing":
    "Mwaka wa fedha umeshafungwa, hivyo mwanzo wa mwaka hauwezi kubadilishwa tena.",

  // Loans
  "bank-too-low-for-loan": "Salio la benki halitoshi kutoa mkopo huu.",
  "loan-above-group-balance": "Kiasi kinazidi salio la sasa la benki.",
  "loan-in-default": "Una mkopo uliopita muda. Urejeshe kabla ya kuomba mwingine.",
  "borrower-in-default":
    "Mwanachama huyu ana mkopo uliopita muda, hivyo hawezi kupewa mkopo mwingine.",
  "loan-already-pending":
    "Tayari una ombi la mkopo {type, select, normal_loan {wa kawaida} other {wa dharura}} linalosubiri uamuzi.",
  "loan-over-limit":
    "Mkopo huu unazidi kiasi ambacho mwanachama anaweza kukopa sasa ({limit}), hivyo hauwezi kuidhinishwa.",
  "loan-of-own-office": "Huu ni mkopo wa {office}, hivyo Mwenyekiti anauamua badala ya ofisi hiyo.",
  "borrower-not-active": "Mwanachama huyu si hai, hivyo hawezi kupewa mkopo.",
  "loan-not-repayable":
    "Mkopo huu {status, select, rejected {ulikataliwa} cleared {umemalizika} written_off {ulifutwa} other {unasubiri idhini}}, hivyo hakuna cha kurejesha.",
  "loan-payment-too-much": "Unaweza kurejesha hadi {payable} kwa mkopo huu.",
  "loan-payment-too-much-beside-waiting":
    "Unaweza kurejesha hadi {payable} kwa mkopo huu: malipo ya {waiting} tayari yanasubiri idhini.",

  // M-PESA
  "mpesa-off":
    "Chama hakipokei malipo ya M-PESA hapa. Lipa kama kawaida, kisha andika nambari ya malipo.",
  "asks-off":
    "Chama hakiwezi kuomba simu yako ilipe. Lipa kwa paybill, kisha andika nambari ya malipo.",
  "ask-needs-phone": "Nambari yako ya simu bado haijathibitishwa, kwa hiyo haiwezi kuombwa kulipa.",
  "ask-open":
    "Simu yako imeshaombwa kwa malipo haya, na M-PESA bado haijasema kama ulilipa. Subiri jibu lake, au maliza ombi hilo baada ya dakika 3.",
  "ask-decided": "Ombi hili limekwisha.",
  "ask-too-young": "Unaweza kumaliza ombi hili dakika 3 baada ya kulitoa.",
  "payouts-off": "Malipo ya kutoka kupitia M-PESA yamezimwa.",
  "payout-of-own-office":
    "Hizi zinaenda kwa {office}, hivyo Mwenyekiti anaamua badala ya ofisi hiyo.",
  "payout-loan-not-active": "Ni mkopo unaoendelea tu unaolipwa kupitia M-PESA.",
  "payout-nothing": "Hakuna cha kulipa.",
  "payout-cents": "M-PESA hutuma shilingi kamili. Lipa huu kwa mkono.",
  "payout-out-of-range": "M-PESA hutuma {least} hadi {most}.",
  "payout-needs-phone": "Mwanachama huyu hana simu iliyothibitishwa.",
  "payout-phone-too-new":
    "Simu ya mwanachama huyu ilibadilishwa hivi karibuni. Lipa kuanzia {moment}.",
  "payout-paid-otherwise": "Hizi zilishalipwa: nambari au mstari wa taarifa unaonyesha hivyo.",
  "payout-exists": "Hizi zilishapendekezwa, au zilishatumwa. Hulipwa mara moja tu.",
  "payout-decided": "Malipo haya yalishaamuliwa. Pakia upya uyaone.",
  "payout-too-young":
    "M-PESA huenda ikajibu. Ofisi zote mbili zinaweza kuyakataa kuanzia {moment}.",
  "line-goes-back": "Ofisi zote mbili zilirudisha malipo haya kupitia M-PESA.",
  "payout-line-not-open":
    "Ni malipo ambayo M-PESA ilithibitisha, na ambayo si ya mtu bado, yanayoweza kurudishwa.",

  // Loans of a product
  "product-rate-per": "Chagua mwezi au mwaka.",
  "product-name-used": "Mkopo wa jina hili tayari unatolewa.",
  "product-fee-whole": "Ada lazima iwe chini ya 100%.",
  "product-amounts-crossed": "Kiwango cha juu hakiwezi kuwa chini ya kiwango cha chini.",
  "product-grace-too-long": "Muda wa kungoja lazima uwe mfupi kuliko awamu.",
  "product-not-offered": "Mkopo huu hautolewi.",
  "instalments-out-of-range": "Chagua awamu {least} hadi {most}.",
  "instalments-too-many":
    "Kwa awamu nyingi hivyo, nyingine hazingelipa chochote. Chagua chache zaidi.",
  "loan-amount-out-of-range": "Mkopo huu ni kuanzia {least} hadi {most}.",
  "loan-amount-at-least": "Mkopo huu ni angalau {least}.",
  "loan-amount-at-most": "Mkopo huu hauzidi {most}.",
  "fee-above-amount": "Ada inazidi kiasi.",
  "late-with-a-loan": "Umechelewa kulipa mkopo. Lipa kilichochelewa kabla ya kuomba mwingine.",
  "top-up-not-own": "Ni mkopo wako unaoendelea tu unaoweza kuongezwa.",
  "top-up-too-low": "Lazima kiwe zaidi ya kinachodaiwa bado kwa mkopo huo.",
  "paid-before-payout": "Tarehe haiwezi kuwa kabla ya mkopo kutolewa.",
  "paid-too-long-ago": "Tarehe haiwezi kuwa zaidi ya siku 31 zilizopita.",
  "early-changes-nothing": "Riba ya mkopo huu haibadiliki ukilipwa mapema.",
  "loan-without-instalments": "Mkopo huu hauna awamu.",
  "loan-of-a-product-only": "Chagua mkopo.",
  "change-waits": "Badiliko la mkopo huu tayari linasubiri.",
  "call-too-early":
    "Wadhamini huitwa mara rejesho linapochelewa {days, plural, one {siku 1} other {siku #}}.",
  "nobody-guarantees": "Hakuna anayedhamini mkopo huu.",
  "nothing-overdue": "Hakuna kilichochelewa tena kwenye mkopo huu.",
  "not-everybody-agreed": "Bado si wote waliokubali: {member}.",
  "guarantor-oneself": "Huwezi kudhamini mkopo wako mwenyewe.",
  "guarantor-not-active": "Mwanachama hai pekee anaweza kudhamini.",
  "guarantor-asked-already": "Mwanachama huyu ameshaombwa.",
  "guarantor-of-enough": "Mwanachama huyu anadhamini mikopo mingi kadiri kikundi kinavyoruhusu.",
  "guarantor-official": "Maafisa hawadhamini mikopo katika kikundi hiki.",
  "guarantee-above-savings": "Unaweza kudhamini hadi {most}.",
  "guarantee-changed": "Kiasi kimebadilika. Pakia upya kisha ujaribu tena.",
  "guarantee-answered": "Hili limeshajibiwa.",
  "guarantee-stands": "Mkopo umeshatolewa, kwa hiyo dhamana inabaki.",
  "guarantee-too-low": "Wadhamini wamekubali {agreed} kati ya {needed}.",
  "guarantors-needed":
    "{count, plural, one {Mdhamini 1 anahitajika} other {Wadhamini # wanahitajika}}.",
  "still-guarantees": "Mwanachama huyu bado anadhamini {held} ya mikopo ya wanachama wengine.",
  "guarantors-first": "Kwanza waite wadhamini wa mikopo ya mwanachama huyu.",
  "choose-a-day": "Chagua siku kuanzia {first} hadi {last}.",
  "loan-payment-waits": "Malipo ya mkopo huu bado yanasubiri idhini. Yaamue kwanza.",

  // Statements and their lines
  "sheet-file-missing": "Chagua faili ya karatasi.",
  "sheet-too-large": "Faili za karatasi zote pamoja zisizidi MB 5.",
  "sheet-totals-too-large": "Jumla ya karatasi ni zaidi ya KES 100,000,000,000.",
  "statement-file-missing": "Chagua faili ya taarifa ya benki.",
  "statement-account-needed": "Chagua akaunti ambayo taarifa hii ni yake.",
  "statement-of-another-account":
    "Faili hii ni ya akaunti {printed}, ambayo ni {name}. Chagua hiyo.",
  "statement-lines-unreadable":
    "{count, plural, one {Kisanduku 1 hakisomeki} other {Visanduku # havisomeki}} kwenye taarifa hii, kwa hivyo hakuna kilichoingizwa.",
  "statement-is-withdrawn": "Taarifa hii iliondolewa.",
  "statement-needs-no-acceptance": "Taarifa hii haihitaji kukubaliwa.",
  "statement-in-use":
    "{count, plural, one {Jambo 1} other {Mambo #}} kwenye vitabu yanategemea taarifa hii, kwa hivyo inabaki.",
  "line-already-matched": "Tayari inajulikana mstari huu ni nini. Tengua ulinganisho wake kwanza.",
  "line-needs-no-match":
    "Mstari huu hauhitaji kulinganishwa: ulifeli, au ulihamishwa ndani ya akaunti.",
  "line-not-proved":
    "Taarifa ya mstari huu haijumliki sawa. Ofisi zote mbili ziikubali kwanza, kwa kutoa sababu.",
  "line-has-twin": "Risiti hii iko kwenye mstari mwingine.",
  "line-no-longer-clear":
    "Si mstari wazi tena ambao mlipaji aliandika nambari yake ya usajili na unafaa kitu kimoja.",
  "line-without-twin":
    "Mstari huwekwa kando tu ikiwa risiti yake, au siku na kiasi chake katika faili nyingine, iko kwenye mstari mwingine.",
  "line-set-aside": "Mstari huu umewekwa kando. Urudishe kwanza.",
  "set-aside-in-use":
    "Malipo yaliyoidhinishwa yanategemea mstari huu kuwekwa kando, kwa hivyo unabaki hivyo.",
  "line-not-matched": "Mstari huu haujalinganishwa na chochote.",
  "unmatch-needs-reason":
    "Malipo yameidhinishwa, kwa hiyo ofisi zote mbili hutengua ulinganisho wake. Eleza kwa nini utenguliwe.",
  "unmatch-already-waits":
    "Kutengua ulinganisho huu tayari kumependekezwa, na kunasubiri ofisi nyingine.",
  "line-not-money-in": "Pesa zilizoingia pekee ndizo hurekodiwa kama malipo.",
  "line-amount-differs": "Kiasi hakilingani. Eleza kwa nini bado ni mstari huu.",
  "item-on-another-line": "Jambo hili tayari ni mstari mwingine wa taarifa.",
  "entry-without-bank": "Ingizo hili haligusi benki.",
  "entry-of-payment": "Ingizo hili ni la malipo. Linganisha mstari na malipo yenyewe.",
  "entry-is-reversed": "Ingizo hili lilibatilishwa.",
  "loan-to-name": "Chagua mkopo ambao malipo haya yanalipa.",
  "type-without-bank": "Ingizo la aina hii halihamishi pesa benki.",
  "lines-other-way": "Chagua mistari yote inayohamisha pesa upande uleule wa aina hii ya ingizo.",

  // Books
  "bank-too-low": "Salio la benki halitoshi kwa hili.",
  "year-closed": "Mwaka wa fedha {year} umefungwa. Hakuna kinachoweza kuwekwa humo tena.",

  // Ledger entries
  "charged-user-unknown": "Hakuna mwanachama mwenye jina hili la mtumiaji au nambari hii.",
  "charged-user-ambiguous":
    "Hii ni nambari ya mwanachama mmoja na jina la mtumiaji la mwingine. Tuma nambari kama nambari.",
  "asset-below-zero":
    "Kwa ingizo hili, {account} ingeshuka chini ya sifuri tarehe {day}. Chagua tarehe ya baadaye au kiasi kidogo zaidi.",
  "before-declaration":
    "Gawio hili lilitangazwa {declared}. Malipo hayawezi kuwa ya tarehe ya kabla ya hapo.",
  "before-deposit":
    "Amana hii ya muda maalum ilifunguliwa {opened}. Haiwezi kutolewa kwa tarehe ya kabla ya hapo.",
  "declaration-unknown": "Hakuna tangazo kama hilo la gawio.",
  "declaration-reversed": "Tangazo hili la gawio lilibatilishwa, hivyo haliwezi kulipwa.",
  "declaration-remainder":
    "{remaining} za tangazo hili bado hazijalipwa. Malipo hayawezi kuzidi hapo.",
  "deposit-unknown": "Hakuna amana kama hiyo ya muda maalum.",
  "deposit-reversed": "Amana hii ya muda maalum ilibatilishwa, hivyo haiwezi kutolewa.",
  "deposit-remainder": "{remaining} zimebaki kwenye amana hii. Kinachotolewa hakiwezi kuzidi hapo.",

  // Reversals
  "entry-already-reversed":
    "Ingizo hili lilishabatilishwa na ingizo {by}. Kama hilo lilikuwa kosa, liweke tena.",
  "reversal-stays": "Ingizo hili lenyewe ni ubatilisho. Badala yake, weka tena kilichobatilishwa.",
  "closing-stays":
    "Ingizo hili lilifunga mwaka wa fedha, hivyo linabaki. Sahihisha kosa kwa ingizo la mwaka huu.",
  "settlement-stays":
    "Ingizo hili lilimaliza hesabu ya mwanachama, hivyo linabaki. Badala yake, weka tofauti kama matumizi au mapato mengine.",
  "collection-stays":
    "Ingizo hili ni la makusanyo ambayo ofisi zote mbili ziliidhinisha, hivyo linabaki. Badala yake, hesabu fedha taslimu.",
  "payment-stays":
    "Ingizo hili ni la malipo ambayo ofisi zote mbili ziliidhinisha, hivyo linabaki. Badala yake, weka tofauti kama matumizi au mapato mengine.",
  "opening-stays":
    "Ingizo hili lililetwa kutoka kitabu cha chama, kwa hivyo linabaki. Ofisi zote mbili zinaweza kurudisha kitabu chote.",
  "loan-stays":
    "Ingizo hili lilitoa mkopo, hivyo linabaki. Mkopo unaisha ukirejeshwa, au mwanachama akiondoka.",
  "guarantee-call-stays": "Ingizo hili lilichukua akiba kulipia mkopo, hivyo linabaki.",
  "loan-interest-stays":
    "Ingizo hili lilitoza riba ya mkopo, hivyo linabaki. Kinacholipwa mapema hurudishwa mkopo ukimalizika.",
  "declaration-used": "Magawio yameshalipwa kwa tangazo hili. Batilisha malipo hayo kwanza.",
  "deposit-used": "Sehemu ya amana hii imeshatolewa. Batilisha utoaji huo kwanza.",
  "fine-partly-paid":
    "Faini hii imeshalipwa, yote au sehemu, hivyo inabaki. Badala yake, mrudishie mwanachama kwa ingizo la matumizi.",
  "fine-written-off": "Faini hii ilifutwa mwanachama alipoondoka, hivyo hakuna cha kurudisha.",

  // Share-outs
  "share-out-above-earned":
    "Kinachoweza kugawanywa hakizidi {most}: faida ya chama ambayo bado haijagawanywa.",
  "share-out-nothing-saved": "Hakuna aliye na akiba ya kugawia.",
  "share-out-first-day": "Chagua siku ya kwanza ambayo akiba inahesabiwa.",
  "share-out-days-crossed": "Siku ya kwanza ni baada ya siku ya mwisho.",
  "share-out-value": "Chagua thamani ya hisa.",
  "share-out-from-bank": "Akiba inayorudishwa hulipwa kutoka benki.",
  "share-out-waits": "Mgawo mwingine tayari unasubiri. Ukubali au uukatae kwanza.",
  "share-out-decided": "Mgawo huu ulishaamuliwa. Pakia upya uuone.",
  "share-out-not-in-books": "Mgawo huu haumo kwenye vitabu.",
  "share-out-rests": "Kuna kinachotegemea mgawo huu, kwa hiyo unabaki.",
  "share-out-stays": "Mgawo hurudishwa kwenye ukurasa wake, na ofisi zote mbili.",

  // Merry-go-rounds
  "rotation-stays": "Kilichoandikwa na merry-go-round hakirudishwi.",
  "rotation-to-name": "Chagua merry-go-round ambayo malipo ni yake.",
  "rotation-not-drawn": "Mpangilio haujachorwa bado.",
  "rotation-left-to-pay": "Umebakiza {left} kulipa katika merry-go-round hii.",
  "rotation-left-for-turn": "Mwanachama huyu amebakiza {left} kwa zamu hii.",
  "rotation-turn-to-come": "Zamu hii ni tarehe {day}.",
  "rotation-nothing-paid-in": "Bado hakuna kilicholipwa kwa zamu hii.",
  "rotation-turn-paid-out": "Zamu iliyokwisha lipwa haiwezi kubadilishwa.",
  "rotation-swap-with-other": "Chagua mwanachama mwingine wa kubadilishana naye.",
  "rotation-swap-asked": "Umeshamwomba mwanachama huyu.",
  "rotation-nothing-owed":
    "Mwanachama huyu hana deni kwenye merry-go-round hii ambalo halina malipo yanayosubiri.",
  "rotation-no-free-savings": "Mwanachama huyu hana akiba iliyo huru.",
  "rotation-leave-first": "Mwanachama huyu yumo kwenye merry-go-round. Atoke kwanza.",
  "rotation-owed": "Mwanachama huyu anadaiwa {owed} kwenye merry-go-round.",
  "rotation-drawn": "Mpangilio umeshachorwa.",
  "rotation-joined": "Umeshajiunga.",
  "rotation-too-few": "Wanahitajika angalau wanachama {least}.",

  // Cash
  "cash-too-low": "Fedha taslimu zilizopo hazitoshi kwa hili.",
  "count-differs":
    "Hesabu ni {than, select, less {pungufu} other {zaidi}} ya vitabu kwa {difference}. Sema kwa nini.",
  "count-waits": "Tayari kuna hesabu inayosubiri.",

  // Funds
  "money-of-funds":
    "{funds} za fedha za kikundi ni za mifuko yake, kwa hiyo zinaweza kutoka {most} tu kwa sasa.",
  "fund-too-low": "Mfuko una {held}, ambazo hazitoshi kwa hili.",
  "fund-closed": "Mfuko huu umefungwa.",
  "fund-still-holds": "Mfuko huu bado una {held}.",
  "fund-waited-for": "Bado kuna malipo au madai ya mfuko huu yanayosubiri.",
  "fund-to-name": "Chagua mfuko ambao malipo ni yake.",
  "transfer-without-resolution": "Uhamisho unataja azimio.",
  "transfer-one-end": "Chagua pande mbili tofauti.",
  "earnings-too-low": "Faida iliyobakizwa ya kikundi ni {held}, ambayo haitoshi kwa hili.",

  // Meetings
  "collection-differs":
    "Hesabu ni {than, select, less {pungufu} other {zaidi}} kwa {difference} kuliko karatasi. Sema kwa nini.",
  "collection-waits": "Makusanyo ya mkutano huu tayari yanasubiri idhini.",
  "collection-undecided": "Makusanyo ya mkutano huu yanasubiri idhini.",
  "count-unsaid": "Sema umehesabu kiasi gani.",
  "count-otherwise": "Karatasi inasema zilihesabiwa {counted}. Hesabu tena, au uikatae.",
  "on-sheet-twice": "Kuna mtu aliye kwenye karatasi mara mbili.",
  "nothing-beside-name": "Hakuna kitu kando ya jina hili.",
  "cannot-pay-now": "Mwanachama huyu hawezi kulipa sasa.",
  "loan-of-another": "Mkopo huu ni wa mwanachama mwingine.",
  "no-such-fund": "Hakuna mfuko kama huo.",
  "sheet-too-long": "Karatasi ina malipo yasiyozidi {most}.",
  "on-collection-sheet":
    "Malipo haya yako kwenye karatasi ya makusanyo, ambayo huidhinishwa kwa pamoja.",
  "cash-reference": "Kumbukumbu za namna hii hutolewa na programu.",

  "meetings-off": "Mikutano haijawashwa.",
  "meeting-here":
    "{kind, select, special {Mkutano maalum} annual {Mkutano wa mwaka} other {Mkutano wa kawaida}} wa {date} upo tayari.",
  "meeting-too-far": "Mkutano huitishwa kwa muda usiozidi mwaka mmoja mbele.",
  "meeting-not-yet": "Mkutano huu ni wa {date}. Utafunguliwa siku hiyo.",
  "meeting-not-begun": "Mkutano huu haujaanza.",
  "meeting-open": "Mkutano huu unaendelea.",
  "meeting-closed": "Mkutano huu umefungwa.",
  "meeting-cancelled": "Mkutano huu ulighairiwa.",
  "minutes-adopted": "Kumbukumbu za mkutano huu zimeidhinishwa, kwa hiyo zinabaki.",
  "meeting-changed": "Mkutano huu umebadilika tangu ulipoufungua. Pakia upya kisha ujaribu tena.",
  "meeting-rested-on": "Kuna fedha, faini au maazimio ya mkutano huu, kwa hiyo unabaki.",
  "mark-off-roll": "Walio kwenye orodha ya mahudhurio pekee ndio huwekewa alama.",
  "marked-twice": "Kuna mtu aliyewekewa alama mara mbili.",
  "mark-bears-fine":
    "Kuna faini inayotegemea alama ya {member}. Mweka Hazina huirekebisha, kwa kutoa sababu.",
  "chair-not-there": "Mwenyekiti wa mkutano hakuwepo. Taja aliyeongoza mkutano.",
  "secretary-not-there": "Katibu wa mkutano hakuwepo. Taja aliyeandika kumbukumbu.",
  "no-meeting-fine-left": "Hakuna faini ya mkutano huu iliyobaki kutozwa.",
  "no-meeting-fine": "Mwanachama huyu hana faini ya mkutano huu.",
  "too-many-votes":
    "{there, plural, one {Ni mtu 1 tu aliyekuwepo} other {Ni watu # tu waliokuwepo}} kupiga kura.",
  "person-not-there": "Mtu huyu hakuwepo.",
  "seconded-by-oneself": "Mtu mwingine ndiye huunga mkono.",
  "corrects-draft": "Ni kumbukumbu zilizoidhinishwa pekee zinazorekebishwa.",
  "resolution-named": "Vitabu vinataja azimio hili, kwa hiyo linabaki.",
  "resolution-not-carried": "Azimio hili halikupita.",
  "adopted-elsewhere": "Kumbukumbu huidhinishwa kwenye mkutano wa baadaye wenye akidi.",
  "minutes-signed": "Umeshatia saini kumbukumbu hizi.",
  "minutes-otherwise": "Saini ya kwanza inasema vingine.",

  // Year end
  "year-not-over": "Mwaka wa fedha {year} haujaisha: unaweza kufungwa baada ya {end}.",
  "year-already-closed": "Mwaka wa fedha {year} umeshafungwa.",
  "older-year-open":
    "Miaka inafungwa kuanzia wa zamani zaidi. Funga mwaka wa fedha {year} kabla ya huu.",
  "year-without-entries":
    "Hakuna kilichowekwa katika mwaka wa fedha {year}, hivyo hakuna cha kufunga.",
  "no-such-year": "Hakuna mwaka kama huo wa fedha. Ulimaanisha {year}?",

  // Proofs of the log
  "log-shorter": "Kumbukumbu ina maingizo {entries}, pungufu ya hayo.",
  "log-empty": "Kumbukumbu ni tupu. Tafadhali jaribu tena baada ya muda mfupi.",
  "log-backwards": "Kumbukumbu ya baadaye ina maingizo machache kuliko ya awali.",

  // What is brought over from the group's book
  "opening-sheet-faulty":
    "{count, plural, one {Jambo 1 kwenye karatasi si sahihi} other {Mambo # kwenye karatasi si sahihi}}. Rekebisha kisha ujaribu tena.",
  "opening-empty": "Karatasi haina wanachama.",
  "opening-unbalanced":
    "Karatasi hailingani: debiti ukitoa krediti ni {difference}. Irekebishe, au eleza kwa nini iko hivyo.",
  "opening-is-decided": "Karatasi hii imeshaamuliwa. Pakia upya ukurasa uione.",
  "opening-does-not-stand": "Karatasi hii haiko kwenye vitabu, kwa hivyo hakuna cha kurudisha.",
  "opening-stands":
    "Kilicholetwa tarehe {date} kiko kwenye vitabu. Lazima kirudishwe kabla ya kuleta karatasi nyingine.",
  "opening-after-books":
    "Vitabu vya hapa vinaanza {first}, kwa hivyo hakuna kinachoweza kuletwa tarehe {date}. Chagua siku iliyo kabla ya ingizo la kwanza.",
  "opening-savings-fall":
    "Karatasi iliyorudishwa ilikuwa na akiba ya {now}, hii ina {after}. Thibitisha kuwa ni sahihi ili ikubaliwe.",
  "opening-account-unfit":
    "Akaunti ya {reg} inasubiri idhini au imeondoka kwenye chama. Maliza hilo kwanza, au rekebisha karatasi.",
  "opening-contact-taken":
    "Mtu mwingine sasa ana nambari ya simu au barua pepe ya {reg}. Rekebisha karatasi na uipendekeze tena.",
  "opening-in-use":
    "{count, plural, one {Jambo 1 linategemea} other {Mambo # yanategemea}} kilicholetwa, kwa hivyo kinabaki.",
} as const satisfies TextsOf<typeof en.refusals>;

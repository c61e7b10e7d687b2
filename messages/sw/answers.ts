import type { TextsOf } from "#messages/message.ts";
import type * as en from "../en/answers.ts";

/** What a change is answered with once it is made, by feature. */
export const done = {
  asks: {
    sent: "Ombi linakuja kwenye simu yako. Weka PIN yako ya M-PESA hapo.",
    ended: "Ombi limemalizwa.",
  },
  approvals: {
    many: "{count, plural, =0 {Hakuna kilichoidhinishwa.} one {Idhini 1 imerekodiwa, {total}.} other {Idhini # zimerekodiwa, {total}.}}{refused, plural, =0 {} one { Malipo 1 hayakuidhinishwa.} other { Malipo # hayakuidhinishwa.}}",
  },
  clock: {
    accepted: "Leo ni {day}. Yaliyofikia wakati wake yanafanyika sasa.",
    wasRight: "Leo ni {day}. Hakuna kilichokuwa kinasubiri.",
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
  products: {
    made: "{product} sasa hutolewa kwa wanachama.",
    ended: "{product} haitolewi tena. Mikopo yake inaendelea.",
  },
  loanChanges: {
    asked: "Badiliko hili la {loan} sasa linasubiri.",
    approved: "Ofisi yako imekubali badiliko la {loan}. Linasubiri ile nyingine.",
    rejected: "Badiliko la {loan} limekataliwa.",
    rescheduled: "{loan} ina marejesho mapya.",
    called: "{amount} imechukuliwa kwa {loan}.",
    agreed: "Umekubali marejesho mapya ya {loan}.",
    ended: "Umekataa, kwa hiyo badiliko la {loan} limeisha.",
  },
  guarantees: {
    asked: "{member} ameombwa kudhamini {amount}.",
    removed: "{member} haombwi tena kudhamini mkopo huu.",
    agreed: "Unadhamini {amount} ya mkopo wa {member}.",
    declined: "Hudhamini mkopo wa {member}.",
    withdrawn: "Hudhamini tena mkopo wa {member}.",
  },
  funds: {
    created: "Mfuko umeanzishwa.",
    changed: "Mfuko umebadilishwa.",
    closed: "Mfuko umefungwa.",
    received: "Malipo ya {amount} ya mfuko yamepokelewa, yanasubiri idhini.",
    approved: "Malipo ya mfuko ya {member} yameidhinishwa.",
    rejected: "Malipo ya mfuko ya {member} yamekataliwa.",
    waits: "Umeidhinisha malipo ya mfuko ya {member}. Bado yanasubiri ofisi nyingine.",
  },
  rotations: {
    created:
      "Merry-go-round {name} imefunguliwa. Wanachama wanaweza kujiunga hadi mpangilio uchorwe.",
    joined: "Umo kwenye merry-go-round {name}.",
    left: "Umetoka kwenye merry-go-round {name}.",
    drawn: "Mpangilio wa {name} umechorwa.",
    payOut: "Unalipa zamu ya {member}. Inasubiri {office}.",
    paidOut: "Zamu ya {member} imelipwa: {amount}.",
    confirmed: "{amount} kutoka kwa {member} imethibitishwa.",
    swap: "{member} ameombwa kubadilishana zamu nawe.",
    swapped: "Wewe na {member} mmebadilishana zamu.",
    swapRefused: "Hubadilishani zamu na {member}.",
    settle: "Unatoa deni la {member} kwenye akiba yake. Inasubiri {office}.",
    settled: "{amount} ambazo {member} anadaiwa zimetolewa kwenye akiba yake.",
    received: "Malipo ya {amount} ya merry-go-round yamepokelewa, yanasubiri idhini.",
    approved: "Malipo ya merry-go-round ya {member} yameidhinishwa.",
    rejected: "Malipo ya merry-go-round ya {member} yamekataliwa.",
    waits:
      "Idhini yako ya malipo ya merry-go-round ya {member} imerekodiwa. Inasubiri ofisi nyingine.",
  },
  payouts: {
    proposed: "{amount} zinasubiri {office}. Zikishatumwa haziwezi kurudishwa.",
    agreed: "{amount} ziko njiani. Haziwezi kurudishwa.",
    ended: "Malipo yamesitishwa. Hakuna kilichotumwa.",
    refusing: "Kukataa kwa ofisi yako kumerekodiwa. Kunasubiri {office}.",
    refused: "Malipo yamekataliwa. Yanaweza kupendekezwa tena.",
  },
  meetings: {
    called: "Mkutano wa {number} wa {date} umeitishwa.",
    changed: "Mkutano wa {number} umehifadhiwa.",
    opened: "Mkutano wa {number} umefunguliwa.",
    closed: "Mkutano wa {number} umefungwa.",
    signed:
      "Umetia sahihi kumbukumbu za mkutano wa {number}. Zitapitishwa afisa mwingine akitia sahihi hizo hizo.",
    adopted: "Kumbukumbu za mkutano wa {number} zimepitishwa. Kuanzia sasa hazibadiliki.",
    cancelled: "Mkutano wa {number} umeghairiwa.",
    resolved: "{carried, select, true {Azimio limepita.} other {Azimio halikupita.}}",
    resolutionRemoved: "Azimio limeondolewa.",
    fined:
      "{count, plural, =0 {Hakuna aliyetozwa faini.} one {Mtu 1 ametozwa faini ya {total}.} other {Watu # wametozwa faini, jumla {total}.}}",
    corrected: "Alama imerekebishwa na faini yake imerudishwa.",
    collected:
      "{total} zimekusanywa. Zinasubiri Mweka Hazina na Katibu Mkuu, ambao wote wawili huzihesabu.",
    collectionWaits: "Hesabu yako ya {counted} imeandikwa. Inasubiri ofisi ile nyingine.",
    collectionApproved: "Makusanyo yameidhinishwa: fedha taslimu {counted} ziko vitabuni.",
    collectionRejected: "Makusanyo yamekataliwa, pamoja na malipo yake yote.",
    marked:
      "{written, plural, =0 {Hakuna alama iliyobadilika.} one {Alama 1 imehifadhiwa.} other {Alama # zimehifadhiwa.}}{conflicts, plural, =0 {} one { Simu nyingine iliweka 1 tofauti.} other { Simu nyingine iliweka # tofauti.}}",
  },
  sharing: {
    proposed: "Mgawo wa {total} umependekezwa. Unasubiri {office}.",
    posted: "Mgawo wa {total} umo vitabuni.",
    refused: "Mgawo umekataliwa.",
    takeBack: "Unataka mgawo huu urudishwe. Unasubiri {office}.",
    takenBack: "Mgawo umerudishwa. Ulichokuwa umelipa kiko wazi tena.",
  },
  opening: {
    proposed: "Karatasi imependekezwa. Inasubiri Katibu Mkuu au Mwenyekiti.",
    known: "Karatasi hii ilipendekezwa awali. Hakuna kilichoongezwa.",
    accepted:
      "Kitabu cha chama kiko kwenye vitabu: {members, plural, one {mwanachama 1} other {wanachama #}}, akiba ya {savings}.",
    refused: "Karatasi imekataliwa.",
    takeBackAsked: "Neno lako limerekodiwa. Kitarudishwa ofisi nyingine ikikubali.",
    takenBack: "Kilicholetwa kimerudishwa.",
  },
  statements: {
    accountAdded: "{name} iko kwenye orodha ya akaunti.",
    readings: "Faili za {name} zitasomwa hivyo kuanzia sasa.",
    imported:
      "{added, plural, =0 {Taarifa hii haiongezi mstari wowote.} one {Mstari 1 umeongezwa.} other {Mistari # imeongezwa.}}{known, plural, =0 {} one { 1 ulijulikana tayari.} other { # ilijulikana tayari.}}",
    withdrawn: "Taarifa imeondolewa.",
    acceptedByOne: "Kukubali kwako kumerekodiwa. Taarifa sasa inasubiri ofisi ile nyingine.",
    accepted: "Taarifa imekubaliwa. Mistari yake inahesabiwa kuanzia sasa.",
    matched: "Mstari umelinganishwa.",
    unmatched: "Ulinganisho umetenguliwa.",
    setAside: "Mstari umewekwa kando.",
    recordedAll:
      "{count, plural, =0 {Hakuna kilichorekodiwa.} one {Mstari 1 umerekodiwa, {total}. Unamsubiri Mweka Hazina na Katibu Mkuu.} other {Mistari # imerekodiwa, {total}. Inamsubiri Mweka Hazina na Katibu Mkuu.}}{refused, plural, =0 {} one { Mstari 1 haukurekodiwa.} other { Mistari # haikurekodiwa.}}",
    recorded: "Malipo ya {member} yamerekodiwa na yanasubiri Mweka Hazina na Katibu Mkuu.",
  },
  reconciliation: {
    accepted:
      "Kukubali kwako kumerekodiwa. Vitabu na benki vitalingana mwishoni mwa {date} ofisi nyingine ikikubali pia.",
    agreed: "Vitabu na benki vinalingana mwishoni mwa {date}: ofisi zote mbili zimekubali.",
    acceptedOpen:
      "Kukubali kwako kumerekodiwa, {amount} bado hazijaelezwa mwishoni mwa {date}. Ofisi nyingine bado haijakubali.",
    agreedOpen: "Ofisi zote mbili zimekubali {date}, {amount} bado hazijaelezwa.",
  },
  figures: {
    none: "Hakuna kilicholetwa kwako kutoka kwenye daftari la chama.",
    says: "Daftari linasema umeweka akiba ya {savings} hadi {month} na unadaiwa {owed}. Je, ni sahihi?",
    confirmed: "Asante. Umethibitisha yaliyo kwenye daftari.",
    disputed: "Asante. Maafisa wameambiwa, na watakujibu.",
    onPaper: "{member} amewekwa kuwa amethibitisha kwa karatasi.",
    resolved: "Pingamizi la {member} limetatuliwa.",
  },
  entered: {
    payment:
      "{kind, select, contribution {Mchango wa {amount} umeingizwa} loan_payment {Rejesho la mkopo la {amount} limeingizwa} rotation_payment {Malipo ya merry-go-round ya {amount} yameingizwa} fund_payment {Malipo ya mfuko ya {amount} yameingizwa} other {Malipo ya faini ya {amount} yameingizwa}} kwa jina la {member}. Mweka Hazina na Katibu Mkuu bado wanaidhinisha.",
    loan: "Ombi la {amount} limeingizwa kwa jina la {member}. Mweka Hazina na Katibu Mkuu bado wanaidhinisha.",
  },
  withdrawals: {
    payment: "Malipo yako ya {amount} yameondolewa. Kumbukumbu yake inaweza kutumika tena.",
    loan: "Ombi lako la {amount} limeondolewa.",
  },
  contributions: {
    received:
      "Malipo yako ya {amount} yamepokelewa na yanasubiri Mweka Hazina na Katibu Mkuu wayaidhinishe.",
    approved: "Mchango wa {member} umeidhinishwa na umo vitabuni.",
    rejected: "Mchango wa {member} umekataliwa.",
    waits: "Idhini yako imerekodiwa. Mchango wa {member} sasa unasubiri ofisi nyingine.",
  },
  fines: {
    many: "{count, plural, =0 {Hakuna aliyetozwa faini.} one {Mwanachama 1 ametozwa faini, {total}.} other {Wanachama # wametozwa faini, jumla {total}.}}{refused, plural, =0 {} one { Mwanachama 1 hakuweza kutozwa faini.} other { Wanachama # hawakuweza kutozwa faini.}}",
    usual: "Orodha ya faini za kawaida imehifadhiwa.",
    received:
      "Malipo yako ya faini ya {amount} yamepokelewa na yanasubiri Mweka Hazina na Katibu Mkuu wayaidhinishe.",
    approved: "Malipo ya faini ya {member} yameidhinishwa na yamo vitabuni.",
    rejected: "Malipo ya faini ya {member} yamekataliwa.",
    waits: "Idhini yako imerekodiwa. Malipo ya faini ya {member} sasa yanasubiri ofisi nyingine.",
  },
  auditors: {
    invited:
      "{name} anaweza kusoma vitabu kama mkaguzi hadi {until}. Nakili kiungo sasa: kinaonyeshwa mara hii tu.",
    entered: "Unasoma vitabu kama mkaguzi.",
    ended: "Nafasi ya ukaguzi ya {name} imekwisha.",
  },
  members: {
    claimed:
      "{member}, {reg}, amedai akaunti yake iliyotoka kwenye daftari la chama, kwa simu {phone} na barua pepe {email}.",
    nameChanged: "{before} sasa anaitwa {after}.",
    approvedMany:
      "{count, plural, =0 {Hakuna aliyeidhinishwa.} one {Mwanachama 1 ameidhinishwa.} other {Wanachama # wameidhinishwa.}}{refused, plural, =0 {} one { 1 hakuweza kuidhinishwa.} other { # hawakuweza kuidhinishwa.}}",
    phoneProven:
      "{member} amethibitisha simu yake kwa msimbo wa SMS, na anaingia kwa simu hiyo na nenosiri lake.",
    accountConfirmed: "{member} amethibitishwa, na anaingia kwa simu na nenosiri lake.",
    resetHandedOver:
      "Kiungo cha kuweka nenosiri jipya la {member} kimetengenezwa ili akabidhiwe. Kinatumika mara moja, kwa saa moja.",
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
    claimsRejected:
      "{change} {count, plural, one {Malipo yake mamoja yamekataliwa, kwa kuwa nambari yake ya malipo iko kwenye malipo ya mwanachama mwingine.} other {Malipo yake # yamekataliwa, kwa kuwa nambari zake za malipo ziko kwenye malipo ya wanachama wengine.}}",
    officeTaken: "{member} si {office} tena.",
    officeProposed:
      "{member} amependekezwa kuwa {office}. Itaanza kutumika {moment}, isipokuwa afisa apinge.",
    officeWithdrawn: "{member} hapendekezwi tena kuwa {office}.",
    officeRefused: "{member} hatakuwa {office}.",
    officeNeedsAgreement:
      "{member} amependekezwa kuwa {office}. Itatumika afisa mwingine akikubali, au baadaye zaidi ya nusu ya wanachama wanaohesabiwa: hivi karibuni umeondoa haki za afisa au umependekeza mtu aondolewe wadhifa.",
    removalProposed:
      "Imependekezwa kwamba {member} asiwe {office} tena. Itaanza kutumika {moment}, isipokuwa afisa apinge.",
    officeSuspended:
      "{change} Haki za {office} zinaisha sasa, na wadhifa wenyewe {waits, select, agreement {afisa mwingine akikubali, au baadaye zaidi ya nusu ya wanachama wanaohesabiwa} other {{moment}}}, isipokuwa afisa apinge.",
    officeStays: "{member} anabaki kuwa {office}.",
    officeAgreement:
      "Kukubali kwako kumeandikwa. {count, plural, one {Mwanachama mmoja amekubali} other {Wanachama # wamekubali}} hadi sasa; itatumika zaidi ya nusu ya wanaohesabiwa wakikubali, angalau watatu, na si kabla ya muda ambao wadhifa husubiri kuisha.",
    officeObjection:
      "Pingamizi lako limeandikwa. {count, plural, one {Mwanachama mmoja amepinga} other {Wanachama # wamepinga}} hadi sasa; watatu wanaohesabiwa hulimaliza, au theluthi ya wanachama hai.",
    officeObjectionNoted:
      "Pingamizi lako limeandikwa na kila afisa analiona. Linalimaliza pendekezo pamoja na yale ya theluthi ya wanachama hai tu, kwa kuwa ulijiunga chini ya siku 30 kabla yake au hujachangia miezi mitatu.",
    officeObjectionOwn:
      "Pingamizi lako limeandikwa. Hutapoteza tena wadhifa kwa muda kupita: lazima afisa mwingine akubali, au zaidi ya nusu ya wanachama wanaohesabiwa.",
  },
  accounts: {
    signedUpInPerson:
      "Hakikisha {has, select, phone {simu yako} other {barua pepe yako}} ni sahihi. Hutatumiwa barua pepe: mwombe Mwenyekiti akuthibitishe ana kwa ana. Kisha ingia kwa simu yako.",
    signedUpByCode:
      "Tumetuma msimbo kwa SMS kwa {phone}. Uandike hapa, na utakuwa ndani. Usipofika baada ya dakika chache, mwombe Mwenyekiti akuthibitishe ana kwa ana.",
    claimedWithoutMail:
      "{proof, select, sms {Tumetuma msimbo kwa SMS kwenye simu iliyo kwenye daftari la chama. Uandike hapa.} other {Hakuna barua pepe inayothibitisha akaunti hii: maafisa wawili lazima wakutane nawe na kukuthibitisha. Kisha ingia kwa simu yako.}}",
    signedUp: "Hakikisha barua pepe yako ni sahihi: tumeituma kiungo cha kuwasha akaunti yako.",
    claimed:
      "{proof, select, sms {Tumetuma msimbo kwa SMS kwenye simu iliyo kwenye daftari la chama, na kiungo kwa barua pepe yako. Fungua kiungo, kisha weka msimbo hapo.} mail {Tumetuma kiungo kwa anwani iliyo kwenye daftari la chama, na kingine kwa barua pepe yako kama ni nyingine. Vifungue ili uanze.} other {Hakuna kitu kwenye daftari la chama kinachokufikia, kwa hiyo maafisa wawili wanapaswa kukutana nawe na kukuthibitisha. Kwa sasa fungua kiungo tulichotuma kwa barua pepe yako.}}",
    claimWaits:
      "{waits, select, sms {Barua pepe yako imethibitishwa. Msimbo wa SMS bado unahitajika.} mail {Barua pepe yako imethibitishwa. Fungua pia kiungo kwenye anwani iliyo kwenye daftari la chama.} email {Hilo limethibitishwa. Fungua pia kiungo tulichotuma kwa barua pepe yako.} other {Barua pepe yako imethibitishwa. Maafisa wawili wanapaswa kukutana nawe na kukuthibitisha; kisha unaweza kuingia.}}",
    claimConfirmed:
      "{waits, select, nothing {{member} amethibitishwa na maafisa wawili, na sasa ana akaunti.} email {{member} amethibitishwa na maafisa wawili, na atakuwa na akaunti akifungua kiungo kwenye barua pepe yake.} other {Umemthibitisha {member}. Afisa mwingine anapaswa kumthibitisha pia.}}",
    activated: "Akaunti imewashwa!",
    activationRequested:
      "{mailed, select, yes {Kama barua pepe hii ina akaunti, kiungo kipya cha kuiwasha kiko njiani.} other {Seva hii haitumi barua pepe: Mwenyekiti anaweza kukuthibitisha ana kwa ana.}}",
    resetRequested:
      "{mailed, select, yes {Kama barua pepe hii ina akaunti, kiungo cha kuweka nenosiri jipya kiko njiani.} other {Seva hii haitumi barua pepe: Mwenyekiti anaweza kukukabidhi kiungo cha kuweka nenosiri jipya.}}",
    signedIn: "Umeingia kikamilifu",
    signedOut: "Umeondoka.",
    sessionEnded: "Kifaa hicho kimeondolewa.",
    noOtherSession: "Hujaingia mahali pengine popote.",
    otherSessionsEnded: "Umeondolewa kwenye vifaa vyako vingine vyote.",
    passwordReset: "Nenosiri lako limebadilishwa. Unaweza kuingia nalo sasa.",
    passwordChanged: "Nenosiri lako limebadilishwa. Umeondolewa kwenye vifaa vyako vingine.",
    profileSaved: "Wasifu wako umehifadhiwa.",
    profileSavedConfirmEmail:
      "Wasifu wako umehifadhiwa. {mailed, select, yes {Fungua kiungo tulichotuma kwa {email} ili utumie anwani hiyo.} other {Ili utumie {email}, kiungo chake lazima kifunguliwe. Seva hii haitumi barua pepe: anayeiendesha anakipata kwa npm run mail.}}",
    emailChanged: "Akaunti yako sasa inatumia {email}.",
    emailBack:
      "Akaunti yako inatumia {email} tena. Weka nenosiri jipya kwa kiungo tulichokituma kwake.",
    photoChanged: "Picha yako imebadilishwa.",
    languageSaved: "Lugha yako imehifadhiwa.",
    phoneConfirmed: "{member} sasa anaingia kwa simu mpya.",
  },
  twoStep: {
    started:
      "Skani msimbo kwa programu yako ya uthibitishaji, kisha andika tarakimu sita inazoonyesha.",
    on: "Kuingia kwa hatua mbili kumewashwa. Hifadhi misimbo yako ya dharura mahali salama.",
    codesRenewed: "Misimbo yako ya zamani ya dharura haifanyi kazi tena.",
    off: "Kuingia kwa hatua mbili kumezimwa. Sasa unaingia kwa nenosiri lako pekee.",
    reset: "Kuingia kwa hatua mbili kwa {member} kumezimwa.",
  },
  notices: {
    read: "Zimewekwa kuwa zimesomwa.",
    probed:
      "SMS inayofuata itajaribu; wakati wa utulivu, ni baada ya muda huo kuisha. Ikikubaliwa, nyingine zitafuata.",
    subscribed: "Kivinjari hiki kitapokea taarifa kuanzia sasa.",
    unsubscribed: "Kivinjari hiki hakitapokea taarifa tena.",
  },
  settings: {
    saved: "Mipangilio imehifadhiwa.",
    unchanged: "Mipangilio iko ilivyokuwa: hakuna kilichobadilishwa.",
    waits:
      "Badiliko hili linasubiri: litafanya kazi muda wake ukifika, au afisa mwingine akikubali.",
    savedAndWaits:
      "Mipangilio imehifadhiwa. Kinachopunguza ulinzi kinasubiri: kitafanya kazi muda wake ukifika, au afisa mwingine akikubali.",
  },
  proposals: {
    proposed:
      "{amount} kutoka benki inahitaji mtu wa pili: hili limependekezwa na linasubiri afisa mwingine akubali.",
    fineProposed:
      "Faini ya {amount} inahitaji mtu wa pili: hili limependekezwa na linasubiri afisa mwingine akubali.",
    finesOfDayProposed:
      "Faini zako za saa 24 zinafika {sum}, na zaidi ya {limit} mtu wa pili anahitajika: hili limependekezwa na linasubiri afisa mwingine akubali.",
    cashProposed:
      "Fedha taslimu zinahitaji ofisi zote mbili: hili limependekezwa na linasubiri mwingine kati ya Mweka Hazina na Katibu akubali.",
    fundProposed:
      "Fedha za mifuko zinahitaji ofisi zote mbili: hili limependekezwa na linasubiri mwingine kati ya Mweka Hazina na Katibu akubali.",
    unmatchProposed:
      "Malipo yameidhinishwa, kwa hiyo kutengua ulinganisho wake kumependekezwa, na kunasubiri ofisi nyingine ikubali.",
    settingCounts: "Badiliko la mpangilio linafanya kazi kuanzia sasa.",
    refused: "Pendekezo limekataliwa. Halikubadilisha chochote.",
  },
  words: {
    sent: "{people, plural, one {Neno linatumwa kwa mwanachama #.} other {Neno linatumwa kwa wanachama #.}}",
    waits: "Neno linasubiri afisa mwingine akubali. Hakitumwi chochote kabla ya hapo.",
    agreed:
      "{people, plural, one {Umekubali: neno linatumwa kwa mwanachama #.} other {Umekubali: neno linatumwa kwa wanachama #.}}",
    ended: "Neno limesitishwa. Hakitumwi chochote.",
  },
  books: {
    expense: "Matumizi ya {amount} yamewekwa kwenye {account}.",
    investment: "Uwekezaji wa {amount} umewekwa.",
    goodwill: "Thamani ya jina ya {amount} imewekwa.",
    otherIncome: "Mapato mengine ya {amount} yamewekwa.",
    cashDeposited: "Fedha taslimu {amount} zimepelekwa benki.",
    cashWithdrawn: "{amount} zimetolewa benki kuwa fedha taslimu.",
    cashCounted: "Hesabu ya {amount} imo vitabuni.",
    fundSpent: "{amount} zimetumika kutoka mfuko wa {fund}.",
    fundTransferred: "{amount} zimehamishwa.",
    dividendDeclared: "Gawio la {amount} limetangazwa.",
    dividendPaid: "Magawio ya {amount} yamelipwa; zimebaki {left} za tangazo.",
    depositOpened: "Amana ya muda maalum ya {amount} imewekwa; inaiva {date}.",
    depositRedeemed:
      "{amount} zimetolewa pamoja na riba ya {interest}; zimebaki {left} kwenye amana.",
    fined: "{member} ametozwa faini ya {amount}.",
    reversed: "Ingizo {id} limebatilishwa na ingizo {by}.",
    yearClosed: "Mwaka wa fedha {year} umefungwa. Hakuna kinachoweza kuwekwa tena hadi {date}.",
    badDebtRecovered: "Deni lisilolipika limerejeshwa kikamilifu",
    verified: "Vitabu vimekaguliwa: {held} kati ya {count} ni sawa.",
  },
  setup: {
    founded: "{group} imeanzishwa, na wewe ni Mwenyekiti wake.",
    beginsNew: "Chama inaanza na vitabu vitupu.",
    bringsBooks: "Chama inakuja na vitabu vyake.",
    testMail: "Barua pepe ya jaribio inaelekea {email}.",
    testMailStored: "Barua pepe ya jaribio ipo kwenye hifadhidata: npm run mail huionyesha.",
  },
  invitations: {
    groupLink: "Kiungo kimetengenezwa. Kinabaki kwenye ukurasa huu kinapofanya kazi.",
    all: "{invited, plural, =0 {Kila mtu kwenye daftari ana akaunti au mwaliko.} other {{texted, plural, =0 {} other {SMS # zinatumwa.}}{mailed, plural, =0 {} other { Mialiko # inatumwa kwa barua pepe.}}{handed, plural, =0 {} other { Viungo # ni vyako kuwakabidhi watu.}}}}",
    made: "Mwaliko umetengenezwa. Nakili kiungo sasa: kinaonyeshwa mara moja tu.",
    mailed:
      "Mwaliko umetengenezwa, na umetumwa kwa {email}. Nakili kiungo sasa kama unakihitaji: kinaonyeshwa mara moja tu.",
    ended: "Mwaliko umefungwa. Hakuna anayeweza kujisajili kwa kiungo hicho tena.",
  },
} as const satisfies TextsOf<typeof en.done>;

/** What goes wrong before a request reaches what it asks for, and what is our own fault. */
export const failures = {
  tooLarge: "Kilichotumwa ni kikubwa mno.",
  fileTooLarge: "Faili inazidi MB {megabytes}.",
  oneFile: "Tuma faili moja tu.",
  tookTooLong: "Imechukua muda mrefu mno. Tafadhali jaribu tena baada ya muda mfupi.",
  notMultipart: "Tuma faili kama multipart/form-data.",
  fieldName: "Fomu ina sehemu yenye jina lisiloweza kutumika.",
  cutShort: "Ombi lilikatika. Tafadhali jaribu tena.",
  notJson: "Tuma JSON (Content-Type: application/json).",
  headersTooLarge: "Vichwa vya ombi ni vikubwa mno.",
  slowRequest: "Ombi limechelewa mno kufika. Tafadhali jaribu tena.",
  unreadable: "Ombi hili halisomeki kama HTTP.",
  nothingHere: "Hakuna kitu kwenye anwani hii.",
  noGroupHere: "Hakuna kikundi kwenye anwani hii.",
  wrongMethod: "Anwani hii inapokea {methods}.",
  ours: "Kuna hitilafu upande wetu. Hakuna kilichobadilishwa.",
} as const satisfies TextsOf<typeof en.failures>;

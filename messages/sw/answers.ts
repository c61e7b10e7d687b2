import type { TextsOf } from "#messages/message.ts";
import type * as en from "../en/answers.ts";

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
    imported:
      "{added, plural, =0 {Taarifa hii haiongezi mstari wowote.} one {Mstari 1 umeongezwa.} other {Mistari # imeongezwa.}}{known, plural, =0 {} one { 1 ulijulikana tayari.} other { # ilijulikana tayari.}}",
    withdrawn: "Taarifa imeondolewa.",
    acceptedByOne: "Kukubali kwako kumerekodiwa. Taarifa sasa inasubiri ofisi ile nyingine.",
    accepted: "Taarifa imekubaliwa. Mistari yake inahesabiwa kuanzia sasa.",
    matched: "Mstari umelinganishwa.",
    unmatched: "Ulinganisho umetenguliwa.",
    setAside: "Mstari umewekwa kando.",
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
      "{kind, select, contribution {Mchango wa {amount} umeingizwa} loan_payment {Rejesho la mkopo la {amount} limeingizwa} other {Malipo ya faini ya {amount} yameingizwa}} kwa jina la {member}. Mweka Hazina na Katibu Mkuu bado wanaidhinisha.",
    loan: "Ombi la {amount} limeingizwa kwa jina la {member}. Mweka Hazina na Katibu Mkuu bado wanaidhinisha.",
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
      "{member} amependekezwa kuwa {office}. Itatumika afisa mwingine akikubali, au wanachama watatu: hivi karibuni umeondoa haki za afisa au umependekeza mtu aondolewe wadhifa.",
    removalProposed:
      "Imependekezwa kwamba {member} asiwe {office} tena. Itaanza kutumika {moment}, isipokuwa afisa apinge.",
    officeSuspended:
      "{change} Haki za {office} zinaisha sasa, na wadhifa wenyewe {moment}, isipokuwa afisa apinge.",
    officeStays: "{member} anabaki kuwa {office}.",
    officeAgreement:
      "Kukubali kwako kumeandikwa. {count, plural, one {Mwanachama mmoja amekubali} other {Wanachama # wamekubali}} hadi sasa; itatumika watatu wakikubali.",
    officeObjection:
      "Pingamizi lako limeandikwa. {count, plural, one {Mwanachama mmoja amepinga} other {Wanachama # wamepinga}} hadi sasa; watatu hulimaliza.",
    officeObjectionNoted:
      "Pingamizi lako limeandikwa na kila afisa analiona. Halihesabiwi kati ya matatu yanayolimaliza, kwa kuwa ulijiunga siku 30 zilizopita au huna mchango ulioidhinishwa.",
    officeObjectionOwn:
      "Pingamizi lako limeandikwa. Hutapoteza tena wadhifa kwa muda kupita: lazima afisa mwingine akubali, au wanachama watatu.",
  },
  accounts: {
    signedUp: "Hakikisha barua pepe yako ni sahihi: tumeituma kiungo cha kuwasha akaunti yako.",
    claimed:
      "{proof, select, sms {Tumetuma msimbo kwa SMS kwenye simu iliyo kwenye daftari la chama, na kiungo kwa barua pepe yako. Fungua kiungo, kisha weka msimbo hapo.} mail {Tumetuma kiungo kwa anwani iliyo kwenye daftari la chama, na kingine kwa barua pepe yako kama ni nyingine. Vifungue ili uanze.} other {Hakuna kitu kwenye daftari la chama kinachokufikia, kwa hiyo maafisa wawili wanapaswa kukutana nawe na kukuthibitisha. Kwa sasa fungua kiungo tulichotuma kwa barua pepe yako.}}",
    claimWaits:
      "{waits, select, sms {Barua pepe yako imethibitishwa. Msimbo wa SMS bado unahitajika.} mail {Barua pepe yako imethibitishwa. Fungua pia kiungo kwenye anwani iliyo kwenye daftari la chama.} email {Hilo limethibitishwa. Fungua pia kiungo tulichotuma kwa barua pepe yako.} other {Barua pepe yako imethibitishwa. Maafisa wawili wanapaswa kukutana nawe na kukuthibitisha; kisha unaweza kuingia.}}",
    claimConfirmed:
      "{waits, select, nothing {{member} amethibitishwa na maafisa wawili, na sasa ana akaunti.} email {{member} amethibitishwa na maafisa wawili, na atakuwa na akaunti akifungua kiungo kwenye barua pepe yake.} other {Umemthibitisha {member}. Afisa mwingine anapaswa kumthibitisha pia.}}",
    activated: "Akaunti imewashwa!",
    activationRequested: "Kama barua pepe hii ina akaunti, kiungo kipya cha kuiwasha kiko njiani.",
    resetRequested:
      "Kama barua pepe hii ina akaunti, kiungo cha kuweka nenosiri jipya kiko njiani.",
    signedIn: "Umeingia kikamilifu",
    signedOut: "Umeondoka.",
    sessionEnded: "Kifaa hicho kimeondolewa.",
    noOtherSession: "Hujaingia mahali pengine popote.",
    otherSessionsEnded: "Umeondolewa kwenye vifaa vyako vingine vyote.",
    passwordReset: "Nenosiri lako limebadilishwa. Unaweza kuingia nalo sasa.",
    passwordChanged: "Nenosiri lako limebadilishwa. Umeondolewa kwenye vifaa vyako vingine.",
    profileSaved: "Wasifu wako umehifadhiwa.",
    profileSavedConfirmEmail:
      "Wasifu wako umehifadhiwa. Fungua kiungo tulichotuma kwa {email} ili utumie anwani hiyo.",
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
    goodwill: "Hisani ya {amount} imewekwa.",
    otherIncome: "Mapato mengine ya {amount} yamewekwa.",
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
  wrongMethod: "Anwani hii inapokea {methods}.",
  ours: "Kuna hitilafu upande wetu. Hakuna kilichobadilishwa.",
} as const satisfies TextsOf<typeof en.failures>;

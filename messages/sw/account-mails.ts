import type { TextsOf } from "#messages/message.ts";
import type * as en from "../en/account-mails.ts";

/** Mails about a person's own account. */
export const accountMails = {
  activation: {
    subject: "Thibitisha akaunti yako ya {group}",
    welcome: "Karibu {group}! Fungua kiungo hiki ili uthibitishe akaunti yako:",
    link: "{link}",
    expiry:
      "Kiungo kinatumika mara moja, ndani ya saa 72. Baada ya hapo Mwenyekiti anaidhinisha uanachama wako.",
    once: "Kiungo kinatumika mara moja, ndani ya saa 72.",
    withCode:
      "Kiungo kinafanya kazi mara moja, ndani ya saa 72. Kitaomba msimbo tuliotuma kwa SMS kwenye simu iliyo kwenye daftari la chama.",
    mistaken: "Kama si wewe uliyejisajili, puuza barua pepe hii.",
  },
  invitation: {
    subject: "Jiunge na {group}",
    invited: "{by}, Mwenyekiti wa {group}, anakualika ujiunge. Fungua kiungo hiki ili ujisajili:",
    invitedToOffice:
      "{by}, Mwenyekiti wa {group}, anakualika ujiunge kama {office}. Fungua kiungo hiki ili ujisajili:",
    link: "{link}",
    expiry:
      "Kiungo kinatumika mara moja, hadi {moment}. Kama huijui chama hii, puuza barua pepe hii.",
  },
  joined: {
    subject: "Karibu {group}",
    joined:
      "Kuanzia sasa wewe ni mwanachama wa {group}: ulialikwa na {by}. Unaweza kulipa michango, kuomba mikopo na kusoma ripoti za chama.",
  },
  trial: {
    subject: "Barua pepe za {group} zinafika",
    arrived:
      "Hii ni barua pepe ya jaribio uliyoomba. Viungo vya kuthibitisha, mialiko na taarifa huwafikia wanachama kwa njia hii.",
  },
  alreadyActivated: {
    subject: "Akaunti yako ya {group} imeshathibitishwa",
    explained:
      "Umeomba kiungo kipya cha kuthibitisha akaunti, lakini akaunti yako imeshathibitishwa. Unaweza kuingia hapa:",
    link: "{link}",
    forgotten: "Kama umesahau nenosiri lako, chagua “Umesahau nenosiri?” hapo.",
  },
  passwordReset: {
    subject: "Weka nenosiri jipya la {group}",
    requested:
      "Mtu fulani, huenda ni wewe, ameomba kuweka nenosiri jipya. Fungua kiungo hiki ili kufanya hivyo:",
    link: "{link}",
    expiry:
      "Kiungo kinatumika mara moja, ndani ya saa moja. Kama si wewe, puuza barua pepe hii: nenosiri lako linabaki lilivyo.",
  },
  inactiveAccount: {
    subject: "Akaunti yako ya {group} si hai",
    requested:
      "Mtu fulani, huenda ni wewe, ameomba kuweka nenosiri jipya. Akaunti yako si hai kwa sasa, hivyo hakuna anayeweza kuingia nayo.",
    mistaken: "Kama unaona inapaswa kuwa hai, tafadhali zungumza na Mwenyekiti.",
  },
  passwordChanged: {
    subject: "Nenosiri lako la {group} limebadilishwa",
    changed: "Nenosiri lako lilibadilishwa tarehe {moment}.",
    mistaken:
      "Kama si wewe, chagua mara moja “Umesahau nenosiri?” kwenye fomu ya kuingia, kisha umwarifu Mwenyekiti.",
  },
  newDevice: {
    subject: "Kuna aliyeingia kwenye akaunti yako ya {group}",
    signedIn:
      "Mtu fulani aliingia kwenye akaunti yako tarehe {moment} kwa kifaa ambacho hakijawahi kutumika nayo: {device}.",
    expected: "Kama ni wewe, hakuna la kufanya.",
    mistaken:
      "Kama si wewe, fungua {profile}, chagua “Ondoka kwenye vifaa vingine vyote” kisha ubadilishe nenosiri lako. Kama huwezi kuingia, chagua “Umesahau nenosiri?” kwenye fomu ya kuingia: hilo linaondoa vifaa vyote. Kisha umwarifu Mwenyekiti.",
  },
  twoStepOn: {
    subject: "Kuingia kwako kwa hatua mbili kwenye {group} kumewashwa",
    changed:
      "Kuanzia sasa, unapoingia kwenye akaunti yako unaombwa msimbo wa programu yako ya uthibitishaji.",
    moment: "Hili lilifanywa tarehe {moment}.",
    mistaken:
      "Kama si wewe, na hukuomba hili, chagua mara moja “Umesahau nenosiri?” kwenye fomu ya kuingia, kisha umwarifu Mwenyekiti.",
  },
  twoStepOff: {
    subject: "Kuingia kwako kwa hatua mbili kwenye {group} kumezimwa",
    changed: "Unapoingia kwenye akaunti yako huombwi msimbo tena: nenosiri lako linatosha.",
    moment: "Hili lilifanywa tarehe {moment}.",
    mistaken:
      "Kama si wewe, na hukuomba hili, chagua mara moja “Umesahau nenosiri?” kwenye fomu ya kuingia, kisha umwarifu Mwenyekiti.",
  },
  twoStepNewCodes: {
    subject: "Kuingia kwako kwa hatua mbili kwenye {group} kuna misimbo mipya ya dharura",
    changed: "Una misimbo mipya ya dharura. Ya zamani haifanyi kazi tena.",
    moment: "Hili lilifanywa tarehe {moment}.",
    mistaken:
      "Kama si wewe, na hukuomba hili, chagua mara moja “Umesahau nenosiri?” kwenye fomu ya kuingia, kisha umwarifu Mwenyekiti.",
  },
  twoStepReset: {
    subject: "Kuingia kwako kwa hatua mbili kwenye {group} kumezimwa na Mwenyekiti",
    changed:
      "Mwenyekiti amezima kuingia kwa hatua mbili kwenye akaunti yako, na umeondolewa kwenye vifaa vyote. Ingia kwa nenosiri lako, kisha uiweke upya kwenye wasifu wako.",
    moment: "Hili lilifanywa tarehe {moment}.",
    mistaken:
      "Kama si wewe, na hukuomba hili, chagua mara moja “Umesahau nenosiri?” kwenye fomu ya kuingia, kisha umwarifu Mwenyekiti.",
  },
  confirmEmail: {
    subject: "Thibitisha barua pepe yako ya {group}",
    requested: "Fungua kiungo hiki ili akaunti yako itumie anwani hii ya barua pepe kuanzia sasa:",
    link: "{link}",
    expiry:
      "Kiungo kinatumika mara moja, ndani ya saa 24. Kama hukuomba hili, puuza barua pepe hii.",
  },
  emailChangeRequested: {
    subject: "Barua pepe yako ya {group} inakaribia kubadilishwa",
    requested:
      "Mtu aliyeingia kwenye akaunti yako ameomba itumie {email} badala ya anwani hii. Itabadilika anwani hiyo ikithibitishwa.",
    mistaken: "Kama si wewe, badilisha nenosiri lako sasa: hilo pia linazuia badiliko hili.",
  },
  emailChanged: {
    subject: "Barua pepe yako ya {group} imebadilishwa",
    changed: "Akaunti yako sasa inatumia {email}; barua pepe haziji tena kwa anwani hii.",
    mistaken:
      "Kama si wewe, fungua kiungo hiki ndani ya siku 7. Kinarudisha anwani hii, kinaondoa vifaa vyote, na kukuwezesha kuweka nenosiri jipya:",
    link: "{link}",
    alsoTell: "Mwarifu Mwenyekiti pia.",
  },
  emailPutBack: {
    subject: "Akaunti yako ya {group} inatumia anwani hii tena",
    signedOut:
      "Vifaa vyote vimeondolewa, na nenosiri la zamani haliingii tena. Fungua kiungo hiki ili uweke jipya:",
    link: "{link}",
    expiry:
      "Kiungo kinatumika mara moja, ndani ya saa moja. Baada ya hapo chagua “Umesahau nenosiri?” kwenye fomu ya kuingia.",
    twoStep:
      "Kama kuingia kutakuomba msimbo usio nao, Mwenyekiti anaweza kukuzimia kuingia kwa hatua mbili.",
  },
  emailTakenBack: {
    subject: "Akaunti yako ya {group} haitumii anwani hii tena",
    putBack:
      "Anwani ya awali imerudishwa kwa kiungo kilichotumwa kwake, na vifaa vyote vimeondolewa.",
    mistaken: "Kama hukutarajia hili, zungumza na Mwenyekiti.",
  },
  phoneChangeRequested: {
    subject: "Simu yako ya {group} inakaribia kubadilishwa",
    requested:
      "Umeomba kuingia kwa simu nyingine ({phone}). Hadi Mwenyekiti aithibitishe, ya zamani ndiyo inayotumika kuingia.",
    mistaken: "Kama si wewe, badilisha nenosiri lako sasa: hilo pia linazuia badiliko hili.",
  },
  claimProof: {
    subject: "Je, wewe ni {reg} kwenye daftari la {group}?",
    asked:
      "Mtu fulani, huenda ni wewe, anadai akaunti ya {member}, {reg}, iliyotoka kwenye daftari la chama, kwa simu {phone} na barua pepe {email}. Fungua kiungo hiki kusema kwamba ni wewe:",
    link: "{link}",
    expiry: "Kiungo kinafanya kazi mara moja, ndani ya saa 72.",
    mistaken:
      "Kama si wewe, usifungue kiungo, na umwambie afisa: akiba na haki zako zinabaki kama zilivyo.",
  },
  bookClaimed: {
    subject: "{reg} kwenye daftari la {group} amedaiwa",
    claimed:
      "Akaunti ya {member}, {reg}, iliyotoka kwenye daftari la chama, imedaiwa kwa simu {phone} na barua pepe {email}.",
    mistaken: "Kama si wewe, mwambie afisa mara moja.",
  },
  claimInvited: {
    subject: "Kiungo kipya cha kudai {reg} kwenye daftari la {group}",
    made: "Kiungo kipya cha kudai akaunti ya {member}, {reg}, kimetengenezwa. Cha awali kimefungwa.",
    mistaken: "Kama hukukipata, mwambie afisa.",
  },
  pushAdded: {
    subject: "Kifaa kinaonyesha arifa zako za {group}",
    added: "Tangu {moment} kifaa hiki kinaonyesha arifa zako kwenye skrini yake: {device}.",
    mistaken:
      "Kama si wewe, ingia, kiondoe chini ya arifa zako, na ubadilishe nenosiri, jambo linaloondoa kila kifaa kingine.",
  },
  phoneChanged: {
    subject: "Simu yako ya {group} imebadilishwa",
    changed: "Akaunti yako sasa inatumia simu {phone}: unaweza kuingia nayo.",
    mistaken: "Kama hukuomba hili, mwarifu Mwenyekiti mara moja.",
  },
} as const satisfies TextsOf<typeof en.accountMails>;

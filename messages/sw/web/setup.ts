import type { TextsOf } from "#messages/message.ts";
import type * as en from "../../en/web/setup.ts";

/** Words of the first start of a group, and of what is left of it. */
export const setup = {
  title: "Anzisha chama chako",
  stepsLabel: "Hatua za kuanzisha",
  stepDone: "imekamilika",
  stepOf: "{number} kati ya 5: {name}",
  steps: {
    group: "Chama",
    chairperson: "Akaunti yako",
    offices: "Nyadhifa nyingine",
    books: "Vitabu",
    mail: "Yaliyobaki",
  },
  meaning: {
    group:
      "Chama chako kinaitwaje, na wanachama wanalipa nini. Yote yanaweza kubadilishwa baadaye kwenye Usimamizi, Mipangilio.",
    chairperson:
      "Unakuwa Mwenyekiti: unaidhinisha wanachama na kutoa nyadhifa. Unaingia mara moja, na unathibitisha barua pepe yako baadaye.",
    offices:
      "Mweka Hazina na Katibu Mkuu huidhinisha kila malipo pamoja. Waalike sasa, kwa barua pepe au kwa kiungo unachotuma mwenyewe. Kinatumika mara moja, kwa siku 7.",
    books: "Sema kama chama chako kinaanza leo, au kimekuwa kikiweka akiba kwa muda.",
    mail: "Chama chako kiko tayari. Lisilokamilika linabaki kwenye ukurasa wako wa nyumbani hadi likamilike.",
  },
  next: "Endelea",
  back: "Rudi",
  found: "Anzisha {group}",
  required: "{label}: inahitajika.",
  firstOf: "1 {month}",
  months: {
    m1: "Januari",
    m2: "Februari",
    m3: "Machi",
    m4: "Aprili",
    m5: "Mei",
    m6: "Juni",
    m7: "Julai",
    m8: "Agosti",
    m9: "Septemba",
    m10: "Oktoba",
    m11: "Novemba",
    m12: "Desemba",
  },
  group: {
    language: {
      label: "Lugha",
      help: "Yako, pia kwenye barua pepe. Kila mwanachama huchagua yake.",
    },
    group_name: { label: "Jina la chama", help: "Lipo kwenye kila ukurasa na ripoti." },
    bank_name: { label: "Jina la benki", help: "Akaunti ya benki inavyoitwa kwenye ripoti." },
    monthly_contribution: {
      label: "Mchango wa kila mwezi",
      help: "Kiasi ambacho kila mwanachama huweka kila mwezi.",
    },
    financial_year_start: {
      label: "Mwaka wa chama unaanza",
      help: "Faida na hasara huhesabiwa na kufungwa kwa kila mwaka kuanzia siku hii.",
    },
    late_fine_after_months: {
      label: "Faini ya kuchelewa baada ya (miezi)",
      help: "Asiyelipa chochote kwa muda zaidi ya huu hutozwa faini.",
    },
    late_fine_amount: {
      label: "Faini ya kila mwezi wa kuchelewa",
      help: "Kwa kila mwezi kamili baada ya hiyo. 0 haitozi faini.",
    },
  },
  offices: { treasurer: "Mweka Hazina", "sec-gen": "Katibu Mkuu" },
  books: {
    new: {
      title: "Chama kipya",
      text: "Hakuna kilicholipwa bado. Vitabu vinaanza vitupu, kwa malipo ya kwanza yatakayoidhinishwa.",
      choose: "Tunaanza upya",
    },
    books: {
      title: "Tayari tuna vitabu",
      text: "Wanachama wana akiba na mikopo kwenye kitabu au Excel. Usiidhinishe malipo bado: mliyo nayo yanaingia kwanza.",
      choose: "Tuna vitabu",
    },
  },
  noMailTitle: "Barua pepe hazimfikii mtu bado",
  noMailText:
    "Seva hii haina SMTP_URL. Hadi iwe nayo, tuma mialiko kwa mkono. Viungo vya kuthibitisha huonyeshwa na npm run mail kwenye seva.",
  closedTitle: "{group} imeanzishwa",
  closedText: "Chama kina Mwenyekiti. Ingia, au mwombe Mwenyekiti mwaliko.",
  nothingLeft: "Kila kitu cha kuanzisha kimekamilika.",
  signIn: "Ingia",
  noLinkTitle: "Fungua uanzishaji kwa kiungo chake",
  noLinkText:
    "Kiungo kipo kwenye kumbukumbu za seva, pale npm start ilipoendeshwa: kinaanza na “Set up your group”. npm run setup-link hutengeneza kipya.",
  toHome: "Nenda kwenye ukurasa wako wa nyumbani",
  leftTitle: "Yaliyobaki kwa chama chako",
  invite: "Alika",
  seeInvitation: "Ona mwaliko",
  goOn: "Endelea",
  bringBooks: "Leta vitabu",
  sendTest: "Tuma barua pepe ya jaribio",
  changeEmail: "Fungua wasifu wako",
  left: {
    confirm_email: {
      title: "Thibitisha barua pepe yako",
      text: "{mailed, select, yes {Fungua kiungo kilichotumwa kwa {email}.} other {Fungua kiungo cha {email}: seva hii haitumi barua pepe, lakini npm run mail inakionyesha.}} Kama anwani si sahihi, ibadilishe kwenye wasifu wako.",
    },
    treasurer: {
      title: "Alika Mweka Hazina",
      text: "Bila Mweka Hazina hakuna malipo yanayoidhinishwa.",
    },
    treasurer_invited: {
      title: "Mweka Hazina hajajiunga bado",
      text: "Mwaliko uko wazi. Unatumika mara moja, kwa siku 7.",
    },
    sec_gen: {
      title: "Alika Katibu Mkuu",
      text: "Bila Katibu Mkuu hakuna malipo yanayoidhinishwa.",
    },
    sec_gen_invited: {
      title: "Katibu Mkuu hajajiunga bado",
      text: "Mwaliko uko wazi. Unatumika mara moja, kwa siku 7.",
    },
    begins: {
      title: "Sema chama kinavyoanza",
      text: "Kwa vitabu vitupu, au kwa vitabu kilivyo navyo.",
    },
    bring_books: {
      title: "Leta vitabu vyenu",
      text: "Akiba na mikopo mliyo nayo inaingia kabla ya malipo ya kwanza kuidhinishwa.",
    },
    confirm_claims: {
      title: "Kuna anayedai jina la daftari la chama",
      text: "Hakuna kitu kwenye daftari kinachomfikia. Kutana naye, uthibitishe kwamba ndiye aliye kwenye daftari.",
    },
    accept_books: {
      title: "Kitabu cha chama kinakusubiri",
      text: "Mweka Hazina amependekeza karatasi. Iangalie, kisha uikubali au uikatae.",
    },
    no_mail: {
      title: "Wezesha barua pepe kuwafikia wanachama",
      text: "Seva hii haina SMTP_URL: barua pepe hazimfikii mtu ila anayeendesha npm run mail.",
    },
    test_mail: {
      title: "Jaribu kama barua pepe zinafika",
      text: "Barua pepe ya jaribio inatumwa kwa {email}.",
    },
  },
} as const satisfies TextsOf<typeof en.setup>;

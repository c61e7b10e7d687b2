import type { TextsOf } from "#messages/message.ts";
import type * as en from "../../en/web/landing.ts";

/** The landing page. */
export const landing = {
  pageTitle: "weka akiba kwa nguvu, kopa kwa urahisi",
  description:
    "Chama cha kuweka akiba na kukopeshana kwa watu wanaofahamiana: michango ya kila mwezi, mikopo yenye riba nafuu na vitabu ambavyo kila mtu anaweza kusoma.",
  menu: "Menyu",
  sections: "Sehemu",
  theme: "Mwonekano",
  themes: { light: "Mwanga", dark: "Giza", system: "Kama kifaa" },
  services: "Huduma",
  testimonials: "Ushuhuda",
  join: "Jiunge",
  signIn: "Ingia",
  signUp: "Jisajili",
  openDashboard: "Fungua dashibodi",
  seeHow: "Ona inavyofanya kazi",
  hero: {
    headline: "Weka Akiba kwa Nguvu. Kopa kwa Urahisi.",
    text: "Weka kidogo kila mwezi pamoja na watu unaowafahamu. Kopa kutoka chungu hicho hicho maisha yanapohitaji. Kila shilingi imeandikwa mahali mnapoweza kuiona nyote.",
    button: "Jiunge Sasa",
  },
  book: {
    label: "Mfano wa ukurasa wa kitabu cha mwanachama",
    heading: "Kitabu cha akiba",
    member: "Wanjiku K.",
    rows: [
      { month: "Januari", amount: "1,000.00" },
      { month: "Februari", amount: "1,000.00" },
      { month: "Machi", amount: "1,500.00" },
    ],
    total: "Akiba hadi sasa",
    totalAmount: "3,500.00",
    approved: "Imeidhinishwa na Mweka Hazina na Katibu Mkuu",
  },
  servicesHeading: "Chungu kimoja, ahadi tatu",
  cards: {
    contributions: {
      title: "Michango ya Kila Mwezi",
      text: "Kuza akiba kama jamii.",
      detail:
        "Lipa kwa M-Pesa au benki, andika nambari ya malipo, na uone maafisa wawili wakiidhinisha.",
    },
    loans: {
      title: "Mikopo ya Riba Nafuu",
      text: "Kopa kutoka kwa chama chako bila benki.",
      detail: "Gharama inaonekana kabla hujaomba, na riba inarudi kwa chama.",
    },
    tracking: {
      title: "Ufuatiliaji wa Kiotomatiki",
      text: "Fuatilia malipo na magawio.",
      detail: "Risiti, salio na ripoti zinazolingana hadi senti, kwenye simu yoyote.",
    },
  },
  testimonialsHeading: "Wanachama wanasema nini",
  carousel: {
    role: "maonyesho",
    slideRole: "slaidi",
    slide: "{number} kati ya {count}",
    show: "{name}, kuhusu {topic}",
    previous: "Nukuu iliyotangulia",
    next: "Nukuu inayofuata",
    pause: "Simamisha nukuu",
    play: "Endesha nukuu",
  },
  quotes: [
    {
      topic: "Karo ya shule",
      quote:
        "Kila Januari nilikuwa nikikopa karo. Sasa naiwekea akiba mwaka mzima, na Januari ni mwezi kama mwingine.",
      name: "Wanjiku Kamau",
    },
    {
      topic: "Cherehani ya pili",
      quote: "Mkopo uliidhinishwa ndani ya wiki, na nilijua utanigharimu nini kabla sijaomba.",
      name: "Brian Otieno",
    },
    {
      topic: "Uaminifu",
      quote:
        "Watu wawili wanatia sahihi kwa kila shilingi. Miaka yote hii hatujagombania pesa hata mara moja.",
      name: "Amina Hassan",
    },
    {
      topic: "Usiku wa hospitali",
      quote:
        "Mama yangu aliugua Jumapili. Mkopo wa dharura ulilipa hospitali; niliurejesha kwa miezi minne.",
      name: "Peter Mutua",
    },
    {
      topic: "Magawio",
      quote:
        "Nilifungua simu na hapo palikuwa na sehemu yangu ya riba ya mwaka. Pesa zetu wenyewe, zikitufanyia kazi.",
      name: "Faith Chebet",
    },
    {
      topic: "Kuweka vitabu",
      quote:
        "Nilikuwa Mweka Hazina enzi za daftari la mkono. Leo vitabu vinalingana kabla chai yangu haijapoa.",
      name: "Joseph Wafula",
    },
  ],
  joinHeading: "Siku bora ya kupanda mti ilikuwa miaka iliyopita. Inayofuata ni siku ya mshahara.",
  joinText: "Jisajili kwa dakika mbili, thibitisha barua pepe yako, na Mwenyekiti atakukaribisha.",
  joinButton: "Kuwa mwanachama",
  rights: "Kuweka akiba na kukopeshana kati ya wanachama.",
  checkProof: "Kagua uthibitisho",
  scriptFailed: "Fomu haikuweza kupakiwa. Angalia mtandao wako kisha ujaribu tena.",
} as const satisfies TextsOf<typeof en.landing>;

/** Words of pages before any script runs. */
export const basics = {
  groupName: "Akiba Group",
  skipToContent: "Ruka hadi maudhui",
  needsScript:
    "Vitabu vyako viko kwenye ukurasa huu kwa msaada wa JavaScript. Tafadhali iwashe kwenye kivinjari chako, kisha pakia ukurasa upya.",
} as const satisfies TextsOf<typeof en.basics>;

import type { dashboard as english } from "../en/dashboard.ts";
import type { TextsOf } from "../texts-of.ts";

/** Words of the dashboard's frame: its header, menu, session and error pages. ICU placeholders. */
export const dashboard = {
  group: "Akiba Group",
  welcome: "Karibu, {username}",
  skipToContent: "Ruka hadi maudhui",
  menu: {
    title: "Menyu",
    open: "Fungua menyu",
    expand: "Panua menyu",
    collapse: "Kunja menyu",
    home: "Nyumbani",
    admin: "Usimamizi",
    news: "Habari",
    approvals: "Idhini",
    contributions: "Michango",
    loans: "Mikopo",
    accounting: "Uhasibu",
    transactions: "Miamala",
    financialSummary: "Muhtasari wa Fedha",
    profile: "Wasifu wako",
    install: "Sakinisha Akiba",
    signOut: "Ondoka",
    waiting: "{count, plural, one {# inakusubiri} other {# zinakusubiri}}",
  },
  news: "Habari",
  session: {
    verifying: "Akaunti yako inafunguliwa",
    unreachable: "Akaunti yako haikuweza kufunguliwa",
    tryAgain: "Jaribu tena",
    signOut: "Ondoka",
    endedTitle: "Tafadhali ingia tena",
    endedText:
      "Kikao chako kimeisha. Ulichoandika bado kipo: ingia tena kama {username} ili uendelee, kisha ukitume mara nyingine.",
    password: "Nenosiri",
    passwordRequired: "Tafadhali weka nenosiri lako",
    goOn: "Ingia",
    leave: "Ondoka ukurasa huu",
    wrong: "Baadhi ya maelezo yako ya kuingia si sahihi",
  },
  failure: {
    title: "Hitilafu Isiyotarajiwa ya Programu!",
    chunkAdvice: "Sehemu ya programu haikufika. Angalia mtandao wako, kisha pakia ukurasa upya.",
    advice:
      "Hakuna kilichotumwa wala kubadilishwa. Pakia ukurasa upya; ikitokea tena, mwambie afisa.",
    reload: "Pakia ukurasa upya",
    home: "Nyumbani",
    notFoundTitle: "Ukurasa huo haupo",
    notFoundText: "Huenda anwani imeandikwa vibaya, au ukurasa umehamishwa.",
    forbiddenTitle: "Ukurasa huu ni wa {who}",
    forbiddenText: "Kama una wadhifa huo, mwombe Mwenyekiti akupe jukumu lake.",
    chairperson: "Mwenyekiti",
    treasurer: "Mweka Hazina",
    approvers: "Mweka Hazina na Katibu Mkuu",
    officials: "maafisa",
  },
} as const satisfies TextsOf<typeof english>;

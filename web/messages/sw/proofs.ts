import type { proofs as english } from "../en/proofs.ts";
import type { TextsOf } from "#messages/message.ts";

/** Words of proofs: the fingerprint of the log, a member's proof file, and the page that checks them. */
export const proofs = {
  download: "Pakua uthibitisho",
  headTitle: "Alama ya kumbukumbu",
  headText:
    "Inawakilisha kila ingizo la jarida na kila tendo la maafisa. Iandike mahali pengine: anayebadilisha ingizo la awali hawezi kuihifadhi.",
  headEmpty: "Kumbukumbu haina maingizo bado.",
  entries: "{count, plural, one {ingizo #} other {maingizo #}}",
  copy: "Nakili",
  copied: "Alama imenakiliwa.",
  notedTitle: "Zilizotumwa kwa maafisa",
  notedCheck: "Kagua",
  toCheck: "Kagua alama au uthibitisho",

  title: "Kagua uthibitisho",
  text: "Jionee mwenyewe kuwa maingizo yamo katika kumbukumbu za chama kama yalivyoandikwa. Huhitaji akaunti, na faili yako inabaki kwenye kifaa hiki.",
  fileTitle: "Faili ya uthibitisho ya mwanachama",
  fileText: "Mwanachama huipakua kutoka ukurasa wa taarifa. Jina lake huanza na akiba-proof.",
  choose: "Chagua faili",
  drop: "au iachilie hapa",
  notAFile: "Hii si faili ya uthibitisho ya Akiba. Chagua faili kama ilivyopakuliwa.",
  tooLarge: "Faili hii ni kubwa mno kuwa uthibitisho.",
  empty: "Faili hii iko sawa na haina maingizo bado.",
  good: "{count, plural, one {Ingizo limo} other {Maingizo yote # yamo}} katika kumbukumbu ya maingizo {size}",
  bad: "{count, plural, one {Ingizo # halimo} other {Maingizo # hayamo}} katika kumbukumbu ya maingizo {size}",
  fault: "Nambari {entry} ya faili",
  faultEntry: "Nambari {entry} ya faili, inayosema: {date}, {description}, KES {amount}",
  why: {
    unreadable: "Haisomeki, kwa hivyo kuna kilichobadilishwa ndani yake.",
    "not-in-log": "Maandishi yake au uthibitisho wake umebadilishwa: hauongozi kwenye alama.",
    "not-yours": "Ni ingizo la mwanachama mwingine.",
    twice: "Limo kwenye faili mara mbili.",
  },
  limits:
    "Hii inaonyesha kuwa maingizo haya yamo katika kumbukumbu yenye alama hii. Haiwezi kuonyesha kuwa hakuna ingizo lingine.",
  memberNumber: "nambari ya mwanachama {id}",
  madeAt: "Ilitengenezwa {at}",
  fingerprint: "Alama",
  savings: "Akiba",
  loans: "Mikopo na riba ya kurejesha",
  fines: "Faini za kulipa",
  caption: "Maingizo yaliyothibitishwa, ya zamani kwanza",
  date: "Tarehe",
  description: "Maelezo",
  account: "Akaunti",
  debit: "Debiti",
  credit: "Krediti",
  waiting:
    "{count, plural, one {Ingizo # lilikuwa jipya} other {Maingizo # yalikuwa mapya}} mno kwa faili hii. Ipakue tena upate yote.",

  paperTitle: "Alama kwenye karatasi au barua pepe",
  paperText:
    "Chini ya kila ripoti iliyochapishwa, na katika barua pepe ambayo maafisa hupata kila mwezi, kuna idadi ya maingizo na alama. Ziandike uone kama kumbukumbu ya leo bado inaanza na maingizo yale yale.",
  paperEntries: "Idadi ya maingizo",
  paperEntriesWrong: "Andika idadi ya maingizo, kama 1,234.",
  paperFingerprint: "Alama",
  paperFingerprintHelp: "Herufi na tarakimu 16 za kwanza zinatosha.",
  paperFingerprintWrong: "Andika angalau herufi na tarakimu 16 za kwanza: 0 hadi 9 na a hadi f.",
  check: "Kagua",
  asking: "Inauliza kumbukumbu za chama…",
  holds: "Kumbukumbu ya leo bado inaanza na maingizo haya haya {size}",
  holdsText: "Sasa ina maingizo {now}. Hakuna la awali lililobadilishwa wala kuondolewa.",
  differs: "Kumbukumbu ya leo haianzi na maingizo haya",
  differsTyped:
    "Angalia kama umeandika yote mawili kama yalivyochapishwa. Kama ndivyo, maingizo yalibadilishwa baadaye.",
  differsFile:
    "Ama faili ilibadilishwa, au maingizo ya kumbukumbu yalibadilishwa baada ya kutengenezwa kwake. Zungumza na maafisa.",
  shorter: "Kumbukumbu ya leo ina maingizo {now} tu, pungufu ya {size}",
  shorterText: "Maingizo yaliondolewa, au alama hii ni ya chama kingine.",
  accepted:
    "Mwendeshaji alikubali nakala nyingine ya kumbukumbu tarehe {when}. Yaliyoandikwa kabla ya hapo huenda hayamo.",
  badProof: "Jibu la seva halijithibitishi",
  badProofText:
    "Linasema hakuna kilichobadilishwa, lakini uthibitisho wake si sahihi. Zungumza na maafisa.",
  unasked: "Kumbukumbu za chama hazikuweza kuulizwa",
  unaskedText:
    "Faili yako ilikaguliwa bila hizo. Linganisha alama yake na iliyo kwenye karatasi, au jaribu tena ukiwa na intaneti.",
  askAgain: "Uliza tena",
} as const satisfies TextsOf<typeof english>;

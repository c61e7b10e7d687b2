import {
  officesInSwahili,
  shortMonthsInSwahili,
  statusesInSwahili,
} from "#domain/shown-words-sw.ts";
import type { ui as english } from "../en/ui.ts";
import type { TextsOf } from "../texts-of.ts";

/** Words of the interface's own parts. `{name}` marks what is filled in. */
export const ui = {
  close: "Funga",
  loading: "Inapakia",
  tryAgain: "Jaribu tena",
  optional: "si lazima",
  showPassword: "Onyesha nenosiri",
  hidePassword: "Ficha nenosiri",
  notifications: "Arifa",
  errorSummary: "Tafadhali sahihisha yafuatayo:",
  loadFailed: "Haikuweza kupakiwa.",
  from: "Kuanzia",
  to: "Hadi",
  apply: "Tumia",
  clear: "Ondoa",
  pages: "Kurasa",
  page: "Ukurasa wa {page}",
  previousPage: "Ukurasa uliotangulia",
  nextPage: "Ukurasa unaofuata",
  rowsShown: "{first} hadi {last} kati ya {count}",
  print: "Chapisha",
  asOn: "kufikia {date}",
  printedOn: "Imechapishwa {date}",
  downloadPdf: "Pakua PDF",
  auditLine: "Kumbukumbu: maingizo {count}, alama {fingerprint}. Ikague kwenye {place}",
  unexpectedError: "Hitilafu Isiyotarajiwa ya Programu!",
  noAnswer: "Seva haifikiki. Angalia mtandao wako kisha ujaribu tena; ulichoandika hakijapotea.",
  unreadable: "Seva imetoa jibu lisilosomeka. Jaribu tena baada ya muda mfupi.",
  groupName: "Akiba Group",
  backToStart: "Rudi ukurasa wa mwanzo",
  months: shortMonthsInSwahili,
  offices: officesInSwahili,
  status: statusesInSwahili,
} as const satisfies TextsOf<typeof english>;

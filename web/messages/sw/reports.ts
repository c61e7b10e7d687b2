import { reportWordsInSwahili } from "#domain/ledger/report-words-sw.ts";
import type { reports as english } from "../en/reports.ts";
import type { TextsOf } from "#messages/texts-of.ts";

/** Words of the accounting reports. */
export const reports = {
  ...reportWordsInSwahili,
  title: "Uhasibu",
  subtitle: "Vitabu vya kikundi, wazi kwa kila mwanachama aliyeidhinishwa.",
  trialBalanceText: "Kila akaunti na salio lake la debiti au krediti katika siku unayochagua.",
  balanceSheetText:
    "Kikundi kinamiliki nini, kinadaiwa nini na mtaji wake ni upi, katika siku unayochagua.",
  profitAndLossText:
    "Kikundi kilipata na kutumia nini kati ya siku mbili, kando ya mwaka uliotangulia.",
  pendingTitle: "Vitabu vinafunguliwa kwako na uanachama wako",
  pendingText:
    "Ripoti zinaonyeshwa kwa kila mwanachama aliyeidhinishwa. Wako unasubiri idhini ya Mwenyekiti.",
  back: "Uhasibu",
  date: "Tarehe",
  endDate: "Tarehe ya mwisho",
  none: "Hakuna maingizo hadi tarehe hii",
  noneHint: "Akaunti inaonekana hapa na ingizo la kwanza linaloigusa.",
  differs: "Debiti na krediti zinatofautiana kwa {amount}. Mwambie Mweka Hazina mara moja.",
  amount: "Kiasi",
  sheetDiffers:
    "Mali na jumla ya madeni na mtaji vinatofautiana kwa {amount}. Mwambie Mweka Hazina mara moja.",
  noneInSection: "Hakuna",
  getPdf: "Pata PDF",
  balanceSheetView: "Mwonekano wa Mizania",
  dateRequired: "Chagua tarehe.",
  asOnDate: "Kufikia {date}",
  shares: "Sehemu za riba za wanachama",
  sharesText:
    "Faida iliyobakizwa kufikia {date}, ikigawanywa sawa kati ya wanachama wanaopata riba leo.",
  ownShare: "Sehemu yako ya riba",
  member: "Mwanachama",
  regNumber: "Nambari ya usajili",
  shareKes: "Sehemu (KES)",
  noShares: "Bado hakuna mwanachama anayepata riba",
  periodTitle: "Chagua Tarehe ya Kuanza na ya Mwisho",
  startDate: "Tarehe ya Kuanza",
  endDateOfPeriod: "Tarehe ya Mwisho",
  bothRequired: "Tafadhali chagua tarehe zote mbili.",
  wrongOrder: "Tarehe ya Mwisho lazima iwe baada ya Tarehe ya Kuanza",
  thisYear: "Mwaka huu",
  lastYear: "Mwaka jana",
  choosePeriod: "Chagua tarehe zote mbili uone kilichopatikana na kutumika kati yake",
  choosePeriodHint: "Au chukua mwaka wa fedha wa kikundi kwa kubonyeza mara moja.",
  period: "{from} hadi {to}",
  profitAndLossCaption: "Faida na hasara, {from} hadi {to}",
  statement: "Taarifa ya Faida na Hasara",
  currentYear: "Mwaka wa fedha wa sasa",
  previousYear: "Mwaka wa fedha uliotangulia",
  inKes: "Kiasi chote kwa KES",
  postings: "Miamala ya akaunti",
  postingsText:
    "Kila muamala wa akaunti hii katika kipindi, wa zamani kwanza: debiti huongeza, krediti hupunguza.",
  opening: "Salio la kuanzia",
  closing: "Salio la kufunga",
  balance: "Salio",
  description: "Maelezo",
  noPostings: "Hakuna kilichoingizwa katika kipindi hiki",
} as const satisfies TextsOf<typeof english>;

// The words of the pages about the books and all members, which a member seldom opens: one chunk, fetched with the first of them,
// and not stored in advance for opening without a network.
import type { TextsOf } from "#messages/message.ts";
import type * as en from "../../en/web/group.ts";

export { accounts } from "../books.ts";
export { ledger, reconciliation } from "./accounting.ts";
export { approvals } from "./approvals.ts";
export { members, proposals, settlements, summaries } from "./members.ts";
export { reports } from "./reports.ts";

/** What leads to the pages of an office, whose other words are fetched with them. */
export const cards = {
  audit: {
    title: "Kumbukumbu za Ukaguzi",
    text: "Nani alifanya nini, lini na kutoka wapi. Kumbukumbu zinasomwa, hazibadilishwi kamwe.",
  },
  settings: {
    title: "Mipangilio ya Chama",
    text: "Kanuni za chama: michango, mikopo, faini na mwaka wa fedha.",
  },
  portfolio: {
    title: "Mikopo yote",
    text: "Kinachodaiwa kwa mikopo, kimechelewa kiasi gani, na kiasi gani kiko hatarini.",
  },
  statements: {
    title: "Taarifa za benki",
    text: "Kile ambacho benki na M-PESA zinasema kuhusu pesa za chama, kando ya kile ambacho vitabu vinasema.",
  },
  messages: {
    title: "Ujumbe",
    text: "Kile ambacho wanachama waliarifiwa kwa barua pepe, SMS na kwenye skrini, na gharama yake.",
  },
  rotations: {
    title: "Merry-go-round",
    text: "Kila zamu wote hulipa sawa, na mwanachama mmoja hupokea.",
  },
  meetings: {
    title: "Mikutano",
    text: "Nani alihudhuria, nini kiliamuliwa, na mahudhurio.",
  },
  cash: {
    title: "Fedha taslimu",
    text: "Zilizopo, nani alizihesabu, na kuzipeleka benki.",
  },
  funds: {
    title: "Mifuko",
    text: "Zilizotengwa kwa ustawi, chai au mradi, na kuzilipia.",
  },
  register: {
    title: "Rejista",
    text: "Nani alikuwa mwanachama siku fulani, na nani alishika ofisi gani.",
  },
  sharing: {
    title: "Mgawo",
    text: "Kilichopatikana, kikigawanywa kwa wanachama kwa akiba ya kila mmoja.",
  },
  payouts: {
    title: "Malipo ya kutoka kupitia M-PESA",
    text: "Mikopo inayotumwa kwa M-PESA ofisi zote mbili zikikubali.",
  },
  opening: {
    title: "Leta vitabu vyenu",
    text: "Akiba na mikopo ya kitabu au karatasi ya Excel ambayo chama kilikuwa nacho.",
  },
} satisfies TextsOf<typeof en.cards>;

/** Words of the check of the books and of the backups. */
export const health = {
  title: "Vitabu vya hesabu",
  checked: "Vitabu vilikaguliwa {at}: {held} kati ya {checked} ni sawa",
  broken:
    "{count, plural, one {Jambo moja kwenye vitabu si sawa} other {Mambo # kwenye vitabu si sawa}}",
  brokenHint: "Vilikaguliwa {at}. Usiidhinishe wala kuingiza chochote hadi ijulikane ni kwa nini.",
  unchecked: "Vitabu bado havijakaguliwa; hukaguliwa kila usiku.",
  check: "Kagua sasa",
  backedUp:
    "Nakala rudufu ya {at}: {size}, {encrypted, select, true {imesimbwa} other {haijasimbwa}}",
  signed:
    "Imetiwa saini na {signer}. Muhtasari wa orodha yake: {digest}. Urejeshaji huchapisha vyote viwili.",
  backupFailed: "Nakala rudufu ya {at} imeshindikana",
  noBackup: "Bado hakuna nakala rudufu.",
  archived: "Kila badiliko huhifadhiwa nje ya diski hii ndani ya kama dakika moja; la mwisho {at}.",
  archiveBehind:
    "{minutes, plural, one {Mabadiliko ya dakika ya mwisho yako} other {Mabadiliko ya dakika # za mwisho yako}} kwenye diski moja tu; ya mwisho yalihifadhiwa nje {at}.",
  archiveBegins: "Mabadiliko yanakaribia kuhifadhiwa nje ya diski hii, kila dakika.",
  archiveFailed: "Mabadiliko hayahifadhiwi nje ya diski hii",
  noArchive:
    "Diski ikipotea, yaliyoingizwa baada ya nakala rudufu ya mwisho yatapotea pia. Kwa hifadhidata iliyomo ndani na BACKUP_DIR kwenye diski nyingine, ni ya dakika moja tu; mwulize anayesimamia seva.",
  replica: "Ripoti zinasomwa kutoka hifadhidata ya nakala, ambayo haiko nyuma.",
  replicaSecondsBehind:
    "Ripoti zinasomwa kutoka hifadhidata ya nakala, ambayo iko nyuma kwa {count, plural, one {sekunde #} other {sekunde #}}. Kila ripoti husema ni ya wakati gani.",
  replicaMinutesBehind:
    "Ripoti zinasomwa kutoka hifadhidata ya nakala, ambayo iko nyuma kwa {count, plural, one {dakika #} other {dakika #}}. Kila ripoti husema ni ya wakati gani.",
  replicaFailed: "Ripoti hazisomwi kutoka hifadhidata ya nakala",
  replicaFailedText: "Kwa sasa zinasomwa kutoka hifadhidata kuu: {failure}",
  serverOwnsDatabase:
    "Seva inatumia hifadhidata kama mmiliki wake, hivyo anayeivamia seva angeweza kuandika vitabu upya. Mwombe anayeisimamia aipe jukumu lake yenyewe.",
  noSmtp:
    "Hakuna seva ya barua pepe iliyowekwa: barua pepe hazimfikii mtu, na anayesimamia seva pekee ndiye anaweza kuzisoma.",
} as const satisfies TextsOf<typeof en.health>;

import type { health as english } from "../en/health.ts";
import type { TextsOf } from "#messages/message.ts";

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
} as const satisfies TextsOf<typeof english>;

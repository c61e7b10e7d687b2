// The words of all other pages that a member opens: one chunk, fetched with the first of them.
import type { TextsOf } from "#messages/message.ts";
import type * as en from "../../en/web/rest.ts";

export { accounts } from "../books.ts";
export { fields, labels } from "../fields.ts";
export { proofs } from "./accounting.ts";
export { approvals } from "./approvals.ts";
export { invitations, members, offices, proposals } from "./members.ts";
export { fines, loans, payTo, transactions } from "./payments.ts";
export { charts, reports } from "./reports.ts";

/** Words of one's own profile and of confirming a new email address. */
export const profile = {
  title: "Wasifu",
  subtitle: "Maelezo yako, nenosiri lako na mahali ulipoingia.",
  details: "Maelezo yako",
  firstName: "Jina la kwanza",
  lastName: "Jina la ukoo",
  phone: "Simu",
  email: "Barua pepe",
  pendingPhone:
    "{phone} inasubiri kuthibitishwa na Mwenyekiti. Hadi hapo unaingia kwa simu ya zamani.",
  phoneHelp: "Unaweza kuingia kwa simu nyingine Mwenyekiti akishaithibitisha.",
  stepUpHelp: "Linahitajika kubadilisha simu au barua pepe.",
  code: "Msimbo",
  codeHelp: "Tarakimu sita za programu yako ya uthibitishaji, au msimbo wa dharura.",
  emailHelp: "Anwani mpya inatumika ukifungua kiungo tunachoituma.",
  pendingEmail: "{email} inasubiri kuthibitishwa kwa kiungo tulichoituma.",
  save: "Hifadhi",
  readOnly: "Akaunti yako imemalizika: maelezo yako yanasomwa, lakini hayabadilishwi tena.",
  photo: "Picha",
  choosePhoto: "Weka picha",
  changePhoto: "Badilisha picha",
  photoHelp: "PNG, JPEG au WebP, isiyozidi MB 2.",
  photoTooLarge: "Chagua picha isiyozidi MB 2.",
  photoType: "Chagua picha ya PNG, JPEG au WebP.",
  password: "Nenosiri",
  currentPassword: "Nenosiri la sasa",
  newPassword: "Nenosiri jipya",
  newPasswordHelp: "Angalau herufi 8; si la kawaida, wala maelezo yako mwenyewe.",
  confirmPassword: "Rudia nenosiri jipya",
  passwordsDiffer: "Manenosiri hayo mawili hayafanani.",
  required: "{label}: sehemu hii inahitajika.",
  changePassword: "Badilisha nenosiri",
  passwordNote: "Unaondolewa kwenye vifaa vingine vyote.",
  sessions: "Mahali ulipoingia",
  thisDevice: "Kifaa hiki",
  unknownDevice: "Kifaa kisichojulikana",
  lastUsed: "Kilitumika mwisho {moment}",
  signedIn: "uliingia {moment}",
  endSession: "Ondoa",
  endOthers: "Ondoka kwenye vifaa vingine vyote",
  endTitle: "Ondoa kifaa hiki?",
  endText: "{device} kwenye {address} kinaondolewa mara moja.",
  username: "Jina la mtumiaji",
  regNumber: "Nambari ya usajili",
  role: "Jukumu",
  member: "Mwanachama",
  twoStep: "Kuingia kwa hatua mbili",
  undoTitle: "Rudisha anwani yako ya awali ya barua pepe",
  undoText:
    "Akaunti yako itatumia anwani hii tena, vifaa vyote vitaondolewa, na utaweka nenosiri jipya kwa kiungo tutakachokutumia.",
  undo: "Rudisha anwani hii",
  undoFailed:
    "Huenda kiungo kimepita siku 7 au kimeshatumika. Zungumza na Mwenyekiti kama akaunti yako haiko mikononi mwako.",
  confirmTitle: "Thibitisha barua pepe yako mpya",
  confirmText: "Kuanzia hapo unaingia nayo, na barua pepe za chama zinatumwa huko.",
  confirm: "Thibitisha anwani hii",
  confirmFailed:
    "Huenda kiungo kimepita saa 24, kimeshatumika, au kimesimamishwa kwa kubadilisha nenosiri. Badilisha anwani tena kwenye wasifu wako ili upate kipya.",
} as const satisfies TextsOf<typeof en.profile>;

/** Words of two-step sign-in on one's own profile. */
export const twoStep = {
  about:
    "Mbali na nenosiri lako, unapoingia unaombwa tarakimu sita zinazoonyeshwa na programu kwenye simu yako. Hata anayejua nenosiri lako hawezi kuingia bila hizo.",
  demanded:
    "Chama chako kinataka maafisa waingie kwa hatua mbili. Iweke hapa; hadi hapo haki za wadhifa wako zinasubiri.",
  off: "Imezimwa",
  on: "Imewashwa",
  codesLeft:
    "{count, plural, one {Umebaki msimbo # wa dharura.} other {Imebaki misimbo # ya dharura.}}",
  setUp: "Weka",
  renew: "Misimbo mipya ya dharura",
  turnOff: "Zima",
  storedOn: "Haiwezi kuzimwa wakati chama chako kinaitaka kwa maafisa.",
  setUpTitle: "Weka kuingia kwa hatua mbili",
  renewTitle: "Misimbo mipya ya dharura",
  turnOffTitle: "Zima kuingia kwa hatua mbili",
  password: "Nenosiri la sasa",
  passwordHelp: "Ili mtu mwingine asifanye hivi kwenye kifaa ulichoacha wazi.",
  next: "Endelea",
  scan: "Skani mchoro huu kwa programu ya uthibitishaji, kama Aegis, Google Authenticator au 2FAS.",
  qrLabel: "Msimbo wa QR wa programu yako ya uthibitishaji",
  orType: "Au andika ufunguo huu kwenye programu:",
  openApp: "Fungua programu kwenye kifaa hiki",
  code: "Msimbo",
  codeHelp: "Tarakimu sita ambazo programu inaonyesha sasa.",
  anyCodeHelp: "Tarakimu sita za programu yako ya uthibitishaji, au msimbo wa dharura.",
  confirm: "Washa",
  codesText:
    "Kila msimbo kati ya hii unakuingiza mara moja ukipoteza simu yako. Inaonyeshwa sasa tu: ihifadhi kwenye karatasi au kwenye programu ya kuhifadhi manenosiri.",
  codesLabel: "Misimbo ya dharura",
  copy: "Nakili",
  copied: "Misimbo ya dharura imenakiliwa.",
  copyFailed: "Haikuweza kunakiliwa. Ipakue au iandike.",
  download: "Pakua",
  done: "Nimeihifadhi",
  required: "{label}: sehemu hii inahitajika.",
} as const satisfies TextsOf<typeof en.twoStep>;

/** Words of what happens without a network: stored figures, payments on their way, a new version, installing. */
export const offline = {
  offline: "Huna mtandao.",
  away: "Seva haipatikani.",
  asOf: "Takwimu za {when}.",
  newVersion: "Toleo jipya liko tayari.",
  reload: "Pakia upya",
  outbox: "Malipo yanayosubiri kutumwa",
  waitingNetwork: "Yanasubiri mtandao: {amount}, nambari {reference}",
  waitingServer: "Yanasubiri kutumwa: {amount}, nambari {reference}",
  old: "Hayajatumwa kwa zaidi ya siku moja: {amount}, nambari {reference}",
  oldText: "Yaliandikwa {when}. Angalia kama tayari yameorodheshwa kabla ya kuyatuma.",
  refused: "Hayakukubaliwa: {amount}, nambari {reference}",
  sent: "Yametumwa: {amount}, nambari {reference}",
  forContribution: "Mchango wa {month}",
  forLoan: "Rejesho la {loan}",
  forFine: "Malipo ya faini",
  typed: "yaliandikwa {when}",
  sendNow: "Tuma sasa",
  discard: "Futa",
  correct: "Sahihisha",
  close: "Funga",
  storedToast:
    "Hakuna mtandao. Malipo yako yamehifadhiwa kwenye kifaa hiki na yatatumwa mtandao ukirudi.",
  sentToast: "Malipo yako yametumwa: {detail}",
  refusedToast: "Malipo yako yaliyohifadhiwa hayakukubaliwa: {detail}",
  discardTitle: "Ufute malipo haya?",
  discardText:
    "{amount}, nambari {reference}, yataondolewa kwenye kifaa hiki na hayatatumwa tena. Kama yalifika kwenye seva, utayaona kati ya malipo yako.",
  keep: "Usifute",
  leaveTitle: "Uondoke sasa?",
  leaveText:
    "{count, plural, one {Malipo # hayajatumwa} other {Malipo # hayajatumwa}}. Ukiondoka yataondolewa kwenye kifaa hiki.",
  leave: "Ondoka na ufute",
  stay: "Baki",
} as const satisfies TextsOf<typeof en.offline>;

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
  statements: {
    title: "Taarifa za benki",
    text: "Kile ambacho benki na M-PESA zinasema kuhusu pesa za chama, kando ya kile ambacho vitabu vinasema.",
  },
  messages: {
    title: "Ujumbe",
    text: "Kile ambacho wanachama waliarifiwa kwa barua pepe, SMS na kwenye skrini, na gharama yake.",
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

export const auditors: TextsOf<typeof en.auditors> = {
  title: "Wakaguzi",
  text: "Mtu asiye mwanachama anaweza kusoma vitabu, wanachama na kumbukumbu kwa siku kadhaa, bila kubadilisha chochote. Kila mwanachama huliona hilo kwenye ukurasa wake wa nyumbani.",
  none: "Hakuna anayesoma vitabu kama mkaguzi.",
  invite: "Alika mkaguzi",
  inviteTitle: "Alika mkaguzi",
  inviteSummary:
    "Utapata kiungo cha kumpa. Kinaonyeshwa mara moja tu, na hufungua vitabu hadi siku ya mwisho.",
  name: "Jina",
  nameHelp: "Anayekagua vitabu, kama vile kampuni.",
  nameRequired: "Taja anayekagua vitabu.",
  days: "Siku",
  daysHelp: "Kuanzia siku 1 hadi {most}.",
  until: "Hadi {date}",
  neverEntered: "hajaingia bado",
  entered: "aliingia mara ya mwisho {moment}",
  end: "Maliza nafasi",
  endTitle: "Maliza nafasi ya {name}",
  endText: "Kiungo hakitafungua chochote tena, na anayesoma vitabu kwacho anatolewa mara moja.",
  link: "kiungo",
  linkOnce: "Nakili kiungo cha {name} sasa: kinaonyeshwa mara hii tu.",
  enterTitle: "Soma vitabu kama mkaguzi",
  enterText:
    "Utaona ripoti, jarida, wanachama na kumbukumbu, bila kubadilisha chochote. Aliyeingia kwenye kifaa hiki anatolewa.",
  enter: "Ingia",
  back: "Uhasibu",
  backToMembers: "Wanachama na taarifa zao",
  members: "Wanachama na taarifa zao",
  membersText: "Kila mwanachama, na yote yaliyotokea kwenye akaunti yake.",
  contributions: "Michango",
  statementOf: "Taarifa ya {name}",
  moved: "Yaliyotokea",
  settings: "Mipangilio ya chama",
  settingsText: "Kanuni za chama, na kila badiliko lake.",
};

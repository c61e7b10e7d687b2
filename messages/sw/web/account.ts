// The words of one's own account: the profile, two-step sign-in, and the links that open or change an account.
import type { TextsOf } from "#messages/message.ts";
import type * as en from "../../en/web/account.ts";

export { invitations, offices } from "./members.ts";

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
  pendingEmail: "{email} inasubiri kuthibitishwa kwa kiungo chake.",
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

export const clock = {
  title: "Huenda siku si sahihi",
  behind:
    "Saa ya seva inasema {day}, lakini vitabu vina ingizo la {seen}. Hadi anayeendesha seva arekebishe saa, hakuna kinachoingizwa wala kuidhinishwa; kila kitu kinaweza kusomwa.",
  ahead:
    "Saa ya seva inasema {day}; kabla ya hapo ilifanya kazi mara ya mwisho {seen}. Hadi kiongozi athibitishe kuwa siku hiyo ni sahihi, hakuna anayetozwa wala kukumbushwa.",
  accept: "Ndiyo, leo ni {day}",
} as const satisfies TextsOf<typeof en.clock>;

/** Words of the page that a mailed link opens, to object to what is proposed about an office. */
export const objecting = {
  title: "Pinga wadhifa uliopendekezwa",
  text: "Ulikuwa na wadhifa hivi karibuni, kwa hivyo unaweza kupinga bila kuingia. Kutazama ukurasa huu hakubadilishi chochote.",
  proposed:
    "{kind, select, take {Imependekezwa kwamba {name} asiwe {role} tena} other {{name} amependekezwa kuwa {role}}}",
  by: "Limependekezwa na {by} tarehe {proposed}.",
  counts: "Litaanza kutumika {counts}, isipokuwa mwenye haki ya kupinga apinge.",
  needsAgreement: "Muda peke yake hautoshi.",
  own: "Ni wadhifa wako mwenyewe: pingamizi lako halimalizi pendekezo, lakini halitatumika tena kwa muda kupita.",
  reason: "Sababu",
  reasonHelp: "Kila mwanachama anaarifiwa.",
  reasonRequired: "Toa sababu.",
  object: "Pinga",
} as const satisfies TextsOf<typeof en.objecting>;

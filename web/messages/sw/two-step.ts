import type { twoStep as english } from "../en/two-step.ts";
import type { TextsOf } from "#messages/texts-of.ts";

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
} as const satisfies TextsOf<typeof english>;

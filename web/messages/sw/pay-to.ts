import type { payTo as english } from "../en/pay-to.ts";
import type { TextsOf } from "#messages/message.ts";

/** Words of where members pay the group. */
export const payTo = {
  title: "Mahali pa kulipa",
  kinds: {
    paybill: "Paybill",
    till: "Nambari ya till",
    bank: "Akaunti ya benki",
    phone: "Simu",
  },
  number: "Nambari",
  account: "Akaunti",
  yourRegNo: "nambari yako ya usajili",
  partOf:
    "Hii ni ya michango yako, {first}. Kisha ukurasa wa nyumbani unaonyesha zilizobaki, {rest}: kila moja ni malipo yake, na nambari yake ya malipo.",
  changedOn: "Pamebadilishwa {day}. Kama hukutarajia, muulize afisa kabla ya kulipa.",
  message: {
    label: "Ujumbe wa M-PESA",
    help: "Bandika ujumbe uliopata baada ya kulipa. Utajaza zilizobaki, na hautumwi.",
    filled: "Imejazwa kutoka {code}: {amount} kwa {to}, {day} saa {time}.",
    several: "Ujumbe kadhaa umebandikwa",
    one: "{code}: {amount} kwa {to}, {day} saa {time}",
    use: "Tumia {code}",
    used: "{code} imejazwa",
    refused: {
      received: "Ujumbe huu ni wa pesa ulizopokea, si malipo uliyofanya.",
      reversed: "Malipo haya yalirudishwa, hivyo hayahesabiwi.",
      failed: "Malipo haya hayakufanikiwa, hivyo hakuna cha kuweka.",
      balance: "Ujumbe huu unataja salio, si malipo.",
      withdrawn: "Ujumbe huu ni wa pesa ulizotoa.",
      deposited: "Ujumbe huu ni wa pesa ulizoweka kwenye M-PESA.",
      airtime: "Ujumbe huu ni wa muda wa maongezi.",
      overdraft: "Ujumbe huu ni wa Fuliza. Bandika ujumbe wa malipo yenyewe.",
      incomplete: "Sehemu ya ujumbe huu haipo. Ubandike wote, kuanzia nambari yake.",
      "no-message": "Huu si ujumbe wa M-PESA unaosomeka. Jaza sehemu zilizo hapa chini.",
    },
  },
  edit: {
    text: "Inaonyeshwa na kitufe cha Nakili kwenye kila fomu ya malipo, kwa mpangilio huu.",
    none: "Bado hakuna kilichowekwa: wanachama lazima waulize mahali pa kulipa.",
    way: "Njia ya kulipa {number}",
    kind: "Aina",
    name: "Jina",
    nameHelp: "Linaloonyeshwa na M-Pesa au benki, ili anayelipa aone kuwa ni sahihi.",
    accountHelp:
      'Inaweza kuachwa wazi. Andika "your Reg No" ambapo kila mwanachama anaandika yake.',
    required: "{label}: inahitajika.",
    add: "Ongeza njia ya kulipa",
    remove: "Ondoa",
    note: "Inaanza kutumika mara moja. Kila afisa anaarifiwa kwa barua pepe, pamoja na ilivyokuwa.",
    save: "Hifadhi mahali pa kulipa",
    nothing: "hakuna",
  },
} as const satisfies TextsOf<typeof english>;

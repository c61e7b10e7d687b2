import type { TextsOf } from "#messages/message.ts";
import type * as en from "../../en/web/figures.ts";

/** Words of what a member is asked about the figures of the group's own book; loaded only with that question. */
export const figures = {
  title: "Je, hii ni sahihi?",
  yes: "Ndiyo, ni sahihi",
  no: "Hapana",
  words: "Unafikiri ni kiasi gani?",
  wordsHelp: "Kwa mfano: Nililipa KES 1,000 mwezi wa Mei pia. Maafisa watakujibu.",
  wordsRequired: "Sema unavyofikiri.",
  send: "Tuma kwa maafisa",
  back: "Rudi",
  savings: "Akiba",
  loans: "Deni la mikopo",
  fines: "Faini ambazo hazijalipwa",
  asOf: "Kufikia {day}, kutoka kitabu cha chama",
  answers: {
    yes: "Ulisema: ndiyo, ni sahihi.",
    no: "Ulisema: hapana.",
    confirmed_on_paper: "Afisa amethibitisha kwa karatasi.",
    resolved: "Maafisa wamejibu.",
  },
  yourWords: "“{words}”",
  profileTitle: "Kutoka kitabu cha chama",
} as const satisfies TextsOf<typeof en.figures>;

import type { cards as english } from "../en/cards.ts";
import type { TextsOf } from "#messages/message.ts";

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
} satisfies TextsOf<typeof english>;

// The words of the pages of phones and mails, besides the texts themselves.
import type { Language } from "#domain/language.ts";

/** The words of one of the two pages. */
type OfPage = {
  tab: string;
  title: string;
  lead: string;
  none: string;
  noneText: string;
  back: string;
};

type Words = {
  phones: OfPage;
  mails: OfPage;
  open: string;
  texts: (count: number) => string;
  noName: string;
  nobody: string;
  from: string;
  parts: (count: number) => string;
  today: string;
  yesterday: string;
  mailCount: (count: number) => string;
  newest: (shown: number, count: number) => string;
  to: string;
  attachment: (name: string) => string;
  noSuchMail: string;
  leftBySmtp: string;
};

/** Returns the English words if nobody has written them in the reader's language. */
export function wordsIn(language: Language): Words {
  return words[language] ?? words.en;
}

const words: { readonly en: Words } & { readonly [Each in Language]?: Words } = {
  en: {
    phones: {
      tab: "Phones",
      title: "Phones of the group",
      lead: "Every text that Akiba sends in this demo arrives here, and on no real phone. Nothing leaves this computer.",
      none: "No text yet",
      noneText: "Approve a payment in Akiba: the member's text appears here a moment later.",
      back: "All phones",
    },
    mails: {
      tab: "Mails",
      title: "Mails of the group",
      lead: "Every mail that Akiba writes in this demo can be read here. Nobody lives at these addresses.",
      none: "No mail yet",
      noneText: "Approve a payment in Akiba: the member's mail appears here a moment later.",
      back: "All mails",
    },
    open: "Open Akiba",
    texts: (count) => (count === 1 ? "1 text" : `${count} texts`),
    noName: "Not a member's number",
    nobody: "This phone has no text yet.",
    from: "AKIBA",
    parts: (count) => (count === 1 ? "1 part" : `${count} parts`),
    today: "Today",
    yesterday: "Yesterday",
    mailCount: (count) => (count === 1 ? "1 mail" : `${count} mails`),
    newest: (shown, count) => `the newest ${shown} of ${count}`,
    to: "To",
    attachment: (name) => `With a file: ${name}`,
    noSuchMail: "This mail is not here.",
    leftBySmtp: "Your mail server took this mail, so its text is no longer stored.",
  },
  sw: {
    phones: {
      tab: "Simu",
      title: "Simu za chama",
      lead: "Kila SMS ambayo Akiba inatuma katika mfano huu inafika hapa, wala si kwenye simu halisi. Hakuna kinachotoka kwenye kompyuta hii.",
      none: "Hakuna SMS bado",
      noneText:
        "Idhinisha malipo kwenye Akiba: SMS ya mwanachama itaonekana hapa baada ya muda mfupi.",
      back: "Simu zote",
    },
    mails: {
      tab: "Barua pepe",
      title: "Barua pepe za chama",
      lead: "Kila barua pepe ambayo Akiba inaandika katika mfano huu inaweza kusomwa hapa. Hakuna anayetumia anwani hizi.",
      none: "Hakuna barua pepe bado",
      noneText:
        "Idhinisha malipo kwenye Akiba: barua pepe ya mwanachama itaonekana hapa baada ya muda mfupi.",
      back: "Barua pepe zote",
    },
    open: "Fungua Akiba",
    texts: (count) => `SMS ${count}`,
    noName: "Si nambari ya mwanachama",
    nobody: "Simu hii haina SMS bado.",
    from: "AKIBA",
    parts: (count) => (count === 1 ? "Sehemu 1" : `Sehemu ${count}`),
    today: "Leo",
    yesterday: "Jana",
    mailCount: (count) => `Barua pepe ${count}`,
    newest: (shown, count) => `${shown} za hivi karibuni kati ya ${count}`,
    to: "Kwa",
    attachment: (name) => `Ina faili: ${name}`,
    noSuchMail: "Barua pepe hii haiko hapa.",
    leftBySmtp: "Seva yako ya barua pepe imeichukua, kwa hivyo maandishi yake hayahifadhiwi tena.",
  },
};

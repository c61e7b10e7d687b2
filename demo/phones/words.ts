// What the page of the phones says, beside the texts themselves.
import type { Language } from "#domain/language.ts";

type Words = {
  title: string;
  lead: string;
  open: string;
  /** The other language, in its own words. */
  other: string;
  phones: string;
  texts: (count: number) => string;
  noName: string;
  none: string;
  noneText: string;
  nobody: string;
  back: string;
  from: string;
  parts: (count: number) => string;
  today: string;
  yesterday: string;
};

export const words: Readonly<Record<Language, Words>> = {
  en: {
    title: "Phones of the group",
    lead: "Every text that Akiba sends in this demo arrives here, and on no real phone. Nothing leaves this computer.",
    open: "Open Akiba",
    other: "Kiswahili",
    phones: "Phones",
    texts: (count) => (count === 1 ? "1 text" : `${count} texts`),
    noName: "Not a member's number",
    none: "No text yet",
    noneText: "Approve a payment in Akiba: the member's text appears here a moment later.",
    nobody: "This phone has no text yet.",
    back: "All phones",
    from: "AKIBA",
    parts: (count) => (count === 1 ? "1 part" : `${count} parts`),
    today: "Today",
    yesterday: "Yesterday",
  },
  sw: {
    title: "Simu za chama",
    lead: "Kila SMS ambayo Akiba inatuma katika mfano huu inafika hapa, wala si kwenye simu halisi. Hakuna kinachotoka kwenye kompyuta hii.",
    open: "Fungua Akiba",
    other: "English",
    phones: "Simu",
    texts: (count) => `SMS ${count}`,
    noName: "Si nambari ya mwanachama",
    none: "Hakuna SMS bado",
    noneText:
      "Idhinisha malipo kwenye Akiba: SMS ya mwanachama itaonekana hapa baada ya muda mfupi.",
    nobody: "Simu hii haina SMS bado.",
    back: "Simu zote",
    from: "AKIBA",
    parts: (count) => (count === 1 ? "Sehemu 1" : `Sehemu ${count}`),
    today: "Leo",
    yesterday: "Jana",
  },
};

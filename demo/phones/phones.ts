// The page of the phones: a list of the phones that have texts, and one phone as its owner sees it.
import { addDays, nairobiDate, nairobiIso, nairobiMidnight } from "#domain/calendar.ts";
import type { Language } from "#domain/language.ts";
import { countParts } from "#domain/notices/gsm-text.ts";
import { escape, formatWith, initialsOf, whenShort, writeFrame, type Page } from "./frame.ts";
import { wordsIn } from "./words.ts";

/** A text on a phone. */
export type PhoneText = { number: string; text: string; at: Date };

type Shown = {
  texts: readonly PhoneText[];
  /** By number. */
  names: ReadonlyMap<string, string>;
  /** The phone that was opened. */
  number: string | null;
  language: Language;
  publicUrl: string;
  now: Date;
};

/** A phone with its texts, oldest first. */
type Phone = { number: string; name: string | null; texts: PhoneText[] };

/** The whole page, and its content security policy. */
export function writePhones(shown: Shown): Page {
  const { language, publicUrl, number } = shown;
  const phones = sortIntoPhones(shown);
  const open =
    number === null ? phones[0] : (phones.find((each) => each.number === number) ?? null);
  return writeFrame({
    language,
    publicUrl,
    at: "phones",
    opened: number === null ? null : `phone=${encodeURIComponent(number)}`,
    main:
      phones.length === 0
        ? writeNone(wordsIn(language))
        : writeList(phones, { open, shown }) + writePhone(open, shown),
  });
}

function sortIntoPhones({ texts, names }: Shown): Phone[] {
  const phones = new Map<string, Phone>();
  for (const text of texts) {
    const { number } = text;
    const phone = phones.get(number) ?? { number, name: names.get(number) ?? null, texts: [] };
    phone.texts.push(text);
    // The phone with the latest text comes last.
    phones.delete(number);
    phones.set(number, phone);
  }
  return [...phones.values()].toReversed();
}

type Words = ReturnType<typeof wordsIn>;

function writeNone(say: Words): string {
  return `<section class="none"><h2>${say.phones.none}</h2><p>${say.phones.noneText}</p></section>`;
}

function writeList(
  phones: readonly Phone[],
  { open, shown }: { open: Phone | null | undefined; shown: Shown },
): string {
  const say = wordsIn(shown.language);
  const rows = phones.map((phone) => {
    const last = phone.texts.at(-1)!;
    const current = phone === open ? ' aria-current="true"' : "";
    return `<li><a href="?phone=${encodeURIComponent(phone.number)}"${current}>
<span class="face" aria-hidden="true">${escape(initialsOf(phone.name))}</span>
<span class="who"><b>${escape(phone.name ?? writeNumber(phone.number))}</b><time>${whenShort(last.at, shown)}</time></span>
<span class="last">${escape(last.text)}</span>
</a></li>`;
  });
  return `<section class="list" aria-label="${say.phones.tab}">
<h2>${say.phones.tab} <small>${say.texts(shown.texts.length)}</small></h2>
<ul>${rows.join("")}</ul>
</section>`;
}

function writePhone(phone: Phone | null | undefined, shown: Shown): string {
  const say = wordsIn(shown.language);
  const number = phone?.number ?? shown.number ?? "";
  const name = phone?.name ?? shown.names.get(number) ?? say.noName;
  const bubbles = (phone?.texts ?? []).map((text, index, all) => {
    const before = all[index - 1];
    const day = nairobiDate(text.at);
    const heading =
      before !== undefined && nairobiDate(before.at) === day
        ? ""
        : `<h3>${dayInWords(text.at, shown)}</h3>`;
    const time = nairobiIso(text.at).slice(11, 16);
    return `${heading}<article><p>${escape(text.text)}</p>
<footer>${say.from} · ${time} · ${say.parts(countParts(text.text))}</footer></article>`;
  });
  const thread = bubbles.length === 0 ? `<p class="empty">${say.nobody}</p>` : bubbles.join("");
  return `<section class="phone" aria-label="${escape(name)}">
<a class="back" href="/">‹ ${say.phones.back}</a>
<div class="case">
<div class="holder"><b>${escape(name)}</b><span>${escape(writeNumber(number))}</span></div>
<div class="thread" tabindex="0">${thread}</div>
</div>
</section>`;
}

/** Writes a number as `+254 712 345 678`. */
function writeNumber(number: string): string {
  return number.replace(/^(\+\d{3})(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3 $4");
}

function dayInWords(at: Date, { now, language }: Shown): string {
  const [day, today] = [nairobiDate(at), nairobiDate(now)];
  if (day === today) return wordsIn(language).today;
  if (day === addDays(today, -1)) return wordsIn(language).yesterday;
  return formatWith(
    language,
    { day: "numeric", month: "long", year: "numeric" },
    nairobiMidnight(day),
  );
}

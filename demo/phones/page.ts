// The page of the phones: who has had texts, and one phone as its holder sees it.
import { createHash } from "node:crypto";
import { addDays, nairobiDate, nairobiIso, nairobiMidnight } from "#domain/calendar.ts";
import type { Language } from "#domain/language.ts";
import { countParts } from "#domain/notices/gsm-text.ts";
import { style } from "./style.ts";
import { words } from "./words.ts";

/** A text as it lies on a phone. */
export type PhoneText = { number: string; text: string; at: Date };

type Shown = {
  texts: readonly PhoneText[];
  /** By number. */
  names: ReadonlyMap<string, string>;
  /** The phone that was opened. */
  number: string | null;
  language: Language;
  applicationUrl: string;
  now: Date;
};

/** What a phone had, oldest first. */
type Phone = { number: string; name: string | null; texts: PhoneText[] };

/** The whole page, and the policy it is sent with: it runs its own program and asks for nothing from elsewhere. */
export function writePage(shown: Shown): { html: string; policy: string } {
  const { language, applicationUrl, number } = shown;
  const say = words[language];
  const phones = sortIntoPhones(shown);
  const open =
    number === null ? phones[0] : (phones.find((each) => each.number === number) ?? null);
  const other = language === "en" ? "sw" : "en";
  const stay = number === null ? "" : `&amp;phone=${encodeURIComponent(number)}`;
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${say.title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body class="${number === null ? "at-list" : "at-phone"}">
<header>
<div class="bar">
<h1>${say.title}</h1>
<nav><a href="?language=${other}${stay}" hreflang="${other}" lang="${other}">${say.other}</a>
<a class="button" href="${escape(applicationUrl)}">${say.open}</a></nav>
</div>
<p>${say.lead}</p>
</header>
<main>
${phones.length === 0 ? writeNone(say) : writeList(phones, { open, shown }) + writePhone(open, shown)}
</main>
<script>${program}</script>
</body>
</html>`;
  return { html, policy };
}

function sortIntoPhones({ texts, names }: Shown): Phone[] {
  const phones = new Map<string, Phone>();
  for (const text of texts) {
    const { number } = text;
    const phone = phones.get(number) ?? { number, name: names.get(number) ?? null, texts: [] };
    phone.texts.push(text);
    // Who had the last text comes last.
    phones.delete(number);
    phones.set(number, phone);
  }
  return [...phones.values()].toReversed();
}

type Words = (typeof words)[Language];

function writeNone(say: Words): string {
  return `<section class="none"><h2>${say.none}</h2><p>${say.noneText}</p></section>`;
}

function writeList(
  phones: readonly Phone[],
  { open, shown }: { open: Phone | null | undefined; shown: Shown },
): string {
  const say = words[shown.language];
  const rows = phones.map((phone) => {
    const last = phone.texts.at(-1)!;
    const current = phone === open ? ' aria-current="true"' : "";
    return `<li><a href="?phone=${encodeURIComponent(phone.number)}"${current}>
<span class="face" aria-hidden="true">${escape(initialsOf(phone))}</span>
<span class="who"><b>${escape(phone.name ?? writeNumber(phone.number))}</b><time>${whenShort(last.at, shown)}</time></span>
<span class="last">${escape(last.text)}</span>
</a></li>`;
  });
  return `<section class="list" aria-label="${say.phones}">
<h2>${say.phones} <small>${say.texts(shown.texts.length)}</small></h2>
<ul>${rows.join("")}</ul>
</section>`;
}

function writePhone(phone: Phone | null | undefined, shown: Shown): string {
  const say = words[shown.language];
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
<a class="back" href="/">‹ ${say.back}</a>
<div class="case">
<div class="holder"><b>${escape(name)}</b><span>${escape(writeNumber(number))}</span></div>
<div class="thread" tabindex="0">${thread}</div>
</div>
</section>`;
}

function initialsOf({ name }: Phone): string {
  return (name ?? "#")
    .split(" ")
    .map((each) => each.charAt(0))
    .slice(0, 2)
    .join("");
}

/** `+254 712 345 678`. */
function writeNumber(number: string): string {
  return number.replace(/^(\+\d{3})(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3 $4");
}

/** The time of a text of today, and the day of an older one. */
function whenShort(at: Date, { now, language }: Shown): string {
  return nairobiDate(at) === nairobiDate(now)
    ? nairobiIso(at).slice(11, 16)
    : formatWith(language, { day: "numeric", month: "short" }, at);
}

function dayInWords(at: Date, { now, language }: Shown): string {
  const [day, today] = [nairobiDate(at), nairobiDate(now)];
  if (day === today) return words[language].today;
  if (day === addDays(today, -1)) return words[language].yesterday;
  return formatWith(
    language,
    { day: "numeric", month: "long", year: "numeric" },
    nairobiMidnight(day),
  );
}

function formatWith(language: Language, parts: Intl.DateTimeFormatOptions, at: Date): string {
  const locale = language === "sw" ? "sw-KE" : "en-GB";
  return new Intl.DateTimeFormat(locale, { ...parts, timeZone: "Africa/Nairobi" }).format(at);
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

// A new text is drawn in place, and the phone shows its last text.
const program = `
const end = () => { const thread = document.querySelector(".thread"); if (thread) thread.scrollTop = thread.scrollHeight; };
end();
new EventSource("/arrivals").onmessage = async () => {
  const answer = await fetch(location.href).catch(() => null);
  if (!answer || !answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const list = document.querySelector(".list ul");
  const top = list ? list.scrollTop : 0;
  document.querySelector("main").replaceWith(page.querySelector("main"));
  const anew = document.querySelector(".list ul");
  if (anew) anew.scrollTop = top;
  document.querySelector(".thread article:last-child")?.classList.add("fresh");
  end();
};
`;

const policy = [
  "default-src 'none'",
  `style-src '${hashOf(style)}'`,
  `script-src '${hashOf(program)}'`,
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

// The page of the mails: a list of the mails and their recipients, and one mail as it was written.
import { nairobiIso } from "#domain/calendar.ts";
import type { Language } from "#domain/language.ts";
import { escape, formatWith, initialsOf, whenShort, writeFrame, type Page } from "./frame.ts";
import { wordsIn } from "./words.ts";

/** A mail of the demo's database. `body` is null once a mail server has taken it. */
export type DemoMail = {
  id: number;
  recipient: string;
  /** The name of the member with this address. */
  name: string | null;
  subject: string;
  body: string | null;
  attachment: string | null;
  at: Date;
};

type Shown = {
  /** Newest first. */
  mails: readonly DemoMail[];
  /** How many there are in all. */
  count: number;
  /** The mail that was opened; `undefined` if it does not exist, and null if none was opened. */
  open: DemoMail | null | undefined;
  /** The id in the page's address. */
  openId: string | null;
  language: Language;
  publicUrl: string;
  now: Date;
};

/** The whole page, and its content security policy. */
export function writeMails(shown: Shown): Page {
  const { language, publicUrl, mails, open, openId } = shown;
  const say = wordsIn(language);
  return writeFrame({
    language,
    publicUrl,
    at: "mails",
    opened: openId === null ? null : `mail=${encodeURIComponent(openId)}`,
    main:
      mails.length === 0
        ? `<section class="none"><h2>${say.mails.none}</h2><p>${say.mails.noneText}</p></section>`
        : writeList(shown) + writeMail(open === null ? mails[0] : open, shown),
  });
}

function writeList({ mails, count, open, ...shown }: Shown): string {
  const say = wordsIn(shown.language);
  const opened = open === null ? mails[0] : open;
  const rows = mails.map((mail) => {
    const current = mail.id === opened?.id ? ' aria-current="true"' : "";
    return `<li><a href="?mail=${mail.id}"${current}>
<span class="face" aria-hidden="true">${escape(initialsOf(mail.name))}</span>
<span class="who"><b>${escape(mail.name ?? mail.recipient)}</b><time>${whenShort(mail.at, shown)}</time></span>
<span class="last">${escape(mail.subject)}</span>
</a></li>`;
  });
  const shownOf = mails.length < count ? say.newest(mails.length, count) : say.mailCount(count);
  return `<section class="list" aria-label="${say.mails.tab}">
<h2>${say.mails.tab} <small>${shownOf}</small></h2>
<ul>${rows.join("")}</ul>
</section>`;
}

function writeMail(mail: DemoMail | undefined, { language, publicUrl }: Shown): string {
  const say = wordsIn(language);
  const back = `<a class="back" href="/mails">‹ ${say.mails.back}</a>`;
  if (mail === undefined)
    return `<section class="one">${back}<p class="empty">${say.noSuchMail}</p></section>`;
  const day = formatWith(language, { day: "numeric", month: "long", year: "numeric" }, mail.at);
  const to = mail.name === null ? mail.recipient : `${mail.name}, ${mail.recipient}`;
  const file =
    mail.attachment === null
      ? ""
      : `<p class="file">${say.attachment(escape(mail.attachment))}</p>`;
  return `<section class="one" aria-label="${escape(mail.subject)}">
${back}
<div class="mail">
<h2>${escape(mail.subject)}</h2>
<p class="to">${say.to} ${escape(to)}<br><time>${day}, ${nairobiIso(mail.at).slice(11, 16)}</time></p>
<div class="letter" tabindex="0">${mail.body === null ? `<p class="empty">${say.leftBySmtp}</p>` : writeBody(mail.body, publicUrl)}</div>
${file}</div>
</section>`;
}

/** The text, in which addresses of the application are links. */
function writeBody(body: string, publicUrl: string): string {
  return body
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((piece, index) => {
      const text = escape(piece);
      const leads = index % 2 === 1 && isWithin(piece, publicUrl);
      return leads ? `<a href="${text}">${text}</a>` : text;
    })
    .join("");
}

function isWithin(url: string, publicUrl: string): boolean {
  return URL.canParse(url) && new URL(url).origin === new URL(publicUrl).origin;
}

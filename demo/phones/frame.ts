// The frame that both pages share, and the policy they are sent with: they run one program and ask for nothing from elsewhere.
import { createHash } from "node:crypto";
import { nairobiDate, nairobiIso } from "#domain/calendar.ts";
import { languageNames, languages, type Language } from "#domain/language.ts";
import { style } from "./style.ts";
import { wordsIn } from "./words.ts";

export type Page = { html: string; policy: string };

type Framed = {
  language: Language;
  publicUrl: string;
  at: "phones" | "mails";
  /** What the address names besides the language: the phone or the mail that was opened. */
  opened: string | null;
  main: string;
};

/** One page of two: phones at `/`, mails at `/mails`. `main` is its content as HTML. */
export function writeFrame({ language, publicUrl, at, opened, main }: Framed): Page {
  const say = wordsIn(language);
  const { title, lead } = say[at];
  const stay = opened === null ? "" : `&amp;${escape(opened)}`;
  const tabs = (["phones", "mails"] as const).map((each) => {
    const current = each === at ? ' aria-current="page"' : "";
    return `<a href="${each === "phones" ? "/" : "/mails"}"${current}>${say[each].tab}</a>`;
  });
  const others = languages
    .filter((each) => each !== language)
    .map(
      (each) =>
        `<a href="?language=${each}${stay}" hreflang="${each}" lang="${each}">${languageNames[each]}</a>`,
    );
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body class="${opened === null ? "at-list" : "at-one"}">
<header>
<div class="bar">
<h1>${title}</h1>
<nav>${tabs.join("")}${others.join("")}
<a class="button" href="${escape(publicUrl)}">${say.open}</a></nav>
</div>
<p>${lead}</p>
</header>
<main>
${main}
</main>
<script>${program}</script>
</body>
</html>`;
  return { html, policy };
}

/** The time of what came today, and the day of what is older. */
export function whenShort(at: Date, { now, language }: { now: Date; language: Language }): string {
  return nairobiDate(at) === nairobiDate(now)
    ? nairobiIso(at).slice(11, 16)
    : formatWith(language, { day: "numeric", month: "short" }, at);
}

export function formatWith(
  language: Language,
  parts: Intl.DateTimeFormatOptions,
  at: Date,
): string {
  const locale = language === "sw" ? "sw-KE" : "en-GB";
  return new Intl.DateTimeFormat(locale, { ...parts, timeZone: "Africa/Nairobi" }).format(at);
}

export function initialsOf(name: string | null): string {
  return (name ?? "#")
    .split(" ")
    .map((each) => each.charAt(0))
    .slice(0, 2)
    .join("");
}

export function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

// What arrives is drawn in place, the phone shows its last text, and the keyboard stays where it was.
const program = `
const end = () => { const thread = document.querySelector(".thread"); if (thread) thread.scrollTop = thread.scrollHeight; };
end();
new EventSource("/arrivals").onmessage = async () => {
  const answer = await fetch(location.href).catch(() => null);
  if (!answer || !answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const list = document.querySelector(".list ul");
  const top = list ? list.scrollTop : 0;
  const focused = document.activeElement?.closest("main a")?.getAttribute("href");
  document.querySelector("main").replaceWith(page.querySelector("main"));
  const anew = document.querySelector(".list ul");
  if (anew) anew.scrollTop = top;
  if (focused) [...document.querySelectorAll("main a")].find((each) => each.getAttribute("href") === focused)?.focus({ preventScroll: true });
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

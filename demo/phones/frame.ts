// The frame that both pages share, and their content security policy: they run a single program, and load nothing from
// elsewhere.
import { createHash } from "node:crypto";
import { nairobiDate, nairobiIso } from "#domain/calendar.ts";
import { type Language, languageNames, languages } from "#domain/language.ts";
import { wordsIn } from "./words.ts";

export type Page = { html: string; policy: string };

type Framed = {
  language: Language;
  publicUrl: string;
  at: "phones" | "mails";
  /** The phone or the mail that was opened, as the address names it besides the language. */
  opened: string | null;
  main: string;
};

/** Writes one of the two pages: phones at `/`, mails at `/mails`. `main` is its content as HTML. */
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

/** The time of a message of today, or the day of an older one. */
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

// The styles of both pages, in the colours of the application (web/styles/tokens.css).
const style = `
:root {
  --paper: #fbfaf6; --card: #fff; --sunken: #f3f1e9; --ink: #17211b; --muted: #55625a; --line: #e3e1d8;
  --brand: #0e5a3c; --brand-soft: #e7f1eb; --forest: #0b4a31; --on-forest: #f5f2e8; --on-forest-muted: #bfd8ca;
  --marigold: #f2b632; --on-marigold: #17211b; --case: #17211b; --float: 0 1px 2px rgb(23 33 27 / .06), 0 12px 32px -8px rgb(23 33 27 / .25);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0f1512; --card: #171f1b; --sunken: #1e2823; --ink: #edf2ee; --muted: #a3b1a8; --line: #2a3630;
    --brand: #6fd3a1; --brand-soft: #1b2e25; --forest: #12352a; --on-forest: #edf2ee; --on-forest-muted: #b4cfc0;
    --marigold: #f5c451; --case: #2a3630;
  }
}
* { box-sizing: border-box; margin: 0; }
body { display: flex; flex-direction: column; min-height: 100vh; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header { padding: 16px; background: var(--forest); color: var(--on-forest); }
header > * { max-width: 1120px; margin-inline: auto; }
.bar { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; justify-content: space-between; }
h1 { font-size: 22px; line-height: 1.2; }
header p { margin-top: 4px; color: var(--on-forest-muted); }
nav { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; }
nav a { display: inline-flex; align-items: center; min-height: 44px; color: inherit; font-weight: 600; text-underline-offset: 4px; }
nav [aria-current] { text-decoration: none; box-shadow: inset 0 -3px var(--marigold); }
nav .button { padding-inline: 16px; border-radius: 8px; background: var(--marigold); color: var(--on-marigold); text-decoration: none; }
:focus-visible { outline: 3px solid var(--marigold); outline-offset: 2px; }
main { flex: 1; width: 100%; max-width: 1152px; margin-inline: auto; padding: 16px; }
h2 { padding: 16px; font-size: 18px; line-height: 1.2; }
h2 small { margin-inline-start: 8px; color: var(--muted); font-size: 14px; font-weight: 400; font-variant-numeric: tabular-nums; }
.list { overflow: hidden; border: 1px solid var(--line); border-radius: 12px; background: var(--card); }
ul { padding: 0; list-style: none; }
li a { display: grid; grid-template-columns: 44px 1fr; gap: 0 12px; padding: 12px 16px; border-top: 1px solid var(--line); color: inherit; text-decoration: none; }
li a:hover { background: var(--sunken); }
li a:focus-visible { outline-offset: -3px; }
.face { display: grid; grid-row: span 2; place-items: center; width: 44px; height: 44px; border-radius: 50%; background: var(--brand-soft); color: var(--brand); font-weight: 700; }
.who { display: flex; gap: 8px; justify-content: space-between; min-width: 0; }
.who b { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
time { flex: none; color: var(--muted); font-size: 14px; font-variant-numeric: tabular-nums; }
.last { display: -webkit-box; overflow: hidden; min-width: 0; color: var(--muted); font-size: 14px; overflow-wrap: anywhere; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
.back { display: inline-flex; align-items: center; min-height: 44px; margin-bottom: 4px; color: var(--brand); font-weight: 600; text-decoration: none; }
.case { display: flex; flex-direction: column; overflow: hidden; max-width: 420px; margin-inline: auto; border: 10px solid var(--case); border-radius: 36px; background: var(--sunken); box-shadow: var(--float); }
.holder { padding: 16px 20px 12px; border-bottom: 1px solid var(--line); background: var(--card); text-align: center; }
.holder b, .holder span { display: block; }
.holder span { color: var(--muted); font-size: 14px; font-variant-numeric: tabular-nums; }
.thread { display: flex; flex: 1; flex-direction: column; gap: 8px; overflow-y: auto; min-height: 320px; padding: 12px; }
h3 { margin-block: 8px 0; color: var(--muted); font-size: 14px; font-weight: 600; text-align: center; }
article { max-width: 92%; padding: 10px 14px; border-radius: 4px 16px 16px; background: var(--card); overflow-wrap: anywhere; }
article p { white-space: pre-wrap; }
article footer { margin-top: 4px; color: var(--muted); font-size: 14px; font-variant-numeric: tabular-nums; }
.mail { overflow: hidden; border: 1px solid var(--line); border-radius: 12px; background: var(--card); box-shadow: var(--float); }
.mail h2 { padding-bottom: 4px; overflow-wrap: anywhere; }
.to { padding: 0 16px 12px; border-bottom: 1px solid var(--line); color: var(--muted); font-size: 14px; overflow-wrap: anywhere; }
.letter { padding: 16px; white-space: pre-wrap; overflow-wrap: anywhere; }
.letter a { color: var(--brand); }
.file { padding: 12px 16px; border-top: 1px solid var(--line); color: var(--muted); font-size: 14px; }
.fresh { animation: arrive .2s ease-out; }
@keyframes arrive { from { transform: translateY(12px); opacity: 0; } }
@media (prefers-reduced-motion: reduce) { .mail { overflow: hidden; border: 1px solid var(--line); border-radius: 12px; background: var(--card); box-shadow: var(--float); }
.mail h2 { padding-bottom: 4px; overflow-wrap: anywhere; }
.to { padding: 0 16px 12px; border-bottom: 1px solid var(--line); color: var(--muted); font-size: 14px; overflow-wrap: anywhere; }
.letter { padding: 16px; white-space: pre-wrap; overflow-wrap: anywhere; }
.letter a { color: var(--brand); }
.file { padding: 12px 16px; border-top: 1px solid var(--line); color: var(--muted); font-size: 14px; }
.fresh { animation: none; } }
.empty, .none { padding: 32px 16px; color: var(--muted); text-align: center; }
.none h2 { color: var(--ink); }
@media (max-width: 799px) {
  .at-list .phone, .at-list .one, .at-one .list, .at-one header p { display: none; }
  .case { height: calc(100dvh - 190px); min-height: 420px; }
}
@media (min-width: 800px) {
  header { padding-block: 20px; }
  main { display: grid; grid-template-columns: minmax(0, 1fr) 440px; gap: 32px; align-items: start; padding-block: 24px; }
  main > :only-child { grid-column: 1 / -1; }
  .list ul { max-height: calc(100vh - 240px); min-height: 480px; overflow-y: auto; }
  li a[aria-current] { background: var(--brand-soft); box-shadow: inset 4px 0 var(--brand); }
  li a[aria-current] .face { background: var(--card); }
  .back { display: none; }
  .case { height: calc(100vh - 180px); min-height: 540px; }
  .one { position: sticky; top: 24px; }
  .letter { max-height: calc(100vh - 330px); min-height: 240px; overflow-y: auto; }
}
`;

// A new message is drawn in place, the phone scrolls to its last text, and the keyboard's focus stays where it was.
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
  const redrawn = document.querySelector(".list ul");
  if (redrawn) redrawn.scrollTop = top;
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

// The language and the looks of an answer. The language is what the person chose last, else what their browser asks
// for. The web application decides by the same rules (web/messages/words.ts).
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readLanguage, readTheme, type Language } from "#domain/language.ts";

const COOKIE = "language";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The pages that are built in every language. */
export type Page = "index" | "app";

/** The built file of a page (scripts/prerender.mjs). */
export function pageFile(page: Page, language: Language): string {
  return language === "en" ? `${page}.html` : `${page}.${language}.html`;
}

/** The language of a page: from the address, the cookie or the browser. */
export function languageOfPage(request: FastifyRequest, reply: FastifyReply): Language {
  reply.header("Vary", "Cookie, Accept-Language, Accept-Encoding");
  return requestedLanguage(request) ?? chosenLanguage(request) ?? acceptedLanguage(request);
}

/** An address that names a language makes it the visitor's choice: this switches without JavaScript. */
export function rememberRequestedLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  secure: boolean,
): void {
  const requested = requestedLanguage(request);
  if (requested === undefined) return;
  reply.setCookie(COOKIE, requested, { path: "/", sameSite: "lax", secure, maxAge: YEAR_SECONDS });
}

function requestedLanguage(request: FastifyRequest): Language | undefined {
  return readLanguage((request.query as { language?: unknown }).language);
}

/** The language chosen in this browser, or null. */
export function chosenLanguage({ cookies }: Pick<FastifyRequest, "cookies">): Language | null {
  return readLanguage(cookies[COOKIE]) ?? null;
}

/** The supported language that `Accept-Language` prefers; English without one. */
export function acceptedLanguage({ headers }: Pick<FastifyRequest, "headers">): Language {
  const wanted = (headers["accept-language"] ?? "").split(",").map((choice) => {
    const [tag = "", ...parameters] = choice.split(";").map((part) => part.trim().toLowerCase());
    const weight = parameters.find((each) => each.startsWith("q="))?.slice(2) ?? "1";
    return { language: readLanguage(tag.split("-")[0]), weight: Number(weight) };
  });
  return (
    wanted
      .filter(({ language, weight }) => language !== undefined && weight > 0)
      .toSorted((one, other) => other.weight - one.weight)[0]?.language ?? "en"
  );
}

/** An API answer names its language unless it is English. */
export function nameLanguage(app: FastifyInstance): void {
  app.addHook("preSerialization", async (request, reply, payload) => {
    const language = acceptedLanguage(request);
    if (request.url.startsWith("/api/") && language !== "en")
      reply.header("Content-Language", language);
    return payload;
  });
}

// The looks of a page: one that switched only once its program runs would flash.

/** The built file of a page in the looks chosen in this browser (scripts/prerender.mjs). */
export function inChosenTheme(file: string, { cookies }: Pick<FastifyRequest, "cookies">): string {
  const theme = readTheme(cookies["theme"]);
  return theme === undefined ? file : file.replace(/\.html$/, `.${theme}.html`);
}

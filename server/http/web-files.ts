// Serves the built web application: the landing page at /, the single-page application on its routes.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { languages, type Language } from "#domain/language.ts";
import { translatorFor } from "#messages/translator.ts";
import { giveBrowserName } from "./browser-name.ts";
import { giveCsrfCookie } from "./admission.ts";
import { inChosenTheme } from "./language.ts";
import { namedFiles, sendRenewed, type GroupName } from "./named-files.ts";
import { languageOfPage, pageFile, rememberRequestedLanguage, type Page } from "./language.ts";

const APP_ROUTES = [
  "/sign-up",
  "/setup",
  "/join",
  "/join/*",
  "/check",
  "/user/*",
  "/auditor/*",
  "/object/*",
  "/dashboard",
  "/dashboard/*",
];

/** The hashes of the style elements in the built pages, for the content security policy. */
export async function readInlineStyles(root: string): Promise<string[]> {
  const file = join(root, ".vite/inline-styles.json");
  return existsSync(file) ? (JSON.parse(await readFile(file, "utf8")) as string[]) : [];
}

/**
 * `root` is the folder of the built web application; without it only the API is served. While `isSetupOpen` the
 * landing page offers the setup.
 */
export async function serveWeb(
  app: FastifyInstance,
  {
    root,
    publicUrl,
    isSetupOpen,
    groupName,
  }: { root: string; publicUrl: string; isSetupOpen: IsSetupOpen; groupName: GroupName },
): Promise<void> {
  if (!existsSync(join(root, "app.html"))) return;
  const hashed = join(root, "static");
  const overTls = publicUrl.startsWith("https:");
  await app.register(staticFiles, {
    root,
    preCompressed: true,
    index: false,
    dotfiles: "ignore",
    cacheControl: false,
    allowedPath: (path) => !isOdd(path),
    setHeaders: (response, path) => {
      // Names under static/ carry a hash of their content.
      const isHashed = path.startsWith(hashed);
      response.setHeader(
        "Cache-Control",
        isHashed ? "public, max-age=31536000, immutable" : "no-cache",
      );
    },
  });
  // The last Chairperson cannot lose the office, so a closed setup stays closed and is not checked again.
  let isOpen = true;
  const offersSetup = async () => (isOpen &&= await isSetupOpen());
  const named = namedFiles(root, groupName);
  const servePage = (url: string, page: Page) =>
    app.get(url, async (request: FastifyRequest, reply: FastifyReply) => {
      giveCsrfCookie(request, reply, overTls);
      rememberRequestedLanguage(request, reply, overTls);
      giveBrowserName(request, reply, overTls);
      const language = languageOfPage(request, reply);
      const file = inChosenTheme(pageFile(page, language), request);
      const isNamed = await named.isNamed();
      if (page === "index") reply.header("Link", languagesOf(publicUrl));
      const offers = page === "index" && (await offersSetup());
      if (!isNamed && !offers) return reply.sendFile(file);
      reply.type("text/html; charset=utf-8");
      const text = await named.page(file);
      if (!offers) return sendRenewed(request, reply, text);
      return reply.header("Cache-Control", "no-store").send(withSetupOffer(text, language));
    });
  servePage("/", "index");
  for (const url of APP_ROUTES) servePage(url, "app");
  app.get("/manifest.webmanifest", async (request, reply) => {
    if (!(await named.isNamed())) return reply.sendFile("manifest.webmanifest");
    reply.type("application/manifest+json; charset=utf-8");
    return sendRenewed(request, reply, await named.manifest());
  });
}

type IsSetupOpen = () => Promise<boolean>;

/** Added to the built page as it is sent, so a group that is set up pays nothing for it. */
function withSetupOffer(page: string, language: Language): string {
  const t = translatorFor(language);
  const offer = `<section class="setup-offer"><h2>${t("words.setupOffer.title")}</h2><p>${t("words.setupOffer.text")}</p>
    <p><a class="button primary" href="/setup">${t("words.setupOffer.open")}</a></p></section>`;
  return page.replace(/<main id="content"[^>]*>/, (main) => main + offer);
}

/** Whether a path cannot be a file of ours: a folder, or one that climbs out or hides its meaning. */
function isOdd(path: string): boolean {
  return /[\0\\]|\/\/|\/$|(^|\/)\.{1,2}(\/|$)/.test(path);
}

/** Tells search engines the landing page of each language with full addresses, which no built file can know. */
function languagesOf(publicUrl: string): string {
  const link = (address: string, language: string) =>
    `<${new URL(address, publicUrl).href}>; rel="alternate"; hreflang="${language}"`;
  const each = languages.map((language) => link(`/?language=${language}`, language));
  return [...each, link("/", "x-default")].join(", ");
}

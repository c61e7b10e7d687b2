// Serves the built web application: the landing page at /, the single-page application on its routes.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { languages } from "#domain/language.ts";
import { giveBrowserName } from "./browser-name.ts";
import { giveCsrfCookie } from "./csrf.ts";
import { inChosenTheme } from "./theme.ts";
import { languageOfPage, pageFile, rememberRequestedLanguage, type Page } from "./language.ts";

const APP_ROUTES = ["/sign-up", "/check", "/user/*", "/dashboard", "/dashboard/*"];

/** The hashes of the style elements in the built pages, for the content security policy. */
export async function readInlineStyles(root: string): Promise<string[]> {
  const file = join(root, ".vite/inline-styles.json");
  return existsSync(file) ? (JSON.parse(await readFile(file, "utf8")) as string[]) : [];
}

/** `root` is the folder of the built web application; where it is not built only the API is served. */
export async function serveWeb(
  app: FastifyInstance,
  root: string,
  publicUrl: string,
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
      const stored = path.startsWith(hashed);
      response.setHeader(
        "Cache-Control",
        stored ? "public, max-age=31536000, immutable" : "no-cache",
      );
    },
  });
  const servePage = (url: string, page: Page) =>
    app.get(url, (request: FastifyRequest, reply: FastifyReply) => {
      giveCsrfCookie(request, reply, overTls);
      rememberRequestedLanguage(request, reply, overTls);
      giveBrowserName(request, reply, overTls);
      if (page === "index") reply.header("Link", languagesOf(publicUrl));
      return reply.sendFile(inChosenTheme(pageFile(page, languageOfPage(request, reply)), request));
    });
  servePage("/", "index");
  for (const url of APP_ROUTES) servePage(url, "app");
}

/** Whether a path could be no file of ours: a folder, or one that climbs out or hides what it means. */
function isOdd(path: string): boolean {
  return /[\0\\]|\/\/|\/$|(^|\/)\.{1,2}(\/|$)/.test(path);
}

/** Tells search engines the landing page of each language, by whole addresses, which no built file can know. */
function languagesOf(publicUrl: string): string {
  const link = (address: string, language: string) =>
    `<${new URL(address, publicUrl).href}>; rel="alternate"; hreflang="${language}"`;
  const each = languages.map((language) => link(`/?language=${language}`, language));
  return [...each, link("/", "x-default")].join(", ");
}

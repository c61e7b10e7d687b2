// Unknown paths: JSON for the API (404, or 405 with the methods that exist), a page for people.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { inEnglish, translatorFor } from "#messages/translator.ts";
import { acceptedLanguage, languageOfPage, pageFile } from "./language.ts";
import { inChosenTheme } from "./language.ts";

/** Call before the routes are added: it records them. API-3: unknown API paths 404, wrong method 405. */
export function answerUnknownPath(app: FastifyInstance): void {
  const served: { method: string; pattern: RegExp }[] = [];
  app.addHook("onRoute", (route) => {
    const pattern = patternOf(route.url);
    for (const method of [route.method].flat()) served.push({ method, pattern });
  });
  app.setNotFoundHandler((request, reply) => {
    const t = translatorFor(acceptedLanguage(request));
    const path = request.url.split("?", 1)[0] ?? "";
    if (!/^\/(api|media)(\/|$)/.test(path)) return sendPage(request, reply);
    const methods = served.filter((route) => route.pattern.test(path)).map((route) => route.method);
    const allowed = [...new Set(methods)].filter((method) => method !== "HEAD");
    if (allowed.length === 0) return reply.status(404).send({ detail: t("failures.nothingHere") });
    return reply
      .status(405)
      .header("Allow", allowed.join(", "))
      .send({ detail: t("failures.wrongMethod", { methods: allowed.join(" or ") }) });
  });
}

/** `/api/a/:id/` as a pattern; wildcards serve files and are ignored here. */
function patternOf(url: string): RegExp {
  if (url.includes("*")) return /$^/;
  const escaped = url.replace(/\/+$/, "").replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll(/:[A-Za-z]+/g, "[^/]+")}/?$`);
}

/** The application draws its own page for an unknown address. */
function sendPage(request: FastifyRequest, reply: FastifyReply) {
  const wantsPage =
    request.method === "GET" && (request.headers.accept ?? "").includes("text/html");
  reply.status(404);
  return wantsPage && "sendFile" in reply
    ? reply.sendFile(inChosenTheme(pageFile("app", languageOfPage(request, reply)), request))
    : reply.type("text/plain; charset=utf-8").send(inEnglish("failures.nothingHere"));
}

// The API document for programs, and its page for people (API-14).
import type { FastifyInstance } from "fastify";
import { describeApi } from "./api-document.ts";
import { drawDocsPage } from "./docs-page.ts";
import { stylesheet } from "./docs-style.ts";

export function apiDocsRoutes(app: FastifyInstance): void {
  // Built at the first request: the contract does not change while the server runs.
  let made: { json: string; page: string } | undefined;
  const documents = () => {
    if (made === undefined) {
      const document = describeApi();
      made = { json: JSON.stringify(document), page: drawDocsPage(document) };
    }
    return made;
  };
  app.get("/api/openapi.json", async (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(documents().json),
  );
  app.get("/api/docs", async (_request, reply) =>
    reply.type("text/html; charset=utf-8").send(documents().page),
  );
  app.get("/api/docs.css", async (_request, reply) =>
    reply.type("text/css; charset=utf-8").send(stylesheet),
  );
}

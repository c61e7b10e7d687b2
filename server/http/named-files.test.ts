import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import cookie from "@fastify/cookie";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveWeb } from "./web-files.ts";

let root: string;
let app: FastifyInstance;
let name: string | Error = "Akiba Group";

const page = `<html><head><title>Akiba Group: save</title><meta name="application-name" content="Akiba Group"></head>
<body><main id="content"><span data-group-name>Akiba Group</span></main></body></html>`;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "akiba-web-"));
  for (const file of ["index.html", "index.sw.html", "app.html", "app.sw.html"])
    await writeFile(join(root, file), page);
  await writeFile(
    join(root, "manifest.webmanifest"),
    JSON.stringify({ name: "Akiba Group", short_name: "Akiba", start_url: "/dashboard" }),
  );
  app = Fastify();
  await app.register(cookie);
  await serveWeb(app, {
    root,
    publicUrl: "http://localhost",
    isSetupOpen: async () => false,
    groupName: async () => {
      if (name instanceof Error) throw name;
      return name;
    },
  });
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

const addresses = [
  "/",
  "/?language=sw",
  "/sign-up",
  "/user/activate/abc",
  "/user/reset-password/abc",
  "/check",
  "/join",
  "/join/abc",
  "/auditor/abc",
  "/dashboard",
  "/manifest.webmanifest",
];
const get = (url: string, headers = {}) => app.inject({ method: "GET", url, headers });

test.each(addresses)("%s has the group's own name, also after it was renamed", async (url) => {
  for (const called of ["Mwangaza & Sons <Chama>", "Umoja"]) {
    name = called;
    const answer = await get(url);
    const shown = url.endsWith("manifest")
      ? called
      : called.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain(shown);
    expect(answer.body).not.toContain("Akiba Group");
  }
});

test.each(addresses)("%s keeps the last known name while the database is away", async (url) => {
  name = "Umoja";
  await get(url);
  name = new Error("away");
  const answer = await get(url);
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain("Umoja");
});

test("a page that has not changed is not sent again", async () => {
  name = "Umoja";
  const { etag = "" } = (await get("/sign-up")).headers;
  const again = { "if-none-match": etag };
  expect((await get("/sign-up", again)).statusCode).toBe(304);
  name = "Tumaini";
  expect((await get("/sign-up", again)).body).toContain("Tumaini");
});

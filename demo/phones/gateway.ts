// The demo's own SMS gateway. It accepts texts as Africa's Talking does, and shows them on a page as phones would. A
// second page shows the mails of the demo's database. It listens only to this computer, and nothing leaves it.
import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readLanguage, type Language } from "#domain/language.ts";
import { countParts } from "#domain/notices/gsm-text.ts";
import { isLoopbackHost } from "#server/platform/public-address.ts";
import { type SmsSettings } from "#server/platform/config.ts";
import { acceptedLanguage } from "#server/http/language.ts";
import { writeMails, type DemoMail } from "./mails.ts";
import { writePhones, type PhoneText } from "./phones.ts";
import { answerBody, readPostedText, recipientOf } from "./protocol.ts";

export type DemoGateway = {
  /** How the application reaches the gateway. */
  sms: SmsSettings;
  /** The page of the phones; the page of the mails is `/mails` at the same address. */
  pageUrl: string;
  close(): Promise<void>;
};

type Params = {
  /** The first port to try; the gateway takes the next one that is free. 0 means any port. */
  port: number;
  /** The application's address on this computer, where it gets its delivery reports. */
  applicationUrl: string;
  /** The application's address as its mails write it. */
  publicUrl: string;
  /** The texts that the phones had before, oldest first. */
  earlier: readonly PhoneText[];
  /** Returns the name of each number's owner. */
  readNames: () => Promise<ReadonlyMap<string, string>>;
  mails: DemoMails;
  now: () => Date;
};

/** The mails of the demo's database. */
export type DemoMails = {
  /** The newest mails, newest first, and how many there are in all. */
  readNewest: () => Promise<{ mails: readonly DemoMail[]; count: number }>;
  readOne: (id: string) => Promise<DemoMail | undefined>;
  /** The id of the newest mail; 0 if there is none. */
  newestId: () => Promise<number>;
};

const LOOPBACK = "127.0.0.1";
const PORTS_TRIED = 20;
const TEXTS_MOST = 5_000;
const DELIVERED_AFTER_MS = 1_500;
const MAIL_ASKED_EVERY_MS = 1_000;
const USERNAME = "demo";

export async function startDemoGateway(params: Params): Promise<DemoGateway> {
  const { applicationUrl, publicUrl, readNames, mails, now } = params;
  const texts: PhoneText[] = params.earlier.slice(-TEXTS_MOST);
  const [apiKey, reportSecret] = [randomBytes(24).toString("hex"), randomBytes(24).toString("hex")];
  const run = randomBytes(4).toString("hex");
  let taken = 0;
  const watching = new Set<ServerResponse>();
  const reports = new Set<NodeJS.Timeout>();

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A foreign page may make its own host name resolve to this computer.
    if (!namesThisComputer(request.headers.host)) return void response.writeHead(403).end();
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/version1/messaging" && request.method === "POST")
      return take(request, response);
    if (request.method !== "GET") return void response.writeHead(404).end();
    if (pathname === "/arrivals") return watch(response);
    if (pathname !== "/" && pathname !== "/mails") return void response.writeHead(404).end();
    const chosen = readLanguage(searchParams.get("language"));
    if (chosen !== undefined) {
      response.setHeader("Set-Cookie", `language=${chosen}; Path=/; SameSite=Lax`);
    }
    const shown = { language: chosen ?? languageOf(request), publicUrl, now: now() };
    const { html, policy } =
      pathname === "/"
        ? writePhones({
            ...shown,
            texts,
            names: await readNames(),
            number: searchParams.get("phone"),
          })
        : writeMails({ ...shown, ...(await readShownMails(searchParams.get("mail"))) });
    response.writeHead(200, {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": policy,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
    });
    response.end(html);
  }

  async function readShownMails(openId: string | null) {
    const open = openId === null ? null : await mails.readOne(openId);
    return { ...(await mails.readNewest()), open, openId };
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const posted = await readPostedText(request);
    if (posted === null) return void response.writeHead(400).end("missing");
    if (!isSame(posted.apiKey ?? "", apiKey) || posted.username !== USERNAME)
      return void response.writeHead(401).end("The supplied authentication is invalid");
    const id = `ATXid_${run}${String(++taken).padStart(6, "0")}`;
    texts.push({ number: posted.to, text: posted.message, at: now() });
    if (texts.length > TEXTS_MOST) texts.shift();
    tellPages("text");
    const cost = costOf(posted.message);
    response.writeHead(201, { "Content-Type": "application/json" });
    response.end(answerBody([recipientOf(posted.to, { code: 101, cost, id })]));
    reportDelivery(id);
  }

  function reportDelivery(id: string): void {
    const report = setTimeout(() => {
      reports.delete(report);
      fetch(`${applicationUrl}/api/notices/reports/${reportSecret}/`, {
        method: "POST",
        body: new URLSearchParams({ id, status: "Success" }),
      }).catch(() => undefined);
    }, DELIVERED_AFTER_MS);
    reports.add(report);
  }

  function watch(response: ServerResponse): void {
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    response.write("retry: 2000\n\n");
    watching.add(response);
    response.on("close", () => watching.delete(response));
  }

  function tellPages(news: "text" | "mail"): void {
    for (const page of watching) page.write(`data: ${news}\n\n`);
  }

  // The application writes mails without notifying the gateway, so the gateway asks the database while a page is open.
  // If a query fails, it asks again after the same pause.
  let newestMail = await mails.newestId();
  const polling = setInterval(() => {
    if (watching.size > 0) lookForMail().catch(() => undefined);
  }, MAIL_ASKED_EVERY_MS);

  async function lookForMail(): Promise<void> {
    const newest = await mails.newestId();
    if (newest !== newestMail) tellPages("mail");
    newestMail = newest;
  }

  const port = await listenBeside(server, params.port);
  return {
    sms: {
      url: `http://${LOOPBACK}:${port}/version1/messaging`,
      username: USERNAME,
      apiKey,
      sender: "AKIBA",
      reportSecret,
    },
    // The same host name as the application's, so that both share the cookie of the language.
    pageUrl: `http://localhost:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        clearInterval(polling);
        for (const report of reports) clearTimeout(report);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const PRICE_UNITS = 8_000;

/** The cost of a text by its number of parts, as the gateway writes it. */
function costOf(text: string): string {
  return `KES ${((countParts(text) * PRICE_UNITS) / 10_000).toFixed(4)}`;
}

function languageOf({ headers }: IncomingMessage): Language {
  const chosen = /(?:^|;\s*)language=(\w+)/.exec(headers.cookie ?? "")?.[1];
  return readLanguage(chosen) ?? acceptedLanguage({ headers });
}

function namesThisComputer(host = ""): boolean {
  const address = `http://${host}`;
  return URL.canParse(address) && isLoopbackHost(new URL(address).hostname);
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

type Listening = ReturnType<typeof createServer>;

async function listenBeside(server: Listening, first: number): Promise<number> {
  const last = 65_535;
  const ports =
    first === 0
      ? []
      : Array.from({ length: PORTS_TRIED }, (_, index) => first + index).filter(
          (port) => port <= last,
        );
  for (const port of ports) if (await listens(server, port)) return port;
  await listens(server, 0);
  return (server.address() as AddressInfo).port;
}

function listens(server: Listening, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      if (port !== 0 && (error.code === "EADDRINUSE" || error.code === "EACCES")) resolve(false);
      else reject(error);
    };
    server.once("error", fail);
    server.listen(port, LOOPBACK, () => {
      server.off("error", fail);
      resolve(true);
    });
  });
}

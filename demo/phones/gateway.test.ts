// The demo's phones and mails: what a real sender posts to them, and what a browser sees.
import { createServer, request, type Server } from "node:http";
import { networkInterfaces } from "node:os";
import { connect, type AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openAfricasTalking } from "#server/core/notices/sms/africas-talking.ts";
import { startDemoGateway, type DemoGateway } from "./gateway.ts";
import type { DemoMail } from "./mails.ts";

const JUMA = "+254712345678";
const now = () => new Date("2026-11-22T10:15:00+03:00");

let gateway: DemoGateway;
let application: Server;
let stored: DemoMail[];
let reports: { path: string; body: string }[];

beforeEach(async () => {
  reports = [];
  stored = [];
  application = createServer((call, response) => {
    let body = "";
    call.on("data", (piece: Buffer) => (body += piece.toString()));
    call.on("end", () => {
      reports.push({ path: call.url ?? "", body });
      response.end("{}");
    });
  });
  await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
  gateway = await startDemoGateway({
    port: 0,
    applicationUrl: `http://127.0.0.1:${(application.address() as AddressInfo).port}`,
    publicUrl: "http://localhost:3000",
    earlier: [{ number: JUMA, text: "From yesterday", at: new Date("2026-11-21T08:00:00+03:00") }],
    readNames: async () => new Map([[JUMA, "Juma <b>Mwakio</b>"]]),
    mails: mailsOf(() => stored),
    now,
  });
});

afterEach(async () => {
  await gateway.close();
  await new Promise((resolve) => application.close(resolve));
});

const mailsOf = (mails: () => readonly DemoMail[]) => ({
  readNewest: async () => ({ mails: mails().toReversed(), count: mails().length }),
  readOne: async (id: string) => mails().find((each) => String(each.id) === id),
  newestId: async () => mails().at(-1)?.id ?? 0,
});

const mail = (id: number, rest: Partial<DemoMail> = {}): DemoMail => ({
  id,
  recipient: "juma@demo.example",
  name: "Juma Mwakio",
  subject: `Mail ${id}`,
  body: `Body ${id}`,
  attachment: null,
  at: now(),
  ...rest,
});

const page = async (path = "/", headers: Record<string, string> = {}) => {
  const answer = await fetch(gateway.pageUrl + path, { headers });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
};

test("a text of the real sender is taken, priced, shown on its phone and reported as delivered", async () => {
  const send = openAfricasTalking(gateway.sms);
  const outcome = await send({ to: JUMA, message: `<Receipt> 7 & ${"x".repeat(160)}` });
  expect(outcome).toEqual({
    is: "accepted",
    gatewayId: expect.stringMatching(/^ATXid_/),
    costUnits: 16_000n,
  });
  const { html } = await page();
  expect(html).toContain("Juma &lt;b&gt;Mwakio&lt;/b&gt;");
  expect(html).toContain("&lt;Receipt&gt; 7 &amp; xxx");
  expect(html).toContain("AKIBA · 10:15 · 2 parts");
  expect(html.indexOf("Yesterday")).toBeLessThan(html.indexOf("Today"));
  await expect.poll(() => reports.length).toBe(1);
  const gatewayId = outcome.is === "accepted" ? outcome.gatewayId : null;
  expect(reports[0]).toEqual({
    path: `/api/notices/reports/${gateway.sms.reportSecret}/`,
    body: `id=${gatewayId}&status=Success`,
  });
});

test("a text with another key is refused, and shown nowhere", async () => {
  const send = openAfricasTalking({ ...gateway.sms, apiKey: "another" });
  expect(await send({ to: JUMA, message: "Not ours" })).toEqual({
    is: "again",
    failure: "HTTP 401",
  });
  expect((await page()).html).not.toContain("Not ours");
});

test("the page speaks the language of the cookie, and its switch keeps the phone", async () => {
  const swahili = await page(`/?phone=${encodeURIComponent(JUMA)}`, { cookie: "a=b; language=sw" });
  expect(swahili.html).toContain('<html lang="sw">');
  expect(swahili.html).toContain("Simu za chama");
  expect(swahili.html).toContain(`?language=en&amp;phone=${encodeURIComponent(JUMA)}`);
  const chosen = await page("/?language=sw");
  expect(chosen.headers.get("set-cookie")).toContain("language=sw");
  expect((await page("/", { "accept-language": "sw-KE" })).html).toContain("Simu za chama");
});

test("a waiting page is notified of a new SMS", async () => {
  const arrivals = await fetch(`${gateway.pageUrl}/arrivals`);
  const reader = arrivals.body!.getReader();
  await reader.read();
  await openAfricasTalking(gateway.sms)({ to: JUMA, message: "News" });
  expect(new TextDecoder().decode((await reader.read()).value)).toContain("data: text");
  await reader.cancel();
});

test("mails are listed newest first, and one is read as it was written", async () => {
  expect((await page("/mails")).html).toContain("No mail yet");
  const body = "Habari <Juma>,\n\nhttp://localhost:3000/verify#abc\nhttps://elsewhere.example/x";
  stored = [
    mail(1, { subject: "Your <receipt>", body, attachment: "statement.pdf" }),
    mail(2, { name: null, body: null }),
  ];
  const { html } = await page("/mails");
  expect(html.indexOf("?mail=2")).toBeLessThan(html.indexOf("?mail=1"));
  // The newest mail is open; a mail server has taken its text.
  expect(html).toContain("its text is no longer stored");
  const opened = (await page("/mails?mail=1")).html;
  expect(opened).toContain("<h2>Your &lt;receipt&gt;</h2>");
  expect(opened).toContain("To Juma Mwakio, juma@demo.example");
  expect(opened).toContain('Habari &lt;Juma&gt;,\n\n<a href="http://localhost:3000/verify#abc">');
  expect(opened).not.toContain('href="https://elsewhere.example');
  expect(opened).toContain("With a file: statement.pdf");
  expect((await page("/mails?mail=3")).html).toContain("This mail is not here.");
  expect((await page("/mails?language=sw")).html).toContain("Barua pepe za chama");
});

test("a waiting page is notified of a new mail", async () => {
  const arrivals = await fetch(`${gateway.pageUrl}/arrivals`);
  const reader = arrivals.body!.getReader();
  await reader.read();
  stored = [mail(1)];
  expect(new TextDecoder().decode((await reader.read()).value)).toContain("data: mail");
  await reader.cancel();
});

test("only this computer can reach it, by its own names", async () => {
  const port = Number(new URL(gateway.pageUrl).port);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const calling = request(
      { host: "127.0.0.1", port, headers: { host: "phones.example" } },
      ({ statusCode }) => resolve(statusCode),
    );
    calling.on("error", reject).end();
  });
  expect(status).toBe(403);
  const outside = Object.values(networkInterfaces())
    .flat()
    .filter((each) => each !== undefined && !each.internal && each.family === "IPv4");
  for (const each of outside) expect(await opens(each?.address ?? "", port)).toBe(false);
});

test("it takes the next port when the first is in use, and leaves it when it closes", async () => {
  const port = Number(new URL(gateway.pageUrl).port);
  const second = await startDemoGateway({
    port,
    applicationUrl: "http://127.0.0.1:9",
    publicUrl: "http://localhost:3000",
    earlier: [],
    readNames: async () => new Map(),
    mails: mailsOf(() => []),
    now,
  });
  expect(Number(new URL(second.pageUrl).port)).not.toBe(port);
  expect(await (await fetch(second.pageUrl)).text()).toContain("No text yet");
  await second.close();
  expect(await opens("127.0.0.1", Number(new URL(second.pageUrl).port))).toBe(false);
});

function opens(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.on("connect", () => end(true));
    socket.on("error", () => end(false));
  });
}

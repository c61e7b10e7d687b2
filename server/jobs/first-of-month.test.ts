import { sql } from "kysely";
import pino from "pino";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { writeFingerprint } from "#domain/proofs/fingerprint.ts";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { readTreeHead } from "#server/core/audit-log/log-tree.ts";
import { inTransaction } from "#server/db/connection.ts";
import { readConfig } from "#server/platform/config.ts";
import { openPrinter } from "#server/platform/pdf/printer.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { checkBooksAndKeep } from "#server/verify/verify-runs.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { readPdf } from "#tests/support/pdf-files.ts";
import { runJobs, startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";
import { mailTreeHead } from "./task-list.ts";
import { startNoticeSender } from "./notice-sender.ts";
import { startWorker } from "./worker.ts";

describe("the tree head by mail", () => {
  let group: TestGroup;
  let officials: TestMember[];

  beforeAll(async () => {
    group = await startGroup({ startsAt: "2026-03-31T23:59:00+03:00" });
    officials = [await group.official("Chairperson"), await group.official("Treasurer")];
    await group.activeMember(officials[0]!);
  });
  afterAll(() => group.close());

  const publicUrl = "https://akiba.example";
  const mailHead = () => mailTreeHead(group.db, { now: group.clock.now(), publicUrl });
  const heads = async () =>
    (await group.mailbox()).filter(({ subject }) => subject.includes("fingerprint"));

  test("nothing is mailed while the log is empty", async () => {
    await mailHead();
    expect(await heads()).toEqual([]);
  });

  test("every official gets the head and the last check once a month, however often the job runs", async () => {
    await sealAudit(group.db);
    const head = (await readTreeHead(group.db))!;
    group.clock.set("2026-04-01T05:00:00+03:00");
    await Promise.all([mailHead(), mailHead(), mailHead()]);
    await mailHead();

    const mails = await heads();
    expect(mails.map(({ recipient }) => recipient)).toEqual(officials.map(({ email }) => email));
    for (const { body } of mails) {
      expect(body).toContain("On 01 Apr 2026 at 05:00");
      expect(body).toContain(
        `${head.size} entries, with the fingerprint\n${writeFingerprint(head.fingerprint)}`,
      );
      expect(body).toContain("https://akiba.example/check");
      expect(body).toContain("not been checked yet");
    }
  });

  test("the next month's tells of more entries and how the last check went; a month without a server is left out", async () => {
    group.clock.set("2026-06-09T08:00:00+03:00");
    const token = await group.signIn(officials[0]!);
    await sealAudit(group.db);
    await checkBooksAndKeep(group.db, { now: group.clock.now, evidence: group.evidence });
    await mailHead();
    await mailHead();

    const mails = await heads();
    expect(mails).toHaveLength(4);
    expect(mails.at(-1)?.body).toMatch(/last checked on 09 Jun 2026 at 08:00: all \d+ things/);
    const { noted } = (await group.api("GET", "/api/audit/noted/", { token })).body;
    expect(noted.map(({ month }: { month: string }) => month)).toEqual([
      "2026-06-01",
      "2026-04-01",
    ]);
    expect(noted[0].entries).toBeGreaterThan(noted[1].entries);
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });

  test("the job queue does it", async () => {
    group.clock.set("2026-07-01T05:00:00+03:00");
    await sql`SELECT graphile_worker.add_job('mail-log-head')`.execute(group.db);
    await runJobs(group);
    expect(await heads()).toHaveLength(6);
  });

  test("verify names the month whose head is no longer in the log", async () => {
    await inTransaction(group.db, async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await sql`UPDATE noted_heads SET root = sha256('x') WHERE month = '2026-06-01'`.execute(tx);
    });
    const { breaches } = await verifyBooks(group.db);
    expect(breaches).toMatchObject([
      { name: "noted-heads-hold", offenders: [{ id: 20260601 }] },
      { name: "noted-heads-as-told" },
    ]);
  });
});

async function startSmtp() {
  const taken: Buffer[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        taken.push(Buffer.concat(chunks));
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const address = server.server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** A member's mails about something, oldest first. */
    async pagesTo(email: string, subject: RegExp): Promise<Email[]> {
      const mails = await Promise.all(taken.map((each) => PostalMime.parse(each)));
      return mails.filter(
        (mail) => mail.to?.[0]?.address === email && subject.test(mail.subject ?? ""),
      );
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const textOf = ({ text = "" }: Email) => text.replaceAll(/\s+/g, " ");

// The month's page with the member's own statement attached, through a real SMTP server and the real print worker.
describe("the month's page", () => {
  const log = pino({ level: "silent" });

  let group: TestGroup;
  let books: Bookkeeping;
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  let juma: TestMember;
  let amina: TestMember;
  let plain: TestMember;
  let silent: TestMember;

  // In March Juma and Amina pay and choose to get their statements; one member does not, and one wants no such mails.
  beforeAll(async () => {
    smtp = await startSmtp();
    ({ group, books } = await startFoundedGroup({ members: 4 }));
    [juma, amina, plain] = [await books.member(), await books.member(), await books.member()];
    silent = await books.member();
    await books.contribute(juma, 1_234);
    await books.contribute(amina, 4_321);
    for (const member of [juma, amina]) await choose(member, { attach_statement: true });
    const off = [{ kind: "month", channel: "email", on: false }];
    await choose(silent, { attach_statement: true, choices: off });
    await group.api("POST", "/api/user/language/", { token: juma.token, body: { language: "sw" } });
    await group.db.updateTable("notices").set({ dispatched_at: group.clock.now() }).execute();
  });
  afterAll(async () => {
    await smtp.close();
    await group.close();
  });

  const choose = (member: TestMember, body: unknown) =>
    group.api("POST", "/api/notices/choices/", { token: member.token, body });

  /** A first day of a month, on a server with this print program, until each of the members has their mail. */
  async function liveFirstDay(
    day: string,
    { printWorker, untilHas }: { printWorker: string; untilHas: () => Promise<boolean> },
  ): Promise<void> {
    group.clock.set(`${day}T08:00:00+03:00`);
    const config = readConfig({ SMTP_URL: smtp.url, RATE_LIMIT: "off" });
    const printer = openPrinter({ worker: new URL(printWorker) });
    const parts = { connection: group.serverConnection, config, log, now: group.clock.now };
    const worker = await startWorker({
      ...parts,
      config: { ...config, backupDir: null },
      evidence: group.evidence,
      printer: printer.of("chama"),
    });
    const sender = startNoticeSender(parts);
    try {
      for (let twice = 0; twice < 2; twice += 1)
        await sql`SELECT graphile_worker.add_job('month-page', '{}')`.execute(group.db);
      await expect.poll(untilHas, { interval: 200 }).toBe(true);
      await expect.poll(async () => (await jobs()).length, { interval: 200 }).toBe(0);
    } finally {
      await Promise.all([worker.stop(), sender.stop()]);
      await printer.stop();
    }
  }

  const jobs = async () =>
    (
      await sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'month-page'`.execute(
        group.db,
      )
    ).rows;

  test("the page comes once, with the member's own statement of that month in their language, and is not stored afterwards", async () => {
    const everyMail = async () => [
      ...(await smtp.pagesTo(juma.email, /Machi 2026/)),
      ...(await smtp.pagesTo(amina.email, /March 2026/)),
      ...(await smtp.pagesTo(plain.email, /month in a page/i)),
    ];
    await liveFirstDay("2026-04-01", {
      printWorker: inject("printWorker"),
      untilHas: async () => (await everyMail()).length >= 3,
    });
    const [ofJuma, ofAmina, ofPlain] = await everyMail();
    expect(await everyMail()).toHaveLength(3);
    expect(textOf(ofAmina!)).toContain("you saved KES 4,321.00");
    expect(textOf(ofAmina!)).toContain("Your statement of March 2026 is attached.");
    expect(textOf(ofJuma!)).toContain("Taarifa yako ya Machi 2026 imeambatishwa.");
    expect(ofPlain!.attachments).toEqual([]);

    for (const [mail, inside, outside, title] of [
      [ofJuma!, "1,234.00", "4,321.00", "Taarifa ya"],
      [ofAmina!, "4,321.00", "1,234.00", "Statement of"],
    ] as const) {
      expect(mail.attachments).toHaveLength(1);
      const [file] = mail.attachments;
      expect([file?.mimeType, file?.disposition]).toEqual(["application/pdf", "attachment"]);
      expect(file?.filename).toMatch(/2026-03-31\.pdf$/);
      const pages = await readPdf(new Uint8Array(file?.content as ArrayBuffer));
      const words = pages.texts.join(" ");
      expect(words).toContain(title);
      expect(words).toContain(inside);
      expect(words).not.toContain(outside);
    }
    const stored = await group.db
      .selectFrom("mails")
      .select(["body", "attachment"])
      .where("recipient", "in", [juma.email, amina.email])
      .where("subject", "like", "%2026%")
      .execute();
    expect(stored).toEqual([
      { body: null, attachment: null },
      { body: null, attachment: null },
    ]);
  });

  test("a statement that cannot be printed does not lose the page, which says so", async () => {
    const mails = () => smtp.pagesTo(amina.email, /April 2026/);
    await liveFirstDay("2026-05-01", {
      printWorker: "file:///nowhere/print-report.js",
      untilHas: async () => (await mails()).length > 0,
    });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail!.attachments).toEqual([]);
    expect(textOf(mail!)).toContain("April 2026: you saved");
    expect(textOf(mail!)).toContain("Your statement of April 2026 could not be printed this time.");
    expect(await smtp.pagesTo(silent.email, /20|month/)).toEqual([]);
    const pages = await group.db
      .selectFrom("notices")
      .select("occasion")
      .where("member_id", "=", silent.id)
      .where("event", "=", "month_page")
      .orderBy("id")
      .execute();
    expect(pages.map(({ occasion }) => occasion)).toEqual([
      "month_page:2026-03-01",
      "month_page:2026-04-01",
    ]);
  });
});

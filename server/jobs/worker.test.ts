import { EventEmitter, once } from "node:events";
import { join } from "node:path";
import { sql } from "kysely";
import pino from "pino";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import {
  afterAll,
  afterEach,
  beforeAll,
  describe,
  expect,
  it,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { sendMail } from "#server/core/mail/letters.ts";
import { inTransaction } from "#server/db/connection.ts";
import { appointBookkeepers } from "#tests/support/founded-group.ts";
import { startDetour } from "#tests/support/database-proxies.ts";
import { runJobs, startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";
import { knownAsOf, nameOf as readName } from "#server/core/members/member-directory.ts";
import { purge } from "./sweep.ts";
import { startWorker } from "./worker.ts";

let group: TestGroup;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  group = await startGroup();
});
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});
afterAll(() => group.close());

/** A real SMTP server that stores what it accepts, once `ready`; it refuses the first `refusals` mails. */
async function startSmtp(refusals = 0, ready?: Promise<unknown>) {
  const taken: string[] = [];
  let refused = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        await ready;
        if (refused++ < refusals) return callback(new Error("not now"));
        taken.push(Buffer.concat(chunks).toString());
        return callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  stops.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `smtp://127.0.0.1:${port}`, taken };
}

async function work(smtpUrl: string | null, connection = group.serverConnection) {
  const printed: string[] = [];
  const worker = await startWorker({
    connection,
    config: {
      smtpUrl,
      mailFrom: "Akiba <no-reply@akiba.example>",
      publicUrl: "http://localhost:3000",
      backupDir: null,
      backupRecipient: null,
      signingKeyFile: "/nowhere/signing.pem",
    },
    log: pino({ level: "silent" }),
    now: group.clock.now,
    evidence: group.evidence,
    print: (text) => printed.push(text),
  });
  stops.push(() => worker.stop());
  return { printed };
}

const letter = (recipient: string, subject = "Habari") => ({
  recipient,
  subject,
  body: "Mambo vipi?\n\nKaribu — na asante.",
  now: group.clock.now(),
});
const send = (recipient: string, subject?: string) =>
  inTransaction(group.db, (tx) => sendMail(tx, letter(recipient, subject)));
const readMail = (recipient: string) =>
  group.db
    .selectFrom("mails")
    .selectAll()
    .where("recipient", "=", recipient)
    .executeTakeFirstOrThrow();
const queued = async () => {
  const jobs = sql<{ locked_by: string | null }>`
    SELECT locked_by FROM graphile_worker.jobs WHERE task_identifier = 'send-mail'`;
  return (await jobs.execute(group.db)).rows;
};
/** Whether the queue hears of new jobs. */
const isListening = async () => {
  const { rows } = await sql`
    SELECT FROM pg_stat_activity
     WHERE application_name LIKE 'akiba jobs %' AND datname = current_database()
       AND state = 'idle' AND query LIKE 'LISTEN%'`.execute(group.db);
  return rows.length === 1;
};
const countOf = async (table: "sessions" | "mail_tokens") =>
  (await group.db.selectFrom(table).select("member_id").execute()).length;

describe("mail", () => {
  it("leaves over SMTP upon its commit, before the queue looks by itself, and its text is erased", async () => {
    // No timer ends: only what the commit tells the queue makes it look.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const smtp = await startSmtp();
    await work(smtp.url);
    await expect.poll(isListening).toBe(true);
    for (const recipient of ["juma@example.com", "neema@example.com", "asha@example.com"]) {
      const before = smtp.taken.length;
      await send(recipient);
      await expect.poll(() => smtp.taken.length).toBe(before + 1);
    }
    const mail = await PostalMime.parse(smtp.taken.at(-1) ?? "");
    expect(mail).toMatchObject({
      subject: "Habari",
      from: { address: "no-reply@akiba.example" },
      to: [{ address: "asha@example.com" }],
    });
    expect(mail.text?.trim()).toBe("Mambo vipi?\n\nKaribu — na asante.");
    await expect
      .poll(async () => (await readMail("asha@example.com")).sent_at)
      .toEqual(group.clock.now());
    expect((await readMail("asha@example.com")).body).toBeNull();
  });

  it("is never sent when its transaction does not commit", async () => {
    const smtp = await startSmtp();
    await work(smtp.url);
    await expect(
      inTransaction(group.db, async (tx) => {
        await sendMail(tx, letter("never@example.com"));
        throw new Error("changed my mind");
      }),
    ).rejects.toThrow("changed my mind");
    await send("after@example.com");
    await expect.poll(() => smtp.taken.length).toBe(1);
    expect(smtp.taken.join()).not.toContain("never@example.com");
  });

  it("is tried again when the SMTP server does not take it", async () => {
    const smtp = await startSmtp(1);
    await work(smtp.url);
    await send("again@example.com");
    await expect.poll(() => smtp.taken.length).toBe(1);
  });

  it("of a server that was killed over it is sent when it starts again", async () => {
    const workers = () =>
      sql`SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'akiba jobs %'
        AND datname = current_database()`.execute(group.db);
    await expect.poll(async () => (await workers()).rows).toEqual([]);
    await send("killed@example.com");
    await sql`UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'dead'`.execute(
      group.db,
    );
    const smtp = await startSmtp();
    await work(smtp.url);
    await expect.poll(() => smtp.taken.length).toBe(1);
  });

  it.each([
    { what: "was sent", refusals: 0, tells: "delete" },
    { what: "was refused", refusals: 1, tells: "last_error" },
  ])("is sent once when the connection breaks that tells that it $what", async (params) => {
    const taking = new EventEmitter();
    const smtp = await startSmtp(params.refusals, once(taking, "taken"));
    await work(smtp.url);
    await send("broken@example.com");
    const isTaken = async () => (await queued())[0]?.locked_by ?? null;
    await expect.poll(isTaken).not.toBeNull();
    await inTransaction(group.db, async (tx) => {
      await sql`LOCK TABLE graphile_worker._private_jobs IN SHARE MODE`.execute(tx);
      taking.emit("taken");
      const telling = sql<{ pid: number }>`
        SELECT pid FROM pg_stat_activity
         WHERE application_name LIKE 'akiba jobs %' AND datname = current_database()
           AND wait_event_type = 'Lock' AND query LIKE ${`%${params.tells}%`}`;
      const end = sql`SELECT pg_terminate_backend(pid) FROM (${telling}) AS told`;
      await expect.poll(async () => (await end.execute(group.db)).rows.length).toBe(1);
    });
    await expect.poll(queued).toEqual([]);
    expect(smtp.taken).toHaveLength(1);
  });

  it("that was taken over a connection that broke before it was heard of is sent again", async () => {
    const { host, port } = group.serverConnection;
    const detour = await startDetour(join(host, `.s.PGSQL.${port}`));
    stops.push(() => detour.stop());
    const smtp = await startSmtp();
    await work(smtp.url, { ...group.serverConnection, host: "127.0.0.1", port: detour.port });
    await send("heard@example.com");
    await expect.poll(() => smtp.taken.length).toBe(1);
    detour.set("unanswered");
    await send("unheard@example.com");
    const isTaken = async () => (await queued())[0]?.locked_by ?? null;
    await expect.poll(isTaken).not.toBeNull();
    detour.set("open");
    detour.cut();
    await expect.poll(() => smtp.taken.length).toBe(2);
    await expect.poll(queued).toEqual([]);
    expect(smtp.taken).toHaveLength(2);
  });

  it("leaves once when two servers work at the same time", async () => {
    const smtp = await startSmtp();
    await work(smtp.url);
    await work(smtp.url);
    for (let number = 0; number < 20; number++) await send(`many${number}@example.com`);
    await expect.poll(() => smtp.taken.length).toBe(20);
    const recipients = smtp.taken.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]);
    expect(new Set(recipients).size).toBe(20);
  });

  it("cannot smuggle a header in through a name", async () => {
    const smtp = await startSmtp();
    await work(smtp.url);
    await send("safe@example.com", "Karibu\r\nBcc: thief@example.com");
    await expect.poll(() => smtp.taken.length).toBe(1);
    const mail = await PostalMime.parse(smtp.taken[0] ?? "");
    expect(mail.subject).toBe("Karibu Bcc: thief@example.com");
    expect(mail.bcc ?? []).toEqual([]);
  });

  it("without an SMTP server is printed whole and stored to be read", async () => {
    await send("kept@example.com");
    const printed = (await runJobs(group)).join("");
    expect(printed).toContain("To:      kept@example.com");
    expect(printed).toContain("Subject: Habari");
    expect(printed).toContain("Karibu — na asante.");
    expect(await readMail("kept@example.com")).toMatchObject({
      sent_at: null,
      body: expect.stringContaining("Mambo"),
    });
  });
});

describe("the daily clearing away", () => {
  it("removes what has served its time, and nothing else", async () => {
    const member = await group.pendingMember();
    await group.db
      .insertInto("idempotency_keys")
      .values({
        member_id: member.id,
        method: "POST",
        path: "/x",
        key: "k",
        body_hash: Buffer.from(""),
        status: 200,
        reply: "{}",
        created_at: group.clock.now(),
      })
      .execute();
    await purge(group.db, { now: group.clock.now(), keepsMail: false });
    expect(await countOf("sessions")).toBe(1);
    expect(await countOf("mail_tokens")).toBe(1);
    const read = await group.api("GET", "/api/user/get_user_data", { token: member.token });
    expect(read.status).toBe(200);

    group.clock.advanceMinutes(31 * 24 * 60);
    await purge(group.db, { now: group.clock.now(), keepsMail: true });
    expect(await countOf("sessions")).toBe(0);
    expect(await countOf("mail_tokens")).toBe(0);
    const keys = await group.db.selectFrom("idempotency_keys").select("key").execute();
    expect(keys).toEqual([]);
    expect((await group.mailbox()).length).toBeGreaterThan(0);
    await purge(group.db, { now: group.clock.now(), keepsMail: false });
    expect(await group.mailbox()).toEqual([]);
  });
});

test("what waits for a second official is mailed to the others over SMTP, each in their language", async () => {
  const books = await appointBookkeepers(group);
  const { chairperson, treasurer, secGen } = books;
  const saver = await books.member();
  await books.contribute(saver, 5_000);
  const language = (by: TestMember) =>
    group.db.updateTable("members").set({ language: "sw" }).where("id", "=", by.id).execute();
  await language(secGen);
  const nameOf = (by: TestMember) => readName(group.db, by.id);
  const post = async (by: TestMember, path: string, body: object) => {
    const answer = await group.api("POST", path, { token: by.token, body });
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };
  await post(chairperson, "/api/group/settings/", { second_person_above: 1_000 });
  await group.db.deleteFrom("mails").execute();
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(group.db);
  const smtp = await startSmtp();
  await work(smtp.url);
  const { status } = await post(treasurer, "/api/accounting/create_ledger_entry/", {
    type: "expense",
    category: "social_welfare",
    description: "Exit of the old tenant",
    amount: 1_200.5,
  });
  expect(status).toBe("proposed");
  await post(chairperson, "/api/group/settings/", { second_person_above: null });
  await expect.poll(() => smtp.taken.length).toBe(6);
  const mails = await Promise.all(smtp.taken.map((each) => PostalMime.parse(each)));
  const reported = mails.map(({ to, subject, text }) => ({
    to: to?.[0]?.address,
    subject,
    body: text?.split("\n\n")[1],
  }));
  const money = "KES 1,200.50";
  const chairs = await knownAsOf(group.db, chairperson.id);
  expect(reported).toHaveLength(6);
  expect(reported).toEqual(
    expect.arrayContaining([
      {
        to: chairperson.email,
        subject: `Akiba Group: ${money} out of the bank waits for a second official`,
        body: `${await nameOf(treasurer)} proposes this, which takes ${money} out of the bank: Exit of the old tenant`,
      },
      {
        to: secGen.email,
        subject: `Akiba Group: ${money} kutoka benki zinasubiri afisa wa pili`,
        body: `${await nameOf(treasurer)} anapendekeza hili, linalotoa ${money} kutoka benki: Exit of the old tenant`,
      },
      ...[chairperson, treasurer, saver].map(({ email }) => ({
        to: email,
        subject: "Akiba Group: a change of the settings waits for a second official",
        body: `${chairs} proposes this change of the settings: No second person is asked any more, now above KES 1,000.00.`,
      })),
      {
        to: secGen.email,
        subject: "Akiba Group: badiliko la mipangilio linasubiri afisa wa pili",
        body: `${chairs} anapendekeza badiliko hili la mipangilio: Hakuna mtu wa pili anayeombwa tena, sasa ni zaidi ya KES 1,000.00.`,
      },
    ]),
  );
});

// A test's own group: a database cloned from the template, the application on a real port, and a clock to set.
import pino, { type Logger } from "pino";
import { sql } from "kysely";
import { nairobiDate } from "#domain/calendar.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { buildApp } from "#server/app.ts";
import { openCallbackStore } from "#server/core/daraja/callback-store.ts";
import { openThrottle } from "#server/core/requests/throttle.ts";
import {
  type ConnectionOptions,
  type Database,
  inTransaction,
  openDatabase,
  openPool,
} from "#server/db/connection.ts";
import { migrate } from "#server/db/migrate.ts";
import { openReplica } from "#server/db/replica.ts";
import { asServer } from "#server/db/open-database.ts";
import { appointOfficial } from "#server/features/members/change-office.ts";
import { runDueJobs } from "#server/jobs/worker.ts";
import { readConfig } from "#server/platform/config.ts";
import type { Office } from "#domain/permissions.ts";
import { readEvidence } from "#server/verify/evidence.ts";
import { holdToCatalogue, holdToContract } from "./hold-answer.ts";
import { createTestDatabase } from "./test-database.ts";
import { unnamedFacts } from "./unnamed-facts.ts";
import { openTestWorkers } from "./workers.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape.
export type Json = any;
export type Answer = { status: number; body: Json; headers: Headers };
export type RequestParams = { token?: string; body?: unknown; headers?: Record<string, string> };
export type TestMember = {
  id: number;
  token: string;
  username: string;
  email: string;
  phone: string;
  password: string;
};

export type TestGroup = Awaited<ReturnType<typeof startGroup>>;

type OwnConnection = Parameters<typeof asServer>[0];
export type ServerOptions = {
  rateLimit?: boolean;
  publicUrl?: string;
  log?: Logger;
  /** A standby that reports are read from. */
  replica?: ConnectionOptions;
  /** What reads uploaded files in place of the built program. */
  readWorker?: URL;
  /** More of the environment. */
  env?: Record<string, string>;
  /** By how many minutes the clock is wrong after each request; drawn again each time. */
  offBy?: () => number;
};

const usualEvidence = { isEmbedded: false, dataDir: null, backupDir: null };

/** When a test's clock begins, unless the test says otherwise. */
export const usualStart = "2026-03-16T09:00:00+03:00";

/**
 * Starts a group without members, or with those in the database of `connection`, or in a clone of the database
 * `copyOf`. `rateLimit` is off unless a test is about it.
 */
export async function startGroup(
  options: ServerOptions & {
    startsAt?: string;
    connection?: OwnConnection;
    copyOf?: string;
  } = {},
) {
  const connection = options.connection ?? (await createTestDatabase(options.copyOf));
  const serverConnection = asServer(connection);
  if (options.connection !== undefined) await migrate(connection, serverConnection);
  // As the owner of the database: tests write things that the server may not.
  const pool = openPool(connection);
  const db = openDatabase(pool);
  const clock = testClock(new Date(options.startsAt ?? usualStart));
  const servers = [
    await startServer({ connection: serverConnection, owner: connection }, clock.now, options),
  ];
  const first = servers[0]!;
  let people = options.copyOf === undefined ? 0 : await countMembers(db);

  /** Every text that people sent to the first server. */
  const typed = new Set<string>();
  const api = async (method: string, path: string, request: RequestParams = {}) => {
    collectTexts(request.body, typed);
    const answer = await ask(first.url, method, path, request);
    if (options.offBy !== undefined) clock.beOffBy(options.offBy());
    return answer;
  };

  async function signUp(params: Record<string, unknown> = {}): Promise<TestMember> {
    const number = ++people;
    const form = {
      first_name: "Wanjiku",
      last_name: `Kamau ${number}`,
      username: `wanjiku${number}`,
      email: `wanjiku${number}@example.com`,
      RegNo: `REG/${String(number).padStart(3, "0")}`,
      phone: `07${String(10_000_000 + number)}`,
      password: "mti wa matunda 27",
      confirm_password: "mti wa matunda 27",
      ...params,
    };
    const answer = await api("POST", "/api/user/signup/", { body: form });
    if (answer.status !== 201) throw new Error(`sign-up: ${JSON.stringify(answer.body)}`);
    const { id } = await db
      .selectFrom("members")
      .select("id")
      .where("username", "=", form.username)
      .executeTakeFirstOrThrow();
    return {
      id,
      token: "",
      username: form.username,
      email: form.email,
      phone: form.phone,
      password: form.password,
    };
  }

  async function mailbox(
    recipient?: string,
  ): Promise<{ recipient: string; subject: string; body: string }[]> {
    let query = db.selectFrom("mails").select(["recipient", "subject", "body"]).orderBy("id");
    if (recipient !== undefined) query = query.where("recipient", "=", recipient);
    return (await query.execute()).map((mail) => ({ ...mail, body: mail.body ?? "" }));
  }

  /** The token in the newest mail to `recipient` with a link of this kind. */
  async function mailedToken(
    recipient: string,
    kind: "activate" | "forgot-password" | "confirm-email" | "undo-email",
  ): Promise<string> {
    const pattern = new RegExp(`/user/${kind}/([^/\\s]+)`);
    const tokens = (await mailbox(recipient)).flatMap((mail) => pattern.exec(mail.body)?.[1] ?? []);
    const token = tokens.at(-1);
    if (token === undefined) throw new Error(`no ${kind} mail to ${recipient}`);
    return token;
  }

  async function signIn(member: { email: string; password: string }): Promise<string> {
    const answer = await api("POST", "/api/user/login", {
      body: { email: member.email, password: member.password },
    });
    if (answer.status !== 200) throw new Error(`sign-in: ${JSON.stringify(answer.body)}`);
    return answer.body.access;
  }

  /** Signed up, email proven. */
  async function provenMember(params: Record<string, unknown>): Promise<TestMember> {
    const member = await signUp(params);
    const activation_token = await mailedToken(member.email, "activate");
    await api("POST", "/api/user/activate/", { body: { activation_token } });
    return member;
  }

  /** Signed up, email proven, signed in; waits for the Chairperson. */
  async function pendingMember(params: Record<string, unknown> = {}): Promise<TestMember> {
    const member = await provenMember(params);
    return { ...member, token: await signIn(member) };
  }

  /** An official, appointed by the founding command. */
  async function official(
    office: Office,
    params: Record<string, unknown> = {},
  ): Promise<TestMember> {
    const member = await provenMember(params);
    await appointOfficial(db, { email: member.email, office, now: clock.now() });
    return { ...member, token: await signIn(member) };
  }

  /** A member whom a Chairperson has approved. */
  async function activeMember(
    chairperson: TestMember,
    params: Record<string, unknown> = {},
  ): Promise<TestMember> {
    const member = await pendingMember(params);
    const answer = await api("POST", `/api/user/admin_manage_user/${member.id}/`, {
      token: chairperson.token,
      body: { action: "approve" },
    });
    if (answer.status !== 200) throw new Error(`approve: ${JSON.stringify(answer.body)}`);
    return member;
  }

  return {
    api,
    typed,
    db,
    url: first.url,
    clock,
    /**
     * Sets the clock back on purpose, more than the two days that the server allows (SAFE-29), as `npm run accept-clock` lets an operator
     * do. From then on no clock of this group is ahead.
     */
    async backTo(text: string) {
      clock.set(text);
      await acceptEarlierClock(db, clock.now());
    },
    connection,
    /** As the server's own role. */
    serverConnection,
    /** What `verify` knows besides the database. */
    evidence: () => readEvidence({ ...usualEvidence, server: serverConnection, owner: connection }),
    signUp,
    signIn,
    pendingMember,
    activeMember,
    official,
    mailbox,
    mailedToken,
    /** A second server on the same database. */
    async addServer() {
      const server = await startServer(
        { connection: serverConnection, owner: connection },
        clock.now,
        options,
      );
      servers.push(server);
      return {
        url: server.url,
        api: (method: string, path: string, request: RequestParams = {}) =>
          ask(server.url, method, path, request),
      };
    },
    async close() {
      for (const server of servers) await server.stop();
      const unnamed = await unnamedFacts(db).finally(() => pool.end());
      if (unnamed.length > 0) throw new Error(unnamed.join("\n"));
    },
  };
}

function collectTexts(value: unknown, into: Set<string>): void {
  if (typeof value === "string") into.add(value.trim());
  else if (value !== null && typeof value === "object")
    for (const each of Object.values(value)) collectTexts(each, into);
}

async function countMembers(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom("members")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function startServer(
  { connection, owner }: { connection: ConnectionOptions; owner: ConnectionOptions },
  now: () => Date,
  {
    rateLimit = false,
    publicUrl = "http://localhost:3000",
    log,
    readWorker,
    replica: standby,
    env = {},
  }: ServerOptions,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const pool = openPool(connection);
  const db = openDatabase(pool);
  const replica =
    standby === undefined
      ? undefined
      : openReplica({ connection: standby, primary: pool, now, tell: () => undefined });
  const config = readConfig({ PUBLIC_URL: publicUrl, ...env });
  const callbacks =
    config.daraja === null
      ? undefined
      : openCallbackStore({
          connection,
          dataDir: config.dataDir,
          warn: () => undefined,
        });
  const workers = openTestWorkers(readWorker);
  const app = await buildApp({
    config,
    db,
    replica,
    callbacks,
    throttle: openThrottle(pool, rateLimit),
    log: log ?? pino({ level: "silent" }),
    now,
    evidence: () => readEvidence({ ...usualEvidence, server: connection, owner }),
    webRoot: "/nowhere",
    workers: workers.of("chama"),
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 });
  return {
    url,
    stop: async () => {
      await app.close();
      await workers.stop();
      await callbacks?.stop();
      await replica?.stop();
      await pool.end();
    },
  };
}

async function ask(
  url: string,
  method: string,
  path: string,
  request: RequestParams,
): Promise<Answer> {
  const { token, body, headers } = request;
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  const answer = {
    status: response.status,
    body: isJson ? JSON.parse(text) : text,
    headers: response.headers,
  };
  holdToContract({ method, path, ...answer });
  if (isJson && answer.headers.get("content-language") === null) holdToCatalogue(answer.body);
  return answer;
}

async function acceptEarlierClock(db: Database, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await recordAudit(tx, {
      now,
      actorId: null,
      action: "clock.accept",
      subject: "books",
      subjectId: null,
      after: { date: nairobiDate(now) },
      address: null,
    });
    await sql`
      INSERT INTO group_clock (first_started_at, alive_at, newest_at, logged_to, accepted_at)
      SELECT at, '9000-01-01', at, id, at FROM audit_entries WHERE action = 'clock.accept' ORDER BY id DESC LIMIT 1
      ON CONFLICT (only_row) DO UPDATE
         SET newest_at = excluded.newest_at, logged_to = excluded.logged_to, accepted_at = excluded.accepted_at`.execute(
      tx,
    );
  });
}

function testClock(start: Date) {
  let instant = start;
  let offMinutes = 0;
  return {
    now: () => new Date(instant.getTime() + offMinutes * 60_000),
    /** Makes the clock wrong by so many minutes; 0 puts it right. */
    beOffBy: (minutes: number) => void (offMinutes = minutes),
    set: (text: string) => void (instant = new Date(text)),
    advanceMinutes: (minutes: number) =>
      void (instant = new Date(instant.getTime() + minutes * 60_000)),
  };
}

/**
 * Runs the queued jobs of a test's group, as the server's own worker would. Returns what they printed: the mails, since
 * a test's group has no SMTP server.
 */
export async function runJobs(group: TestGroup): Promise<string[]> {
  const printed: string[] = [];
  await runDueJobs({ ...workerParts(group), print: (text) => printed.push(text) });
  return printed;
}

/** What a job queue of the group needs; it sends no mail. */
export const workerParts = (group: TestGroup) => ({
  connection: group.serverConnection,
  config: {
    smtpUrl: null,
    mailFrom: "no-reply@localhost",
    publicUrl: "http://localhost:3000",
    backupDir: null,
    backupRecipient: null,
    signingKeyFile: "/nowhere/signing.pem",
  },
  log: pino({ level: "silent" }),
  now: group.clock.now,
  evidence: group.evidence,
});

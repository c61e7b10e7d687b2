// The tasks of the job queue: one for each kind of job (server/db/job-queue.ts), and those that run by the clock.
import { randomUUID } from "node:crypto";
import type { Task } from "graphile-worker";
import { sql } from "kysely";
import { firstOfMonth, nairobiDate } from "#domain/calendar.ts";
import type { ClockState } from "#domain/clock.ts";
import { backUpNightly, readLastSigned } from "#server/backup/backup-runs.ts";
import { countDueSettings } from "#server/core/approvals/guarded-settings.ts";
import { readTreeHead, type TreeHead } from "#server/core/audit-log/log-tree.ts";
import { openClock } from "#server/core/clock/clock.ts";
import { treeHeadLetter } from "#server/core/mail/composed-letters.ts";
import { notifyOfficials, notice } from "#server/core/notices/notify.ts";
import { countDueOffices } from "#server/core/offices/office-proposals.ts";
import { sendMailOfNotice } from "#server/core/notices/send-mail-message.ts";
import {
  openDatabase,
  openPool,
  inTransaction,
  type ConnectionOptions,
  type Database,
  type Tx,
} from "#server/db/connection.ts";
import { addJob, type JobPayloads } from "#server/db/job-queue.ts";
import { mailActivationLink, mailResetLink } from "#server/features/auth/mailed-links.ts";
import { printStatement } from "#server/features/documents/statement-report.ts";
import { sendMonthPage, type Attaching } from "#server/features/notices/month-page.ts";
import { sendDigest } from "#server/features/notices/remind-of-dates.ts";
import { recordByAccount } from "#server/features/mpesa-asks/record-by-account.ts";
import { settleAsk } from "#server/features/mpesa-asks/settle-ask.ts";
import { submitPayments } from "#server/submit-payments.ts";
import type { Config } from "#server/platform/config.ts";
import type { Mailer } from "#server/platform/mailer.ts";
import type { Printer } from "#server/platform/pdf/printer.ts";
import type { Evidence } from "#server/verify/evidence.ts";
import { checkBooksAndKeep, readLastVerifyRun } from "#server/verify/verify-runs.ts";
import { purge, sweepDay } from "./sweep.ts";

type TaskParts = {
  connection: ConnectionOptions;
  config: Pick<
    Config,
    "smtpUrl" | "publicUrl" | "backupDir" | "backupRecipient" | "signingKeyFile"
  >;
  mailer: Mailer;
  now: () => Date;
  evidence: () => Promise<Evidence>;
  /** Without it no statement is attached. */
  printer?: Printer | undefined;
  /** Reports failures that stopped nothing. */
  warn: (error: unknown, what: string) => void;
};

/**
 * When tasks run by the clock, in UTC, three hours behind Nairobi. With `fill` they run at the next start if the server was off. A key
 * makes what several days and servers ask for one job.
 */
const TIMETABLE = [
  // Every read applies what is due first, so this is only for the record while nobody asks.
  "*/5 * * * * count-settings ?jobKey=count-settings",
  // Five minutes into the day. The check of the books and the backup follow it.
  "5 21 * * * sweep ?fill=1d&jobKey=sweep",
  "15 22 * * * verify ?fill=1d&jobKey=verify",
  "0 0 * * * purge ?fill=2d",
  // At 8 in the morning, or at a later start that day.
  "0 5 * * * digest ?fill=12h&jobKey=digest",
  // Soon after the start of the month's first day; each later day sends what is still lacking.
  "10 21 * * * month-page ?fill=1d&jobKey=month-page",
  // At 5 in the morning of the first day of a month; of months without a server only the last is made up for.
  "0 2 1 * * mail-log-head ?fill=5w&jobKey=mail-log-head",
];
const BACKUP_TIME = "0 23 * * * backup ?fill=1d&jobKey=backup";

const LATER_MS = 60_000;

/** The tasks, on two connections of their own, and their timetable as the queue reads it. */
export function taskList(parts: TaskParts) {
  const { connection, config, mailer, now, evidence } = parts;
  const pool = openPool(connection, 2);
  const db = openDatabase(pool);
  const { publicUrl, backupDir, backupRecipient: recipient, signingKeyFile } = config;
  const clock = openClock(db);
  /** What happens because its time has come waits for a sure day; the server then sweeps again (SAFE-29, SAFE-30). */
  const inTime = (work: () => Promise<void>) => async () => {
    if ((await clock.state(now())) === "ok") await work();
  };
  /** What somebody else did is taken up later instead. */
  const orLater =
    <Name extends keyof JobPayloads>(
      name: Name,
      work: (payload: JobPayloads[Name]) => Promise<void>,
      isUnfit: (state: ClockState) => boolean,
    ) =>
    async (payload: JobPayloads[Name]) => {
      if (!isUnfit(await clock.state(now()))) return work(payload);
      await inTransaction(db, (tx) => addJob(tx, { name, payload, inMs: LATER_MS }));
    };
  const jobs: { [Name in keyof JobPayloads]: (payload: JobPayloads[Name]) => Promise<void> } = {
    "send-mail": ({ mailId }) => deliverMail(db, mailer, { mailId, now: now() }),
    "mail-reset-link": (requested) => mailResetLink(db, { ...requested, publicUrl, now: now() }),
    "mail-activation-link": (requested) =>
      mailActivationLink(db, { ...requested, publicUrl, now: now() }),
    sweep: inTime(() => sweepDay(db, now())),
    "count-office": orLater(
      "count-office",
      (waiting) => countOfficeInTime(db, { ...waiting, now: now() }),
      (state) => state !== "ok",
    ),
    "record-by-account": orLater(
      "record-by-account",
      (checked) => recordByAccount(db, { ...checked, submit: submitPayments, now: now() }),
      (state) => state === "behind",
    ),
    // An ask also ends by time.
    "settle-ask": orLater(
      "settle-ask",
      (woken) => settleAsk(db, { ...woken, submit: submitPayments, now: now() }),
      (state) => state !== "ok",
    ),
    "month-page": inTime(() => sendMonthPage(db, now(), attaching(db, parts))),
    digest: inTime(() => sendDigest(db, now())),
  };
  const list: Record<string, Task> = {
    ...(jobs as Record<string, Task>),
    "count-settings": () => countDueSettings(db, now()),
    purge: inTime(() => purge(db, { now: now(), keepsMail: config.smtpUrl === null })),
    verify: () => checkBooksAndKeep(db, { now, evidence }),
    "mail-log-head": inTime(() => mailTreeHead(db, { now: now(), publicUrl })),
  };
  // Of several servers, those without a folder leave it to the others.
  if (backupDir !== null)
    list["backup"] = () =>
      backUpNightly({ db, connection }, { folder: backupDir, recipient, signingKeyFile }, now);
  const timetable = backupDir === null ? TIMETABLE : [...TIMETABLE, BACKUP_TIME];
  return { list, timetable: timetable.join("\n"), close: () => pool.end() };
}

/** How the month's page gets its statements: only if mail goes out. */
function attaching(db: Database, { config, printer, warn }: TaskParts): Attaching | null {
  const { publicUrl, smtpUrl } = config;
  if (smtpUrl === null || printer === undefined) return null;
  return {
    print: (statement) => printStatement(db, { printer, publicUrl }, statement),
    failed: (error) => warn(error, "a statement could not be attached to the month's page"),
  };
}

// A proposed office takes effect when its time comes, also without a request (MEM-24).

const SOON_MS = 1_000;

/** The queue uses the database's clock and the group the application's: if that one is behind, the job runs again. */
async function countOfficeInTime(
  db: Database,
  { proposalId, now }: { proposalId: number; now: Date },
): Promise<void> {
  await countDueOffices(db, now);
  const early = await db
    .selectFrom("office_proposals")
    .select("effective_at")
    .where("id", "=", proposalId)
    .where("outcome", "is", null)
    .where("effective_at", ">", now)
    .executeTakeFirst();
  if (early === undefined) return;
  const inMs = Math.max(SOON_MS, early.effective_at.getTime() - now.getTime());
  await inTransaction(db, (tx) =>
    addJob(tx, { name: "count-office", payload: { proposalId }, inMs }),
  );
}

// The job that sends one mail.

/**
 * A notice's mail is sent at most once. The text of a sent mail is erased, since it may contain a token; a printed
 * mail stays readable.
 */
async function deliverMail(
  db: Database,
  mailer: Mailer,
  params: { mailId: number; now: Date },
): Promise<void> {
  const sent = await sendMailOfNotice(db, mailer, { ...params, claimer: `mail ${randomUUID()}` });
  if (sent === "notice") return;
  const mail = await db
    .selectFrom("mails")
    .selectAll()
    .where("id", "=", params.mailId)
    .executeTakeFirst();
  if (mail === undefined || mail.body === null || mail.sent_at !== null) return;
  const outcome = await mailer.deliver({ ...mail, body: mail.body, createdAt: mail.created_at });
  if (outcome === "printed") return;
  await db
    .updateTable("mails")
    .set({ sent_at: params.now, body: null, attachment: null })
    .where("id", "=", mail.id)
    .execute();
}

/**
 * Mails the tree head of the log to every official, so that a copy exists where nobody who runs the server can change it. Once a month,
 * however often and on however many servers it runs; not before the log's first entry.
 */
export async function mailTreeHead(
  db: Database,
  params: { now: Date; publicUrl: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const head = await readTreeHead(tx);
    if (head === null || !(await noteTreeHead(tx, head, params.now))) return;
    const check = await readLastVerifyRun(tx);
    const backup = await readLastSigned(tx);
    const letter = treeHeadLetter(head, { ...params, check, backup });
    const { size, fingerprint } = head;
    const moment = { at: params.now };
    await notifyOfficials(tx, {
      letter,
      notice: notice("tree_head", { moment, size, fingerprint }),
      now: params.now,
    });
  });
}

/** Whether this month's is new; waits for another server that is about to note it. */
async function noteTreeHead(tx: Tx, head: TreeHead, now: Date): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO noted_heads (month, size, root, noted_at)
    VALUES (${firstOfMonth(nairobiDate(now))}, ${head.size}, decode(${head.fingerprint}, 'hex'), ${now})
    ON CONFLICT (month) DO NOTHING RETURNING month`.execute(tx);
  return rows.length > 0;
}

// The tasks of the job queue: one for each kind of job (server/db/job-queue.ts), and those of every night.
import { randomUUID } from "node:crypto";
import type { Task } from "graphile-worker";
import { countDueSettings } from "#server/core/approvals/setting-proposals.ts";
import { countDueOffices } from "#server/core/members/office-proposals.ts";
import { sendMailOfNotice } from "#server/core/notices/send-mail-message.ts";
import {
  openDatabase,
  openPool,
  inTransaction,
  type ConnectionOptions,
  type Database,
} from "#server/db/connection.ts";
import { addJob, type JobPayloads } from "#server/db/job-queue.ts";
import { mailActivationLink, mailResetLink } from "#server/features/auth/mailed-links.ts";
import { printStatement } from "#server/features/documents/statement-report.ts";
import { sendMonthPage, type Attaching } from "#server/features/notices/month-page.ts";
import { sendDigest } from "#server/features/notices/remind-of-dates.ts";
import type { Config } from "#server/platform/config.ts";
import type { Mailer } from "#server/platform/mailer.ts";
import { openPrinter } from "#server/platform/pdf/printer.ts";
import type { Evidence } from "#server/verify/evidence.ts";
import { checkBooksAndKeep } from "#server/verify/verify-runs.ts";
import { mailTreeHead } from "./mail-tree-head.ts";
import { backUpNightly } from "./nightly-backup.ts";
import { purge } from "./purge.ts";
import { sweepDay } from "./sweep.ts";

type TaskParts = {
  connection: ConnectionOptions;
  config: Pick<
    Config,
    "smtpUrl" | "publicUrl" | "backupDir" | "backupRecipient" | "signingKeyFile"
  >;
  mailer: Mailer;
  now: () => Date;
  evidence: () => Promise<Evidence>;
  /** The built file of server/workers/print-report.ts; without it no statement is attached. */
  printWorker?: URL | undefined;
  /** Reports failures that stopped nothing. */
  warn: (error: unknown, what: string) => void;
};

/** The tasks, on two connections of their own. */
export function taskList(parts: TaskParts) {
  const { connection, config, mailer, now, evidence } = parts;
  const pool = openPool(connection, 2);
  const db = openDatabase(pool);
  const { publicUrl, backupDir, backupRecipient: recipient, signingKeyFile } = config;
  const jobs: { [Name in keyof JobPayloads]: (payload: JobPayloads[Name]) => Promise<void> } = {
    "send-mail": ({ mailId }) => deliverMail(db, mailer, { mailId, now: now() }),
    "mail-reset-link": (requested) => mailResetLink(db, { ...requested, publicUrl, now: now() }),
    "mail-activation-link": (requested) =>
      mailActivationLink(db, { ...requested, publicUrl, now: now() }),
    sweep: () => sweepDay(db, now()),
    "count-office": (waiting) => countOfficeInTime(db, { ...waiting, now: now() }),
  };
  const list: Record<string, Task> = {
    ...(jobs as Record<string, Task>),
    "count-settings": () => countDueSettings(db, now()),
    purge: () => purge(db, { now: now(), keepsMail: config.smtpUrl === null }),
    digest: () => sendDigest(db, now()),
    "month-page": () => sendMonthPage(db, now(), attaching(db, parts)),
    verify: () => checkBooksAndKeep(db, { now, evidence }),
    "mail-log-head": () => mailTreeHead(db, { now: now(), publicUrl }),
  };
  // Of several servers, those without a folder leave it to the others.
  if (backupDir !== null)
    list["backup"] = () =>
      backUpNightly({ db, connection }, { folder: backupDir, recipient, signingKeyFile }, now);
  return { list, close: () => pool.end() };
}

const PRINTED_WITHIN_MS = 20_000;
const PRINTER_IDLE_MS = 5_000;

/** How the month's page gets its statements: only if mail goes out. */
function attaching(db: Database, { config, printWorker, warn }: TaskParts): Attaching | null {
  const { publicUrl, smtpUrl } = config;
  if (smtpUrl === null || printWorker === undefined) return null;
  const printer = openPrinter({
    worker: printWorker,
    limitMs: PRINTED_WITHIN_MS,
    idleMs: PRINTER_IDLE_MS,
  });
  return {
    print: (statement) => printStatement(db, { printer, publicUrl }, statement),
    failed: (error) => warn(error, "a statement could not be attached to the month's page"),
    close: () => printer.stop(),
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

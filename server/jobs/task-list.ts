// What the job queue can do: one task for each kind of job (core/job-queue.ts), and those of every night.
import type { Task } from "graphile-worker";
import type { JobPayloads } from "#server/db/job-queue.ts";
import {
  openDatabase,
  openPool,
  type ConnectionOptions,
  type Database,
} from "#server/db/connection.ts";
import { mailActivationLink, mailResetLink } from "#server/features/auth/mailed-links.ts";
import type { Config } from "#server/platform/config.ts";
import type { Mailer } from "#server/platform/mailer.ts";
import type { Evidence } from "#server/verify/evidence-invariants.ts";
import { checkBooksAndKeep } from "#server/verify/verify-runs.ts";
import { mailTreeHead } from "./mail-tree-head.ts";
import { backUpNightly } from "./nightly-backup.ts";
import { countDueSettings } from "#server/core/approvals/setting-proposals.ts";
import { purge } from "./purge.ts";
import { sendDigest } from "#server/features/notices/remind-of-dates.ts";
import { sendMonthPage, type Attaching } from "#server/features/notices/month-page.ts";
import { countOfficeInTime } from "./count-office.ts";
import { openPrinter } from "#server/platform/pdf/printer.ts";
import { printStatement } from "#server/features/documents/statement-report.ts";
import { deliverMail } from "./send-mail.ts";
import { sweepDay } from "./sweep.ts";

export type TaskParts = {
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
  /** Tells of what went wrong and stopped nothing. */
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
  // Of several servers those without a folder leave it to the others.
  if (backupDir !== null)
    list["backup"] = () =>
      backUpNightly({ db, connection }, { folder: backupDir, recipient, signingKeyFile }, now);
  return { list, close: () => pool.end() };
}

const PRINTED_WITHIN_MS = 20_000;
const PRINTER_IDLE_MS = 5_000;

/** How the month's page gets its statements: by mail alone, and so only where mail goes out. */
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

// GET /api/health: whether the database answers (API-13); officials see more. POST /api/verify/: checks the books.
import { statfs } from "node:fs/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import {
  getHealth,
  verifyNow,
  type ArchiveView,
  type ServerWarning,
  type VerifyView,
  type BackupView,
} from "#contract/health.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { can } from "#domain/permissions.ts";
import { Refusal, refuse } from "#domain/refusal.ts";
import { noArchive } from "#server/archive/archivist.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { openClock } from "#server/core/clock/clock.ts";
import { resumingSessions } from "#server/core/identity/sessions.ts";
import type { Database, Tx, Reader } from "#server/db/connection.ts";
import type { Replica } from "#server/db/replica.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { bearerToken } from "#server/http/admission.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import type { Evidence } from "#server/verify/evidence.ts";
import {
  checkBooks,
  keepVerifyRun,
  readLastVerifyRun,
  type VerifyRun,
} from "#server/verify/verify-runs.ts";

export function healthRoutes(
  app: FastifyInstance,
  routes: Routes,
  {
    db,
    now,
    evidence,
    archive = () => noArchive,
    replica,
    warnings = [],
    diskFolder,
  }: {
    db: Database;
    now: () => Date;
    evidence: () => Promise<Evidence>;
    archive?: () => ArchiveView;
    replica?: Pick<Replica, "view"> | undefined;
    warnings?: readonly ServerWarning[];
    diskFolder?: string;
  },
): void {
  const resumeSession = resumingSessions(db);
  const clock = openClock(db);
  const reach = sharing(async () => {
    await sql`SELECT 1`.execute(db);
    if (diskFolder !== undefined) await requireRoom(diskFolder);
  });
  app.get(getHealth.path, async (request) => {
    try {
      await reach();
    } catch (error) {
      if (error instanceof DiskFull) request.log.error(error.message);
      else request.log.warn({ err: error }, "the database does not answer");
      throw refuse("database-away");
    }
    const details = (await isForOfficial(request))
      ? {
          ...(await readHealthDetails(db)),
          archive: archive(),
          ...(replica === undefined ? {} : { replica: replica.view() }),
          warnings,
        }
      : {};
    return { status: "ok", clock: await clock.state(now()), ...details };
  });

  routes.write(verifyNow, keepCheck, { prepare: () => checkBooks(db, { now, evidence }) });

  /** An ended session sees the public answer. */
  async function isForOfficial(request: FastifyRequest): Promise<boolean> {
    const token = bearerToken(request);
    if (token === null) return false;
    try {
      return can((await resumeSession(token, now())).actor, "health.read");
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }
}

// A database on a full disk still reads, and refuses every write.

const ROOM_LEAST_BYTES = 4 * 1024 * 1024;

class DiskFull extends Error {}

/** Throws if whoever runs PostgreSQL has less than 4 MiB left on the disk of that folder. */
async function requireRoom(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const left = bavail * bsize;
  if (left < ROOM_LEAST_BYTES)
    throw new DiskFull(
      `the disk is full: ${left} bytes are left for ${folder}, so that nothing can be stored; make room on it`,
    );
}

/** However many ask at once: who asks while one runs gets the answer of the next, which all of them share. */
function sharing(act: () => Promise<unknown>): () => Promise<unknown> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<unknown> | null = null;
  return () =>
    (next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return (running = act());
      }));
}

// The check of the books that a Chairperson starts.

/** Stores the result of the check, and who started it. */
async function keepCheck(
  tx: Tx,
  by: SignedInRequest<undefined, undefined>,
  run: VerifyRun,
): Promise<{ detail: string; verify: VerifyView }> {
  await keepVerifyRun(tx, run);
  const held = run.checked - run.breaches.length;
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "books.verify",
    subject: "books",
    subjectId: null,
    after: { checked: run.checked, held },
    address: by.origin.address,
  });
  const verify = await readVerify(tx);
  if (verify === null) throw new Error("the check was not kept");
  return { detail: by.t("done.books.verified", { held, count: run.checked }), verify };
}

// The results of the last check of the books and the last backup.

async function readHealthDetails(
  reader: Reader,
): Promise<{ verify: VerifyView | null; backup: BackupView | null }> {
  return { verify: await readVerify(reader), backup: await readBackup(reader) };
}

/** The last check; null before the first. */
async function readVerify(reader: Reader): Promise<VerifyView | null> {
  const run = await readLastVerifyRun(reader);
  if (run === null) return null;
  const { finished_at: at, ...verdict } = run;
  return { at: nairobiIso(at), ...verdict };
}

async function readBackup(reader: Reader): Promise<BackupView | null> {
  const run = await reader
    .selectFrom("backup_runs")
    .select(["finished_at", "bytes", "is_encrypted", "failure", "signer", "manifest_sha256"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (run === undefined) return null;
  return {
    at: nairobiIso(run.finished_at),
    ok: run.failure === null,
    bytes: run.bytes === null ? null : Number(run.bytes),
    encrypted: run.is_encrypted,
    failure: run.failure,
    signer: run.signer,
    digest: run.manifest_sha256?.toString("hex") ?? null,
  };
}

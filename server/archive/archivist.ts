// Maintains the archive of the embedded PostgreSQL's log while a server runs: it makes base backups in time, removes
// what is no longer needed, and measures how far behind the archive is. PostgreSQL itself stores the log, and needs no
// server for it.
import { mkdir, readFile, rm, stat, statfs, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { existsSync } from "node:fs";
import type { FastifyBaseLogger } from "fastify";
import { Client } from "pg";
import type { ArchiveView } from "#contract/health.ts";
import { nairobiIso } from "#domain/calendar.ts";
import type { ConnectionOptions } from "#server/db/connection.ts";
import { errorCode } from "#server/db/embedded/file-errors.ts";
import { copySeenHeads } from "#server/db/seen-heads.ts";
import type { LogArchive } from "#server/db/embedded/log-archive.ts";
import {
  followLog,
  isSegment,
  listArchive,
  nextSegment,
  readLsn,
  removeOutlived,
  SEGMENT_BYTES,
  segmentEnd,
} from "./archive-folder.ts";
import { writeBaseBackup } from "./base-backup.ts";

const LOOK_MS = 2_000;
const BASE_AGAIN_MS = 60_000;
/** Base backups follow the nightly backup, which begins at 02:00 in Nairobi; this is 02:30 there, in UTC. */
const NIGHT_UTC_MS = (23 * 60 + 30) * 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** The advisory lock of the server that makes a base backup. */
const BASE_LOCK = 7_265_004;

export type Archivist = { view: () => ArchiveView; stop(): Promise<void> };

export const noArchive: ArchiveView = {
  on: false,
  last_at: null,
  behind_seconds: null,
  failure: null,
};

/** `archive` is null for an external database, whose operator archives its log. */
export function startArchivist(parts: {
  archive: LogArchive | null;
  /** The server's folder, whose tree heads seen are copied beside the archive. */
  dataDir: string;
  owner: ConnectionOptions;
  log: FastifyBaseLogger;
  now: () => Date;
  /** Mails the failure to the officials. */
  tell: (failure: string) => Promise<void>;
}): Archivist {
  const { archive, dataDir, owner, log, now, tell } = parts;
  if (archive === null) return { view: () => noArchive, stop: async () => undefined };
  const alarm = openArchiveAlarm({ notes: archive.notes, now, tell });
  const stopping = new AbortController();
  const pause = (ms: number) =>
    wait(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
  if (!archive.on) {
    const { failure } = archive;
    if (failure !== null) log.warn(failure);
    const reminding = (async () => {
      for (; !stopping.signal.aborted; await pause(LOOK_MS))
        await alarm.look(failure).catch((error: unknown) => {
          log.warn({ err: error }, "the officials cannot be told of the archive; trying again");
        });
    })();
    return {
      view: () => ({ ...noArchive, failure }),
      stop: async () => {
        stopping.abort();
        await reminding;
      },
    };
  }
  const { folder, notes, recipient } = archive;
  const lag = openArchiveLag();
  /** The newest segment in the folder; null while there is none. */
  let newest: { segment: string; at: Date } | null = null;
  let failure: string | null = null;
  let baseFailure: string | null = null;
  let baseTriedAt = 0;
  let isWhole: boolean | null = null;
  let reasonToStop: string | null = null;
  let seen: string | null = null;

  const look = async (client: Client) => {
    const found = await readArchiver(client);
    if (found.stored !== seen || newest === null) newest = await findNewest(folder);
    seen = found.stored;
    const storedEnd = storedUpTo();
    lag.look({ at: now(), lsn: found.lsn, snapshot: found.snapshot, storedEnd });
    if (!found.isOn) failure = "PostgreSQL was started without the archive: start Akiba again.";
    else if (found.isFailing) await noteFailure(client);
    else failure = null;
    if (failure === null && reasonToStop === null) {
      await copySeenHeads(dataDir, dirname(folder));
      await makeBase(client, found.current);
    }
    await alarm.look(failing());
  };

  const failing = () => reasonToStop ?? failure ?? baseFailure;

  const noteFailure = async (client: Client) => {
    if (reasonToStop !== null) return;
    failure = await readFile(join(notes, "failure"), "utf8").catch(
      () => "PostgreSQL cannot run the program that archives its log: see postgres.log.",
    );
    if (!(await fillsDisk(client, notes))) return;
    await archive.stop();
    reasonToStop = `It was given up until the next start, since the log would have filled the disk: ${failure}`;
    log.error(reasonToStop);
  };

  const storedUpTo = () => (newest === null ? 0n : segmentEnd(newest.segment));

  const makeBase = async (client: Client, current: string) => {
    if (now().getTime() - baseTriedAt < BASE_AGAIN_MS) return;
    const files = await listArchive(folder);
    const last = files.bases.at(-1);
    isWhole ??=
      last !== undefined && (await isFollowed(client, files, { from: last.from, current }));
    if (isWhole && last !== undefined && last.finishedAt > lastNight(now())) return;
    baseTriedAt = now().getTime();
    if (!(await takeLock(client))) return;
    try {
      const { file } = await writeBaseBackup(owner, { folder, recipient, now });
      log.info(`the archive of the log has a new base backup, ${file}`);
      isWhole = true;
      baseFailure = null;
      await removeOutlived(folder);
    } catch (error) {
      baseFailure = `A base backup could not be made: ${error instanceof Error ? error.message : String(error)}`;
      log.error({ err: error }, "a base backup could not be made");
    } finally {
      await client.query("SELECT pg_advisory_unlock($1)", [BASE_LOCK]);
    }
  };

  const watch = async () => {
    while (!stopping.signal.aborted) {
      const client = new Client({ ...owner, application_name: "akiba archive" });
      client.on("error", () => undefined);
      try {
        await client.connect();
        for (; !stopping.signal.aborted; await pause(LOOK_MS)) await look(client);
      } catch (error) {
        log.warn({ err: error }, "the archive of the log cannot be looked after; trying again");
        await pause(LOOK_MS);
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  };
  const watching = watch();
  return {
    view: () => ({
      on: true,
      last_at: newest === null ? null : nairobiIso(newest.at),
      behind_seconds: lag.behindSeconds(storedUpTo(), now()),
      failure: failing(),
    }),
    stop: async () => {
      stopping.abort();
      await watching;
    },
  };
}

async function readArchiver(client: Client) {
  const { rows } = await client.query<{
    is_on: boolean;
    stored: string | null;
    is_failing: boolean;
    lsn: string;
    current: string;
    snapshot: string;
  }>(`SELECT current_setting('archive_mode') <> 'off' AS is_on, last_archived_wal AS stored,
             coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS is_failing,
             pg_current_wal_insert_lsn()::text AS lsn, pg_walfile_name(pg_current_wal_insert_lsn()) AS current,
             pg_current_snapshot()::text AS snapshot
        FROM pg_stat_archiver`);
  const row = rows[0];
  if (row === undefined) throw new Error("PostgreSQL says nothing of its archiver");
  return {
    isOn: row.is_on,
    isFailing: row.is_failing,
    stored: row.stored,
    lsn: readLsn(row.lsn),
    current: row.current,
    snapshot: row.snapshot,
  };
}

/** Reads the folder, because what PostgreSQL remembers as archived may be gone from the disk. */
async function findNewest(folder: string): Promise<{ segment: string; at: Date } | null> {
  const { stored } = await listArchive(folder).catch((error: unknown) => {
    // The backup disk is away, and PostgreSQL's archiver reports that.
    if (errorCode(error) === "ENOENT") return { stored: [] };
    throw error;
  });
  const last = stored.findLast(({ of }) => isSegment(of));
  return last === undefined
    ? null
    : { segment: last.of, at: (await stat(join(folder, last.file))).mtime };
}

/** Whether the log from `from` on has no gap: each segment is stored, or PostgreSQL still has it and will store it. */
async function isFollowed(
  client: Client,
  files: Awaited<ReturnType<typeof listArchive>>,
  { from, current }: { from: string; current: string },
): Promise<boolean> {
  const { missing, beyond } = followLog(files, from);
  if (beyond.length > 0) return false;
  if (missing >= current) return true;
  const { rows } = await client.query<{ name: string }>(
    "SELECT left(name, 24) AS name FROM pg_ls_archive_statusdir() WHERE name LIKE '%.ready'",
  );
  const waiting = new Set(rows.map(({ name }) => name));
  let segment = missing;
  while (segment < current && waiting.has(segment)) segment = nextSegment(segment);
  return segment >= current;
}

/** The last moment at which a base backup was due. */
function lastNight(now: Date): Date {
  const night = Math.floor(now.getTime() / DAY_MS) * DAY_MS + NIGHT_UTC_MS;
  return new Date(night > now.getTime() ? night - DAY_MS : night);
}

async function takeLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    "SELECT pg_try_advisory_lock($1) AS taken",
    [BASE_LOCK],
  );
  return rows[0]?.taken === true;
}

/**
 * Whether more than 4 segments of the log wait and take more room than the disk has left. A full disk would stop the
 * books, which is worse than having no archive.
 */
async function fillsDisk(client: Client, notes: string): Promise<boolean> {
  const { rows } = await client.query<{ count: string }>(
    "SELECT count(*) AS count FROM pg_ls_archive_statusdir() WHERE name LIKE '%.ready'",
  );
  const waiting = BigInt(rows[0]?.count ?? 0) * SEGMENT_BYTES;
  const { bavail, bsize } = await statfs(notes, { bigint: true });
  return waiting > 4n * SEGMENT_BYTES && bavail * bsize < waiting;
}

// Measures how far the archive is behind the database.

const SAME_MS = 60_000;
/**
 * PostgreSQL finishes a segment with a change after archive_timeout (60 s), so one that is open for longer has none.
 */
const FINISHED_MS = 75_000;
/** The length of each segment's header, in bytes. */
const HEADER_BYTES = 40n;

/** `lsn` and `storedEnd` are positions in the log, in bytes; `snapshot` differs after each change. */
type LogPosition = { at: Date; lsn: bigint; snapshot: string; storedEnd: bigint };

/** Call `look` every few seconds. An idle PostgreSQL also writes to its log, but its snapshot stays equal. */
export function openArchiveLag() {
  /** The changes that `look` found, at most one a minute: since when they are there, and the log's position then. */
  let changes: { since: Date; upTo: bigint }[] = [];
  let last: LogPosition | null = null;
  let changedAt = 0;
  return {
    look(position: LogPosition): void {
      const { at, lsn, snapshot, storedEnd } = position;
      const beyond = lsn % SEGMENT_BYTES;
      if (last === null || last.snapshot !== snapshot) {
        changedAt = at.getTime();
        const since = last?.at ?? at;
        const upTo = beyond <= HEADER_BYTES ? lsn - beyond : lsn;
        const newest = changes.at(-1);
        if (newest !== undefined && since.getTime() - newest.since.getTime() < SAME_MS)
          newest.upTo = upTo;
        else changes.push({ since, upTo });
      } else if (at.getTime() - changedAt > FINISHED_MS && lsn - beyond === storedEnd) changes = [];
      last = position;
    },
    /** Seconds since the oldest change after `storedEnd`, up to which the log is stored; 0 if there is none. */
    behindSeconds(storedEnd: bigint, now: Date): number {
      changes = changes.filter(({ upTo }) => upTo > storedEnd);
      const oldest = changes[0];
      if (oldest === undefined) return 0;
      return Math.max(0, Math.round((now.getTime() - oldest.since.getTime()) / 1000));
    },
  };
}

// Mails the officials when the archive fails: once until it works again, also across restarts.

/** A shorter failure is not mailed, such as a share that is soon mounted again. */
const FAILS_FOR_MS = 5 * 60_000;

type ArchiveAlarm = {
  /** Call it regularly with the present failure; null while everything works. */
  look(failure: string | null): Promise<void>;
};

/** `notes` is the folder beside the data with the note that the officials were notified. */
export function openArchiveAlarm(parts: {
  notes: string;
  now: () => Date;
  tell: (failure: string) => Promise<void>;
}): ArchiveAlarm {
  const { notes, now, tell } = parts;
  const notedFile = join(notes, "officials-told");
  let failsSince: number | null = null;
  return {
    async look(failure) {
      if (failure === null) {
        failsSince = null;
        await rm(notedFile, { force: true });
        return;
      }
      failsSince ??= now().getTime();
      if (now().getTime() - failsSince < FAILS_FOR_MS || existsSync(notedFile)) return;
      await tell(failure);
      await mkdir(notes, { recursive: true, mode: 0o755 });
      await writeFile(notedFile, `${now().toISOString()}\n`);
    },
  };
}

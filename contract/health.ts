// Whether the application works; for officials also whether the books are consistent and backed up (API-13).
import * as z from "zod/mini";
import { clockStates } from "#domain/clock.ts";
import * as at from "./addresses/health.ts";
import { defineEndpoint } from "./endpoint.ts";
import { moment } from "./fields.ts";

export const verifyView = z.object({
  at: moment,
  ok: z.boolean(),
  /** The number of invariants checked. */
  checked: z.number(),
  /** The invariants that do not hold: name, the sentence that is false, and the first rows that break it. */
  failures: z.array(
    z.object({
      name: z.string(),
      holds: z.string(),
      offenders: z.array(z.object({ id: z.number(), found: z.string() })),
    }),
  ),
});

export type VerifyView = z.output<typeof verifyView>;

export const backupView = z.object({
  at: moment,
  ok: z.boolean(),
  /** Null when it failed. */
  bytes: z.nullable(z.number()),
  encrypted: z.boolean(),
  failure: z.nullable(z.string()),
  /** The key that signed it, and the SHA-256 of its manifest: a restore prints both. Null when it failed. */
  signer: z.nullable(z.string()),
  digest: z.nullable(z.string()),
});

export type BackupView = z.output<typeof backupView>;

/** The archive of the embedded database's write-ahead log (SAFE-24). */
export const archiveView = z.object({
  /**
   * False for an external database, without a backup folder on another file system than the data's, and if the archive
   * could not begin: `failure` then says why.
   */
  on: z.boolean(),
  /** When the newest archived segment of the log was stored; null before the first, and while the archive is off. */
  last_at: z.nullable(moment),
  /** Whole seconds since the oldest change that is not archived yet; 0 if all are, null while the archive is off. */
  behind_seconds: z.nullable(z.number()),
  failure: z.nullable(z.string()),
});

export type ArchiveView = z.output<typeof archiveView>;

/** The read replica of reports (SAFE-27). */
export const replicaView = z.object({
  /** Why reports read the primary instead; null while they read the replica. */
  failure: z.nullable(z.string()),
  /** The age of its figures in whole seconds; null while reports read the primary. */
  behind_seconds: z.nullable(z.number()),
});

export type ReplicaView = z.output<typeof replicaView>;

/** A problem that the operator should fix, although the server works. */
export const serverWarning = z.enum(["server-owns-database", "no-smtp"]);
export type ServerWarning = z.output<typeof serverWarning>;

export const getHealth = defineEndpoint(at.getHealth, {
  access: "public",
  summary:
    "Whether the database answers; 503 when it does not. Officials also see the last check of the books",
  reply: z.object({
    status: z.literal("ok"),
    /** Whether the server's clock can be right, by what the group has seen (SAFE-29, SAFE-30). */
    clock: z.enum(clockStates),
    /** Only for officials: the last check of the books, and the last backup. Null before the first. */
    verify: z.optional(z.nullable(verifyView)),
    backup: z.optional(z.nullable(backupView)),
    archive: z.optional(archiveView),
    /** Left out if there is no replica. */
    replica: z.optional(replicaView),
    warnings: z.optional(z.array(serverWarning)),
  }),
});

export const verifyNow = defineEndpoint(at.verifyNow, {
  access: "books.verify",
  summary: "Check every invariant of the books at once",
  reply: z.object({ detail: z.string(), verify: verifyView }),
});

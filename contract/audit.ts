// The audit log: who did what to whom, when and from where (SAFE-10).
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { datesInOrder, periodQuery } from "./date-fields.ts";
import { id, kes, moment, pageQuery, idOf, text } from "./fields.ts";
import { person } from "./people.ts";

const facts = z.nullable(z.record(z.string(), z.unknown()));

export const auditEntry = z.object({
  id,
  at: moment,
  /** Null when nobody was signed in, as at sign-up, and for what the application does by itself. */
  actor: z.nullable(person),
  /** Named like a permission: `contributions.approve`. */
  action: z.string(),
  /** The kind of thing it was done to, and which one. */
  subject: z.string(),
  subject_id: z.nullable(id),
  /** Whom it was done to: the member, or the one whose payment, loan, fine or debt it is. */
  member: z.nullable(person),
  /** Of the payment, loan, fine or proposal; null for anything else. */
  amount: z.nullable(kes),
  /** Where it stands in the journal; null for what posted nothing. */
  entry_id: z.nullable(id),
  /** Only what changed. */
  before: facts,
  after: facts,
  address: z.nullable(z.string()),
  /** How the hash of its seal begins; null in the moment before it is sealed. */
  sealed: z.nullable(z.string()),
});

export type AuditEntryView = z.output<typeof auditEntry>;

export const getAudit = defineEndpoint({
  method: "GET",
  path: "/api/audit/",
  access: "audit.read",
  summary: "The audit log, newest first",
  query: z
    .object({
      ...pageQuery,
      ...periodQuery,
      /** An action, or all that begin so: `contributions.approve`, `contributions`. */
      action: z.optional(text("Action", 60)),
      actor: z.optional(idOf("Actor")),
      subject: z.optional(text("Subject", 60)),
      subject_id: z.optional(idOf("Subject id")),
    })
    .check(datesInOrder),
  reply: z.object({ entries: z.array(auditEntry), count: z.number() }),
});

export const getAuditHead = defineEndpoint({
  method: "GET",
  path: "/api/audit/head/",
  access: "reports.read",
  summary:
    "How long the sealed audit log is, and its fingerprint, as every printed report shows them",
  reply: z.object({
    entries: z.number(),
    /** The hash of the newest seal, which stands for the whole log; null before the first. */
    fingerprint: z.nullable(z.string()),
  }),
});

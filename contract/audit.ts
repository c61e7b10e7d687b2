// The audit log: who did what to whom, when and from where (SAFE-10).
import * as z from "zod/mini";
import * as at from "./addresses/audit.ts";
import { defineEndpoint } from "./endpoint.ts";
import { datesInOrder, periodQuery } from "./date-fields.ts";
import { id, kes, moment, pageQuery, idOf, text } from "./fields.ts";
import { person } from "./people.ts";

const facts = z.nullable(z.record(z.string(), z.unknown()));

export const auditEntry = z.object({
  id,
  at: moment,
  /** Null when nobody was signed in, as at sign-up, and for actions of the application itself. */
  actor: z.nullable(person),
  /** The auditor who did it, by the name of their seat (MEM-40); left out for everybody else. */
  auditor: z.optional(z.string()),
  /** Named like a permission: `contributions.approve`. */
  action: z.string(),
  /** The kind and the id of what was changed. */
  subject: z.string(),
  subject_id: z.nullable(id),
  /** The member concerned: the person themselves, or the owner of the payment, loan, fine or debt. */
  member: z.nullable(person),
  /** The amount of the payment, loan, fine or proposal; null for anything else. */
  amount: z.nullable(kes),
  /** The journal entry it posted; null if it posted nothing. */
  entry_id: z.nullable(id),
  /** Only the fields that changed. */
  before: facts,
  after: facts,
  address: z.nullable(z.string()),
  /** How the hash of its seal begins; null in the moment before it is sealed. */
  sealed: z.nullable(z.string()),
});

export type AuditEntryView = z.output<typeof auditEntry>;

export const getAudit = defineEndpoint(at.getAudit, {
  access: "audit.read",
  summary: "The audit log, newest first",
  query: z
    .object({
      ...pageQuery,
      ...periodQuery,
      /** An action or the beginning of one: `contributions.approve`, `contributions`. */
      action: z.optional(text("Action", 60)),
      actor: z.optional(idOf("Actor")),
      subject: z.optional(text("Subject", 60)),
      subject_id: z.optional(idOf("Subject id")),
    })
    .check(datesInOrder),
  reply: z.object({ entries: z.array(auditEntry), count: z.number() }),
});

export const getAuditHead = defineEndpoint(at.getAuditHead, {
  access: "reports.read",
  summary:
    "The number of sealed audit entries and the log's fingerprint, as every printed report shows them",
  reply: z.object({
    entries: z.number(),
    /** The hash of the newest seal, which stands for the whole log; null before the first. */
    fingerprint: z.nullable(z.string()),
  }),
});

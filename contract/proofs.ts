// Proofs that anybody can check: a member's own entries in the log, and an earlier log in the present one
// (docs/decisions/012-proofs.md).
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { moment, plainDate, wholeNumber } from "./fields.ts";
import { person } from "./people.ts";

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const head = z.object({
  entries: z.number().check(z.int(), z.positive()),
  /** The root of the tree over that many entries. */
  fingerprint: hash,
});

/** What `GET /api/audit/proof/` gives; the check page reads such a file from whoever brings one. */
export const proofFile = z.object({
  format: z.literal("akiba-proof"),
  version: z.literal(1),
  /** How to check it, in words. */
  how: z.array(z.string()),
  group: z.string(),
  made_at: moment,
  member: person,
  head,
  entries: z.array(
    z.object({
      /** Its place in the log, from 0. */
      place: z.number().check(z.int(), z.nonnegative()),
      /** The entry itself and its lines: the member's own as text, of all others only the hash. */
      parts: z
        .array(z.union([z.object({ salt: hash, text: z.string() }), z.object({ hash })]))
        .check(z.minLength(1)),
      /** RFC 6962, 2.1.1: the audit path, from the leaf upwards. */
      path: z.array(hash),
    }),
  ),
  /** Entries so new that the log takes them in only now. */
  not_yet_logged: z.number(),
});

export type ProofFileView = z.output<typeof proofFile>;

export const downloadProof = defineEndpoint({
  method: "GET",
  path: "/api/audit/proof/",
  access: "own.read",
  summary:
    "One's own journal entries with the proof that they belong to the log, as a file to be checked at /check",
  reply: proofFile,
});

const size = (label: string) => wholeNumber(label, { min: 1, max: Number.MAX_SAFE_INTEGER });

export const getConsistency = defineEndpoint({
  method: "GET",
  path: "/api/audit/consistency/",
  access: "public",
  summary:
    "The proof that the log of `to` entries (the present one by default) begins with that of `from` entries: hashes only",
  query: z.object({ from: size("from"), to: z.optional(size("to")) }),
  reply: z.object({
    from: head,
    to: head,
    /** RFC 6962, 2.1.2. */
    path: z.array(hash),
  }),
});

export const getNotedHeads = defineEndpoint({
  method: "GET",
  path: "/api/audit/noted/",
  access: "audit.read",
  summary: "The heads of the log that were mailed to the officials, newest first",
  reply: z.object({ noted: z.array(z.extend(head, { month: plainDate, at: moment })) }),
});

// What `GET /api/audit/proof/` gives; the check page reads such a file from whoever brings one.
import * as z from "zod/mini";
import { moment } from "./fields.ts";
import { person } from "./people.ts";

export const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
export const head = z.object({
  entries: z.number().check(z.int(), z.positive()),
  /** The root of the tree over that many entries. */
  fingerprint: hash,
});

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

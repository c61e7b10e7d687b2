// The answer of `GET /api/audit/proof/`. The check page (/check) reads such a file from anybody.
import * as z from "zod/mini";
import { moment } from "./fields.ts";
import { person } from "./people.ts";

export const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
export const head = z.object({
  entries: z.number().check(z.int(), z.positive()),
  /** The root hash of the tree over these entries. */
  fingerprint: hash,
});

export const proofFile = z.object({
  format: z.literal("akiba-proof"),
  version: z.literal(1),
  /** How to check the file, in sentences. */
  how: z.array(z.string()),
  group: z.string(),
  made_at: moment,
  member: person,
  head,
  entries: z.array(
    z.object({
      /** The entry's index in the log, from 0. */
      place: z.number().check(z.int(), z.nonnegative()),
      /** The entry's head, then its lines: the member's own lines as text, everything else only as its hash. */
      parts: z
        .array(z.union([z.object({ salt: hash, text: z.string() }), z.object({ hash })]))
        .check(z.minLength(1)),
      /** RFC 6962, 2.1.1: the audit path, from the leaf upwards. */
      path: z.array(hash),
    }),
  ),
  /** The number of the member's entries that are too new to be in the log. */
  not_yet_logged: z.number(),
});

export type ProofFileView = z.output<typeof proofFile>;

// Proofs that anybody can check: that a member's own entries are in the log, and that the present log begins with an
// earlier one (docs/decisions/012-proofs.md).
import * as z from "zod/mini";
import * as at from "./addresses/proofs.ts";
import { defineEndpoint } from "./endpoint.ts";
import { moment, plainDate, wholeNumber } from "./fields.ts";
import { hash, head, proofFile } from "./proof-file.ts";

export const downloadProof = defineEndpoint(at.downloadProof, {
  access: "own.read",
  summary:
    "One's own journal entries with the proof that they are in the log, as a file that /check checks",
  reply: proofFile,
});

const size = (label: "from" | "to") => wholeNumber(label, { min: 1, max: Number.MAX_SAFE_INTEGER });

export const getConsistency = defineEndpoint(at.getConsistency, {
  access: "public",
  summary:
    "The proof that the log of `to` entries (the present one by default) begins with that of `from` entries: hashes only",
  query: z.object({ from: size("from"), to: z.optional(size("to")) }),
  reply: z.object({
    from: head,
    to: head,
    /** The consistency proof of RFC 6962, 2.1.2. */
    path: z.array(hash),
    /** When the operator last accepted another copy of the database (SAFE-25); left out if they never did. */
    accepted_at: z.optional(moment),
  }),
});

export const getNotedHeads = defineEndpoint(at.getNotedHeads, {
  access: "audit.read",
  summary: "The log's tree heads that were mailed to the officials, newest first",
  reply: z.object({ noted: z.array(z.extend(head, { month: plainDate, at: moment })) }),
});

import { sha256 } from "@noble/hashes/sha2.js";
import { safeParse } from "zod/mini";
import { proofFile, type ProofFileView } from "#contract/proof-file.ts";
import { checkProof } from "#domain/proofs/check-proof.ts";
import "#web/api/schemas/jitless.ts";

// Enough for some ten thousand entries.
const LARGEST_BYTES = 50 * 1024 * 1024;

export type ReadProof =
  | ({ file: ProofFileView } & ReturnType<typeof checkProof>)
  | { problem: "notAFile" | "tooLarge" };

/** Reads and checks a chosen file on this device. */
export async function readProofFile(chosen: File): Promise<ReadProof> {
  if (chosen.size > LARGEST_BYTES) return { problem: "tooLarge" };
  let content: unknown;
  try {
    content = JSON.parse(await chosen.text());
  } catch {
    return { problem: "notAFile" };
  }
  const read = safeParse(proofFile, content);
  if (!read.success) return { problem: "notAFile" };
  const utf8 = new TextEncoder();
  const tools = { hash: sha256, utf8: (text: string) => utf8.encode(text) };
  return { file: read.data, ...checkProof(tools, read.data) };
}

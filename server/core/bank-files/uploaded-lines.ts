// The lines of an uploaded statement as they are stored. Runs in the process that reads uploaded files.
import { createHash } from "node:crypto";
import type { FileLine, StatementFile } from "#domain/statements/statement-file.ts";
import { readBankFile, type BankFileOptions } from "./read-bank-file.ts";

/** A line as it is stored. */
export type UploadedLine = Omit<FileLine, "kind"> & {
  kind: Exclude<FileLine["kind"], "transfer">;
};

export type Upload = Omit<StatementFile, "lines"> & {
  lines: UploadedLine[];
  sha256: Buffer;
};

/** Refuses a file that is no statement; faults within its lines are in `problems`. */
export async function readUploadHere(bytes: Uint8Array, options: BankFileOptions): Promise<Upload> {
  const file = await readBankFile(bytes, options);
  const lines = file.lines.map((line) => ({
    ...line,
    // A transfer is known by both of its lines, which a file does not have.
    kind: line.kind === "transfer" ? directionOf(line) : line.kind,
    reference: line.reference === null ? null : storable(line.reference, 60),
    code: line.code === null ? null : storable(line.code, 60),
    details: storable(line.details, 1_000),
    party: line.party === null ? null : storable(line.party, 200),
    accountTyped: line.accountTyped === null ? null : storable(line.accountTyped, 100),
  }));
  return { ...file, lines, sha256: createHash("sha256").update(bytes).digest() };
}

const directionOf = ({ amountCents }: FileLine) =>
  amountCents < 0n ? ("payment_out" as const) : ("payment_in" as const);

/** PostgreSQL stores neither control characters nor halves of one. */
export function storable(text: string, most: number): string {
  return text
    .replaceAll(/[\p{Cc}\p{Surrogate}]+/gu, " ")
    .trim()
    .slice(0, most)
    .replace(/\p{Surrogate}$/u, "");
}

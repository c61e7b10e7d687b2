// The lines of an uploaded statement as they are stored, each with what makes it one and the same in whatever file it is
// (STAT-3). Runs in the process that reads uploaded files.
import { createHash } from "node:crypto";
import type { FileLine, StatementFile } from "#domain/statements/statement-file.ts";
import { readStatementFile, type StatementOptions } from "./read-statement.ts";

/** A line as it is stored. */
export type UploadedLine = Omit<FileLine, "kind"> & {
  kind: Exclude<FileLine["kind"], "transfer">;
  identity: Buffer;
};

export type Upload = Omit<StatementFile, "lines"> & {
  lines: UploadedLine[];
  sha256: Buffer;
};

/** Refuses a file that is no statement; faults within its lines are in `problems`. */
export async function readUploadHere(
  bytes: Uint8Array,
  options: StatementOptions,
): Promise<Upload> {
  const file = await readStatementFile(bytes, options);
  const identities = identitiesOf(file);
  const lines = file.lines.map((line, index) => ({
    ...line,
    // A transfer is known by both of its lines, which a file does not have.
    kind: line.kind === "transfer" ? directionOf(line) : line.kind,
    reference: line.reference === null ? null : storable(line.reference, 60),
    code: line.code === null ? null : storable(line.code, 60),
    details: storable(line.details, 1_000),
    party: line.party === null ? null : storable(line.party, 200),
    accountTyped: line.accountTyped === null ? null : storable(line.accountTyped, 100),
    // As many as there are lines.
    identity: identities[index]!,
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

/** A hash of 32 bytes for each line, in their order. Equal lines of a file differ by their rank among them. */
function identitiesOf({ format, lines }: Pick<StatementFile, "format" | "lines">): Buffer[] {
  const ranks = new Map<string, number>();
  return lines.map((line) => {
    const same = JSON.stringify([
      sourceOf(line, format),
      line.amountCents < 0n ? "out" : "in",
      String(line.amountCents),
      line.kind,
    ]);
    const rank = (ranks.get(same) ?? 0) + 1;
    ranks.set(same, rank);
    return createHash("sha256").update(`${same} ${rank}`).digest();
  });
}

/** A receipt of M-PESA is given once; banks write `FEES` or a cheque's number on many days. */
function sourceOf({ reference, at, details }: FileLine, format: StatementFile["format"]) {
  if (reference === null) return [at.slice(0, 10), plain(details)];
  return format === "bank" ? [reference, at.slice(0, 10)] : reference;
}

/** The exports of one issuer differ in spaces and capitals. */
const plain = (details: string) => details.replaceAll(/\s+/g, " ").trim().toLowerCase();

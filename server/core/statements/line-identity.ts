// What makes a line one and the same in whatever file it stands (STAT-3).
import { createHash } from "node:crypto";
import type { FileLine, StatementFile } from "#domain/statements/statement-file.ts";

/** A hash of 32 bytes for each line, in their order. Equal lines of a file differ by their rank among them. */
export function identitiesOf({ format, lines }: Pick<StatementFile, "format" | "lines">): Buffer[] {
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

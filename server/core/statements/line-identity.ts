// What makes a line one and the same in whatever file it stands (STAT-3).
import { createHash } from "node:crypto";
import type { FileLine } from "#domain/statements/statement-file.ts";

/** A hash of 32 bytes for each line, in their order. Equal lines of a file differ by their rank among them. */
export function identitiesOf(lines: readonly FileLine[]): Buffer[] {
  const ranks = new Map<string, number>();
  return lines.map((line) => {
    const same = JSON.stringify([
      line.reference ?? [line.at.slice(0, 10), plain(line.details)],
      line.amountCents < 0n ? "out" : "in",
      String(line.amountCents),
      line.kind,
    ]);
    const rank = (ranks.get(same) ?? 0) + 1;
    ranks.set(same, rank);
    return createHash("sha256").update(`${same} ${rank}`).digest();
  });
}

/** The exports of one issuer differ in spaces and capitals. */
const plain = (details: string) => details.replaceAll(/\s+/g, " ").trim().toLowerCase();

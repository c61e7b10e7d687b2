// Checks a member's proof file by computation only: no account, no server.
import { parsePlainDate, type PlainDate } from "../calendar.ts";
import type { Cents } from "../money.ts";
import { readHex } from "./fingerprint.ts";
import { hashPart, journalLeaf, isSame, rootByInclusion, type Hash } from "./merkle-tree.ts";

/** A part that is shown, or only the hash of another person's part. */
export type ProofPart = { salt: string; text: string } | { hash: string };

export type ProofFile = {
  member: { id: number };
  head: { entries: number; fingerprint: string };
  entries: readonly {
    /** Its position in the log, from 0. */
    place: number;
    parts: readonly ProofPart[];
    path: readonly string[];
  }[];
};

export type ProvenLine = {
  entryId: number;
  date: PlainDate;
  description: string;
  account: string;
  /** Debit positive. */
  amountCents: Cents;
};

export type ProofFault = {
  /** Counted from 1, as in the file. */
  entry: number;
  /** What the entry says of itself, if it is readable. */
  line: ProvenLine | null;
  /**
   * `not-in-log`: its text, salt or hashes were altered. `not-yours`: it belongs to another member than the file.
   * `twice`: the file has the same entry before.
   */
  why: "unreadable" | "not-in-log" | "not-yours" | "twice";
};

type Tools = { hash: Hash; utf8: (text: string) => Uint8Array };

/** Every proven line, and every entry that is not proven, each in the order of the file. */
export function checkProof(
  tools: Tools,
  file: ProofFile,
): { lines: ProvenLine[]; faults: ProofFault[] } {
  const root = readHex(file.head.fingerprint);
  const seen = new Set<number>();
  const lines: ProvenLine[] = [];
  const faults: ProofFault[] = [];
  for (const [index, entry] of file.entries.entries()) {
    const shown = entry.parts.flatMap((part, number) => readLine(part, number) ?? []);
    const fault = (why: ProofFault["why"]) =>
      faults.push({ entry: index + 1, line: shown[0]?.line ?? null, why });
    if (shown.length === 0 || shown.length !== entry.parts.filter(isShown).length)
      fault("unreadable");
    else if (root === null || !leadsTo(tools, root, entry, file.head.entries)) fault("not-in-log");
    else if (shown.some(({ memberId }) => memberId !== file.member.id)) fault("not-yours");
    else if (seen.has(entry.place)) fault("twice");
    else lines.push(...shown.map(({ line }) => line));
    seen.add(entry.place);
  }
  return { lines, faults };
}

function isShown(part: ProofPart): part is { salt: string; text: string } {
  return "text" in part;
}

function leadsTo(
  { hash, utf8 }: Tools,
  root: Uint8Array,
  { place, parts, path }: ProofFile["entries"][number],
  size: number,
): boolean {
  const hashes = parts.map((part) => {
    if (!isShown(part)) return readHash(part.hash);
    const salt = readHash(part.salt);
    return salt && hashPart(hash, salt, utf8(part.text));
  });
  const steps = path.map(readHash);
  if (!hashes.every((each) => each !== null) || !steps.every((each) => each !== null)) return false;
  const leaf = journalLeaf(hash, hashes);
  const found = rootByInclusion(hash, { leaf, position: place, size, path: steps });
  return found !== null && isSame(found, root);
}

function readHash(text: string): Uint8Array | null {
  const bytes = readHex(text);
  return bytes?.length === 32 ? bytes : null;
}

/**
 * A shown part, which must be a posting: number, day, description, account, cents, member and loan, of a fund also
 * the fund, as PostgreSQL writes them.
 */
function readLine(part: ProofPart, number: number) {
  if (!isShown(part)) return undefined;
  let fields: unknown;
  try {
    fields = JSON.parse(part.text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(fields) || (fields.length !== 8 && fields.length !== 9)) return undefined;
  const [entryId, line, day, description, account, cents, memberId] = fields as unknown[];
  const date = parsePlainDate(day);
  if (date === null || line !== number || !isWhole(entryId) || !isWhole(cents)) return undefined;
  if (typeof description !== "string" || typeof account !== "string") return undefined;
  const proven: ProvenLine = { entryId, date, description, account, amountCents: BigInt(cents) };
  return { memberId, line: proven };
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

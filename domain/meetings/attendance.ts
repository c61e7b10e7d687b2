// The marks of a roll: who was there, which mark stands when two phones differ, and the fines that follow (MEET-3 to MEET-6).
import { assert } from "../assert.ts";
import { type Cents, sumOf } from "../money.ts";
import { refuse, type Refusal } from "../refusal.ts";
import { parseFraction, peopleNeeded } from "./quorum.ts";

export const attendances = ["present", "late", "apology", "absent"] as const;
export type Attendance = (typeof attendances)[number];
/** Null: not marked yet. */
export type Mark = Attendance | null;

/** What a mark costs, in cents; 0 is no fine. */
export type MeetingFines = Record<Exclude<Attendance, "present">, Cents>;

export type MarkCounts = Record<Attendance | "unmarked", number>;
export type Quorum = { rule: string; needed: number; there: number; reached: boolean };

/** A person on the roll. */
export type RollRow = {
  memberId: number;
  name: string;
  mark: Mark;
  /** A fine of this meeting was charged and not taken back. */
  hasFine: boolean;
  isExcepted: boolean;
  /** Nobody is fined after leaving. */
  mayBeFined: boolean;
};

export function isThere(mark: Mark): boolean {
  return mark === "present" || mark === "late";
}

export function whoWasThere(
  roll: readonly { memberId: number; mark: Mark }[],
): ReadonlySet<number> {
  return new Set(roll.filter(({ mark }) => isThere(mark)).map(({ memberId }) => memberId));
}

export function countMarks(roll: readonly { mark: Mark }[]): MarkCounts {
  const counts = { present: 0, late: 0, apology: 0, absent: 0, unmarked: 0 };
  for (const { mark } of roll) counts[mark ?? "unmarked"] += 1;
  return counts;
}

/** `rule` is a fraction of the roll. Whoever apologises is not there. */
export function quorumOf(rule: string, counts: MarkCounts): Quorum {
  const fraction = parseFraction(rule);
  assert(fraction !== null, `${rule} is a fraction`);
  const there = counts.present + counts.late;
  const needed = peopleNeeded(fraction, there + counts.apology + counts.absent + counts.unmarked);
  return { rule, needed, there, reached: there >= needed };
}

/** A mark as a phone sends it; `was` is the one that it saw. */
export type SentMark = { memberId: number; mark: Attendance; was: Mark };

/**
 * Which marks are written, and which come back because another one stands there by now; the same mark is neither. Refuses
 * all of them for somebody who is not on the roll or is marked twice, and if a fine rests on a mark that would change.
 */
export function sortMarks(
  roll: readonly RollRow[],
  sent: readonly SentMark[],
): { written: SentMark[]; conflicts: SentMark[] } | Refusal {
  const rows = new Map(roll.map((row) => [row.memberId, row]));
  if (new Set(sent.map(({ memberId }) => memberId)).size < sent.length)
    return refuse("marked-twice").at("marks");
  const written: SentMark[] = [];
  const conflicts: SentMark[] = [];
  for (const each of sent) {
    const row = rows.get(each.memberId);
    if (row === undefined) return refuse("mark-off-roll").at("marks");
    if (row.mark === each.mark) continue;
    if (row.mark !== each.was) {
      conflicts.push(each);
      continue;
    }
    if (row.hasFine) return refuse("mark-bears-fine", { member: row.name }).at("marks");
    written.push(each);
  }
  return { written, conflicts };
}

export type ProposedFine = { memberId: number; mark: keyof MeetingFines; cents: Cents };

/** The fines that are left to charge: nobody has two of one meeting, and who was excepted has none. */
export function proposeFines(roll: readonly RollRow[], fines: MeetingFines): ProposedFine[] {
  return roll.flatMap(({ memberId, mark, hasFine, isExcepted, mayBeFined }) => {
    if (mark === null || mark === "present" || hasFine || isExcepted || !mayBeFined) return [];
    const cents = fines[mark];
    return cents === 0n ? [] : [{ memberId, mark, cents }];
  });
}

/**
 * Divides what is proposed into what is charged and what is waived. Refuses if nothing is left, somebody is excepted who
 * has nothing proposed, or the total is not the one that was seen.
 */
export function chooseFines(
  proposed: readonly ProposedFine[],
  { except, totalSeenCents }: { except: readonly number[]; totalSeenCents: Cents },
): { charged: ProposedFine[]; waived: ProposedFine[] } | Refusal {
  if (proposed.length === 0) return refuse("no-meeting-fine-left");
  const waived = proposed.filter(({ memberId }) => except.includes(memberId));
  const charged = proposed.filter(({ memberId }) => !except.includes(memberId));
  const isAsSeen =
    waived.length === new Set(except).size &&
    sumOf(charged, ({ cents }) => cents) === totalSeenCents;
  return isAsSeen ? { charged, waived } : refuse("figures-changed").at("total_seen");
}

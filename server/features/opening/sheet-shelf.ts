// Sheets with something wrong in them, until they are fetched with their column Problem (OPEN-14). In memory alone: a rehearsal
// writes nothing.
import { randomBytes } from "node:crypto";
import type { SheetPart } from "#server/core/opening/validate-opening.ts";

const STORED_FOR_MS = 15 * 60_000;

export type ShelvedSheet = {
  parts: readonly SheetPart[];
  /** What stands in the column Problem, by table and row (from 1). */
  problems: readonly { table: number | null; sheet: string; row: number; text: string }[];
  problemHeading: string;
};

export type SheetShelf = ReturnType<typeof openSheetShelf>;

/** Holds one sheet of each person: the next takes its place, so that an office holds at most 5 MB. */
export function openSheetShelf() {
  const byOwner = new Map<number, { token: string; storedUntil: number; sheet: ShelvedSheet }>();

  return {
    /** The token by which its owner fetches it. */
    put(ownerId: number, sheet: ShelvedSheet, now: Date): string {
      const token = randomBytes(24).toString("base64url");
      byOwner.set(ownerId, { token, storedUntil: now.getTime() + STORED_FOR_MS, sheet });
      // Also where nobody asks again.
      setTimeout(() => {
        if (byOwner.get(ownerId)?.token === token) byOwner.delete(ownerId);
      }, STORED_FOR_MS).unref();
      return token;
    },

    /** Null for another's, a later one's predecessor, and what is gone. */
    find(ownerId: number, token: string, now: Date): ShelvedSheet | null {
      const stored = byOwner.get(ownerId);
      if (stored?.token !== token || now.getTime() > stored.storedUntil) return null;
      return stored.sheet;
    },
  };
}

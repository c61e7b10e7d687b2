// What two offices accept, agree to or take back beside each other: asked by the server and by the button.
import type { Office } from "../permissions.ts";
import { refuse, type Refusal } from "../refusal.ts";

/**
 * Why a person cannot act for an office beside those who did; null if they can. Two offices accept a statement and a
 * reconciliation, agree to a share-out and to a payout, and refuse a payout that stayed unknown: each once, and by two people.
 */
export function whyNotAlso(
  earlier: readonly { office: string; byId: number }[],
  by: { office: Office; id: number },
): Refusal | null {
  const { office } = by;
  if (earlier.some((each) => each.office === office))
    return refuse("office-already-acted", { office });
  return earlier.some(({ byId }) => byId === by.id) ? refuse("same-person-twice") : null;
}

/** The same of taking a sheet back, where the Chairperson and the Sec-Gen are one side (OPEN-38). */
export function whyNotTakeBack(
  earlier: readonly { office: Office; byId: number }[],
  by: { office: Office; id: number },
): Refusal | null {
  if (earlier.some(({ byId }) => byId === by.id)) return refuse("same-person-twice");
  const isTreasurer = by.office === "Treasurer";
  return earlier.some(({ office }) => (office === "Treasurer") === isTreasurer)
    ? refuse("office-already-acted", { office: by.office })
    : null;
}

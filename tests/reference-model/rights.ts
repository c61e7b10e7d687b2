// Who may do what, as the model sees it (API-2, API-18), and how a request is expected to end.
import type { Json } from "#tests/support/test-group.ts";
import { isOfficial, type Office, type Person } from "./group-model.ts";

/** `signedIn: false` signed without a session, or with one that is dead. */
export type Caller = { person: Person | null; signedIn: boolean };

export type Refused = { refused: number; sentence?: string };
export type Expected = Refused | { status: 200 | 201; check: (body: Json) => void };

export const refused = (status: number, sentence?: string): Refused =>
  sentence === undefined ? { refused: status } : { refused: status, sentence };

export type Right =
  | "see own"
  | "see figures"
  | "contribute"
  | "repay"
  | "borrow"
  | "be an official"
  | "decide"
  | "keep the books"
  | "lead";

const everyOffice: readonly Office[] = ["Chairperson", "Treasurer", "Sec-Gen"];
const offices: Partial<Record<Right, readonly Office[]>> = {
  "be an official": everyOffice,
  decide: ["Treasurer", "Sec-Gen"],
  "keep the books": ["Treasurer"],
  lead: ["Chairperson"],
};
type Standing = "pending" | "active" | "dormant" | "left";
const standings: Partial<Record<Right, readonly Standing[]>> = {
  "see own": ["pending", "active", "dormant", "left"],
  "see figures": ["active", "dormant", "left"],
  contribute: ["pending", "active", "dormant"],
  repay: ["active", "dormant"],
  borrow: ["active"],
};

function standingOf({ status, hasLeft }: Person): Standing {
  if (hasLeft || status === "cleared") return "left";
  return status === "pending_approval" ? "pending" : status;
}

export function may(person: Person, right: Right): boolean {
  if (!person.isActive) return false;
  const wanted = offices[right];
  if (wanted === undefined) return standings[right]!.includes(standingOf(person));
  return isOfficial(person) && wanted.includes(person.office!);
}

/** 401 before 403; null when they may. */
export function denied({ person, signedIn }: Caller, right: Right): Refused | null {
  if (person === null || !signedIn || !person.isActive) return refused(401, "Please login again");
  return may(person, right) ? null : refused(403);
}

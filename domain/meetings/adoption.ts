// Two officials adopt the minutes of a meeting at a later one (MEET-10).
import { refuse, type Refusal } from "../refusal.ts";
import type { MeetingStatus } from "./meeting-steps.ts";

/** Where the minutes were adopted, and who proposed and seconded there. */
export type Adoption = { atMeetingId: number; proposedBy: number; secondedBy: number };

export type Signature = Adoption & { byId: number; version: number };

/** The signatures that count: a change of what the minutes say ends those before it. */
export function signaturesThatCount<S extends { version: number }>(
  signed: readonly S[],
  version: number,
): S[] {
  return signed.filter((each) => each.version === version);
}

/** Why this person cannot sign beside the signatures that count; null if they can. */
export function whyNotSigned(
  counting: readonly Signature[],
  { byId, ...adoption }: Adoption & { byId: number },
): Refusal | null {
  if (counting.some((each) => each.byId === byId)) return refuse("minutes-signed");
  const [first] = counting;
  if (first === undefined) return null;
  if (first.atMeetingId !== adoption.atMeetingId)
    return refuse("minutes-otherwise").at("at_meeting_id");
  if (first.proposedBy !== adoption.proposedBy)
    return refuse("minutes-otherwise").at("proposed_by");
  if (first.secondedBy !== adoption.secondedBy)
    return refuse("minutes-otherwise").at("seconded_by");
  return null;
}

/** One that opened after the other closed, goes on or is closed, and has its quorum. */
export function isLaterMeeting(
  later: { status: MeetingStatus; openedAt: Date | null; hasQuorum: boolean },
  { closedAt }: { closedAt: Date | null },
): boolean {
  const { status, openedAt, hasQuorum } = later;
  if (openedAt === null || closedAt === null) return false;
  return (status === "open" || status === "closed") && openedAt >= closedAt && hasQuorum;
}

// What a meeting decides by a show of hands (MEET-8).
import { refuse, type Refusal } from "../refusal.ts";

export const majorities = ["simple", "two_thirds"] as const;
export type Majority = (typeof majorities)[number];

export type Votes = { inFavour: number; against: number; abstained: number; majority: Majority };

/** A tie is lost, and so is what nobody favours. Without a quorum nothing is carried. */
export function isCarried(votes: Votes, hasQuorum: boolean): boolean {
  const { inFavour, against, majority } = votes;
  const isWon =
    majority === "simple" ? inFavour > against : 3 * inFavour >= 2 * (inFavour + against);
  return hasQuorum && inFavour > 0 && isWon;
}

type Movers = { proposedBy: number | null; secondedBy: number | null };

/** Why votes and movers cannot be; `thereIds` are the people who were there. Null if they can. */
export function whyNotResolved(
  { inFavour, against, abstained, proposedBy, secondedBy }: Omit<Votes, "majority"> & Movers,
  thereIds: ReadonlySet<number>,
): Refusal | null {
  if (inFavour + against + abstained > thereIds.size)
    return refuse("too-many-votes", { there: thereIds.size }).at("in_favour");
  return whyNotMoved({ proposedBy, secondedBy }, thereIds);
}

/** Two people propose and second, both of whom were there. */
export function whyNotMoved(
  { proposedBy, secondedBy }: Movers,
  thereIds: ReadonlySet<number>,
): Refusal | null {
  if (proposedBy !== null && !thereIds.has(proposedBy))
    return refuse("person-not-there").at("proposed_by");
  if (secondedBy !== null && !thereIds.has(secondedBy))
    return refuse("person-not-there").at("seconded_by");
  return secondedBy !== null && secondedBy === proposedBy
    ? refuse("seconded-by-oneself").at("seconded_by")
    : null;
}

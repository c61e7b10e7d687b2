import { type Cents, mulDiv } from "../money.ts";

/** The part of the share that a member gets: 63%, or the group's setting, in hundredths of a percent. */
export function shareGiven(shareCents: Cents, basisPoints: bigint): Cents {
  return mulDiv(shareCents, basisPoints, 10_000n, "half-up");
}

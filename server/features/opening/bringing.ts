// Who acts on a sheet, and what all that it brings has in common.
import type { PlainDate } from "#domain/calendar.ts";
import type { SignedInRequest } from "#server/platform/request.ts";

export type By = Pick<SignedInRequest, "actor" | "now" | "origin">;

/** What is brought over, by whom and when: every record and entry is of this moment, and of the Treasurer who proposed it. */
export type Bringing = By & {
  openingId: number;
  proposedBy: number;
  cutOver: PlainDate;
  /** What the journal says of each entry. */
  description: string;
};

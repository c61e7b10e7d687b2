// What may be answered to the figures of the group's book (OPEN-60 to OPEN-62): one table for the buttons and for the server.

export type FiguresAnswer = "yes" | "no" | "confirmed_on_paper" | "resolved";

/** What an office may answer for a member whose newest answer that is; `hasAccount`: they can answer themselves. */
export function offeredForMember(
  newest: FiguresAnswer | null,
  hasAccount: boolean,
): FiguresAnswer[] {
  if (newest === "no") return ["resolved"];
  return newest === null && !hasAccount ? ["confirmed_on_paper"] : [];
}

/** Where a member's figures stand. */
export function standingOfFigures(newest: FiguresAnswer | null): "confirmed" | "disputed" | "open" {
  if (newest === null) return "open";
  return newest === "no" ? "disputed" : "confirmed";
}

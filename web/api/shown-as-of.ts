// Which reads show a stored answer in the place of a fresh one, and from when it is (milliseconds), by the text of their keys.
export const shownAsOf = new Map<string, number>();

/** As of when an answer says that it is, an ISO moment: one of a read replica that is behind (SAFE-27). */
export function asOfIn(answer: unknown): string | null {
  if (typeof answer !== "object" || answer === null || !("as_of" in answer)) return null;
  return typeof answer.as_of === "string" ? answer.as_of : null;
}

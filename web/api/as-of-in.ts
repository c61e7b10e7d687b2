/** As of when an answer says that it is, an ISO moment: one of a read replica that is behind (SAFE-27). */
export function asOfIn(answer: unknown): string | null {
  if (typeof answer !== "object" || answer === null || !("as_of" in answer)) return null;
  return typeof answer.as_of === "string" ? answer.as_of : null;
}

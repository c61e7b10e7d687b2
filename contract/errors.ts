// The one error body of the API (API-1).
import * as z from "zod/mini";

export const failure = z.object({
  detail: z.string(),
  /** At sign-in: the password was right, and the account asks for a code besides. */
  two_step_required: z.optional(z.literal(true)),
  /** What of a statement cannot be read (STAT-2). */
  problems: z.optional(
    z.array(z.object({ line: z.number(), column: z.string(), detail: z.string() })),
  ),
  /** What in the books rests on a statement that was to be withdrawn (STAT-7), or on an opening that was to be taken back (OPEN-39). */
  blocking: z.optional(
    z.array(z.object({ kind: z.string(), id: z.number(), reference: z.nullable(z.string()) })),
  ),
  /** What is wrong in a sheet of the group's book (OPEN-15). */
  rows: z.optional(
    z.array(
      z.object({
        sheet: z.string(),
        row: z.number(),
        level: z.enum(["error", "warning"]),
        column: z.string(),
        detail: z.string(),
      }),
    ),
  ),
  /** KES: the savings of the sheet that was taken back, and those of the one that is to be accepted (OPEN-37). */
  savings_now: z.optional(z.number()),
  savings_after: z.optional(z.number()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
});

export type Failure = z.output<typeof failure>;

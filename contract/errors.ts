// The one error body of the API (API-1).
import * as z from "zod/mini";

export const failure = z.object({
  detail: z.string(),
  /** At sign-in: the password was right, and the account asks for a code besides. */
  two_step_required: z.optional(z.literal(true)),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
});

export type Failure = z.output<typeof failure>;

// Several reads in one request, since a phone pays for each round trip.
import * as z from "zod/mini";
import * as at from "./addresses/batch.ts";
import { defineEndpoint } from "./endpoint.ts";
import { addresses } from "./fields.ts";

export const getAnswers = defineEndpoint(at.getAnswers, {
  access: "questions.ask-together",
  summary:
    "Several answers in one request, in the order sent: each address is another GET of this API with path and query, and gets the answer that it would get by itself",
  query: z.object({ ask: addresses("Question", { most: 16, longest: 300 }) }),
  reply: z.object({
    answers: z.array(
      z.object({
        status: z.number(),
        /** The endpoint's answer, or its error. */
        answer: z.unknown(),
        /** Seconds, if the endpoint's rate limit is exceeded. */
        retry_after: z.optional(z.number()),
      }),
    ),
  }),
});

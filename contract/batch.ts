// Several reads in one request, since a phone pays for each round trip.
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { addresses } from "./fields.ts";

export const getAnswers = defineEndpoint({
  method: "GET",
  path: "/api/answers/",
  access: "questions.ask-together",
  summary:
    "The answers to several questions at once, in the order asked: each names another GET of this API by its path and query, and is answered as if it were asked alone",
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

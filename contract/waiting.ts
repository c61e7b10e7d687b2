// What waits for the person who asks, counted (PAY-37).
import * as z from "zod/mini";
import { waitingKinds } from "#domain/waiting-kinds.ts";
import * as at from "./addresses/waiting.ts";
import { defineEndpoint } from "./endpoint.ts";
import { moment } from "./fields.ts";

export const getWaiting = defineEndpoint(at.getWaiting, {
  access: "session",
  summary: "What waits for the caller, by kind: how much, and since when",
  reply: z.object({
    /** In the order of domain/waiting-kinds.ts; what nothing waits of is left out. */
    waiting: z.array(
      z.object({
        kind: z.enum(waitingKinds),
        count: z.number(),
        /** The oldest of them. */
        since: moment,
      }),
    ),
  }),
});

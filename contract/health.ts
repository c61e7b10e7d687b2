// Whether the application can work (contract 6).
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";

export const getHealth = defineEndpoint({
  method: "GET",
  path: "/api/health",
  access: "public",
  summary: "Whether the database answers; 503 when it does not",
  reply: z.object({ status: z.literal("ok") }),
});

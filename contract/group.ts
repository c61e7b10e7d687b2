// What anybody may know of the group (contract 5).
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { kes } from "./fields.ts";

export const getGroup = defineEndpoint({
  method: "GET",
  path: "/api/group/",
  access: "public",
  summary: "The group's name, currency and bank",
  reply: z.object({
    name: z.string(),
    currency: z.literal("KES"),
    bank_name: z.string(),
    monthly_contribution: kes,
  }),
});

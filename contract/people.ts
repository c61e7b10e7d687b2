// How answers name people (API-10), and the words for offices and statuses.
import * as z from "zod/mini";
import { id } from "./fields.ts";

/** `member`, beside `user` wherever an answer names a person. */
export const person = z.object({
  id,
  username: z.string(),
  full_name: z.string(),
  reg_number: z.string(),
});

export type Person = z.output<typeof person>;

export const office = z.enum(["Chairperson", "Sec-Gen", "Treasurer"]);
export const memberStatus = z.enum(["pending_approval", "active", "dormant", "cleared"]);

// How answers name people (API-10), and the words for offices and statuses.
import * as z from "zod/mini";
import { id } from "./reply-fields.ts";
import { oneOfAnyCase } from "./fields.ts";

/** `member`, beside `user` wherever an answer names a person. */
export const person = z.object({
  id,
  username: z.string(),
  full_name: z.string(),
  reg_number: z.string(),
});

export type Person = z.output<typeof person>;

export const office = z.enum(["Chairperson", "Sec-Gen", "Treasurer"]);

const roles = { chairperson: "Chairperson", treasurer: "Treasurer", "sec-gen": "Sec-Gen" } as const;

/** A role in any case: the specification assigns `chairperson` and removes `Chairperson`. */
export const role = z.pipe(
  oneOfAnyCase("Role", ["chairperson", "treasurer", "sec-gen"]),
  z.transform((word) => roles[word]),
);

export const memberStatus = z.enum(["pending_approval", "active", "dormant", "cleared"]);

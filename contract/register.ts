// The register: who was a member at the end of a day, and who held which office on it (MEET-12).
import * as z from "zod/mini";
import * as at from "./addresses/register.ts";
import { filterDate } from "./date-fields.ts";
import { defineEndpoint } from "./endpoint.ts";
import { pageQuery, plainDate } from "./fields.ts";
import { office, person } from "./people.ts";

const registered = z.object({
  member: person,
  joined_on: plainDate,
  /** At the end of the day. */
  office: z.nullable(office),
  /** For officials only. */
  phone: z.optional(z.nullable(z.string())),
  email: z.optional(z.nullable(z.string())),
});

const bearer = z.object({
  member: person,
  office,
  from: plainDate,
  /** The day on which it ended; null while it is held. */
  until: z.nullable(plainDate),
});

const register = z.object({
  date: plainDate,
  members: z.array(registered),
  /** Who held an office on that day. */
  office_bearers: z.array(bearer),
  count: z.number(),
});

export type RegisterView = z.output<typeof register>;

export const getRegister = defineEndpoint(at.getRegister, {
  access: "reports.read",
  summary:
    "Who was a member at the end of a day, by default today, and who held which office on it; phone and email for officials only",
  query: z.object({ ...pageQuery, date: filterDate("Date") }),
  reply: register,
});

export const exportRegister = defineEndpoint(at.exportRegister, {
  access: "reports.read",
  summary: "The register of a day, by default today, for a spreadsheet",
  query: z.object({ date: filterDate("Date") }),
  reply: z.string(),
});

export const printRegister = defineEndpoint(at.printRegister, {
  access: "reports.read",
  summary: "The register of a day, by default today, as a PDF",
  query: z.object({ date: filterDate("Date") }),
  reply: z.string(),
});

// The auditor's seat: a person who is no member reads the books for a limited number of days (MEM-40, MEM-41).
import * as z from "zod/mini";
import { auditorDaysMost } from "#domain/permissions.ts";
import * as at from "./addresses/auditors.ts";
import { defineEndpoint } from "./endpoint.ts";
import { distinctText, text, wholeNumber, done, id, moment, pageQuery } from "./fields.ts";
import { person } from "./people.ts";

/** A seat that lasts. */
export const auditor = z.object({
  id,
  name: z.string(),
  invited_by: person,
  invited_at: moment,
  expires_at: moment,
  /** Null until somebody has entered. */
  last_entered_at: z.nullable(moment),
});

export type Auditor = z.output<typeof auditor>;

export const getAuditors = defineEndpoint(at.getAuditors, {
  access: "auditors.read",
  summary: "The auditors who may read the books now, newest first",
  query: z.object(pageQuery),
  reply: z.object({ auditors: z.array(auditor), count: z.optional(z.number()) }),
});

export const inviteAuditor = defineEndpoint(at.inviteAuditor, {
  access: "auditors.invite",
  summary: "Give somebody who is no member an auditor's seat; only this answer contains its url",
  status: 201,
  body: z.object({
    name: distinctText("Name", 80),
    days: wholeNumber("Days", { min: 1, max: auditorDaysMost }),
  }),
  reply: z.object({
    detail: z.string(),
    auditor: z.object({ id, name: z.string(), url: z.string(), expires_at: moment }),
  }),
});

export const endAuditor = defineEndpoint(at.endAuditor, {
  access: "auditors.invite",
  summary: "End an auditor's seat at once, with its sessions",
  reply: done,
});

export const enterAsAuditor = defineEndpoint(at.enterAsAuditor, {
  access: "public",
  summary: "Enter as auditor with the token of the url, any number of times until the seat ends",
  body: z.object({ token: text("Token", 200) }),
  reply: z.object({ access: z.string(), detail: z.string() }),
});

export const getOwnSeat = defineEndpoint(at.getOwnSeat, {
  access: "auditors.read-own",
  summary: "The seat of the calling auditor",
  reply: z.object({ id, name: z.string(), expires_at: moment }),
});

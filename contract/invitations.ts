// Invitations to join the group (MEM-34 to MEM-37).
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { distinctText, faulty, maybe, oneOf, text, done, id, moment, pageQuery } from "./fields.ts";
import { email, phone, office, person, role } from "./people.ts";

const kind = z.enum(["group", "person"]);

export const invite = defineEndpoint({
  method: "POST",
  path: "/api/user/invitations/",
  access: "invitations.manage",
  summary:
    "Invite a person, or everybody by one link of the group, whose earlier link then ends; the link is told this once",
  status: 201,
  body: z
    .object({
      kind: oneOf("Kind", ["group", "person"]),
      role: maybe(role),
      name: maybe(distinctText("Name", 80)),
      /** Where the invitation is mailed to. */
      email: maybe(email()),
      phone: maybe(phone()),
      reg_number: maybe(distinctText("Registration number", 60)),
    })
    .check(
      z.refine((params) => params.kind === "person" || params.role === undefined, {
        ...faulty("office-by-group-link"),
        path: ["role"],
      }),
    ),
  reply: z.object({
    detail: z.string(),
    invitation: z.object({ id, kind, url: z.string(), expires_at: moment }),
  }),
});

export const invitation = z.object({
  id,
  kind,
  role: z.nullable(office),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  reg_number: z.nullable(z.string()),
  state: z.enum(["open", "used", "ended", "expired"]),
  invited_by: person,
  invited_at: moment,
  expires_at: moment,
  /** How many signed up by it. */
  sign_ups: z.number(),
  /** Who signed up by a person's invitation. */
  used_by: z.nullable(person),
});

export type Invitation = z.output<typeof invitation>;

export const listInvitations = defineEndpoint({
  method: "GET",
  path: "/api/user/invitations/",
  access: "invitations.manage",
  summary: "The invitations, newest first, without their links",
  query: z.object(pageQuery),
  reply: z.object({ invitations: z.array(invitation), count: z.optional(z.number()) }),
});

export const endInvitation = defineEndpoint({
  method: "DELETE",
  path: "/api/user/invitations/:id/",
  access: "invitations.manage",
  summary: "End an invitation, so that nobody signs up by it any more",
  reply: done,
});

export const openInvitation = defineEndpoint({
  method: "POST",
  path: "/api/user/invitations/open/",
  access: "public",
  summary: "Who invites to which group by a link, and what is known of the one who is invited",
  body: z.object({ invitation: text("Invitation", 200) }),
  reply: z.object({
    group_name: z.string(),
    invited_by: z.string(),
    kind,
    role: z.nullable(office),
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    reg_number: z.nullable(z.string()),
    expires_at: moment,
    /** The account of the group's book that it claims, to be confirmed; null where it makes a new one (OPEN-53). */
    claims: z.nullable(
      z.object({
        first_name: z.string(),
        last_name: z.string(),
        username: z.string(),
        reg_number: z.string(),
        /** Its last digits; null where the book has none, and sign-up needs one. */
        phone: z.nullable(z.string()),
        /** Its first letter and domain; null where the book has none, and sign-up needs one. */
        email: z.nullable(z.string()),
      }),
    ),
  }),
});

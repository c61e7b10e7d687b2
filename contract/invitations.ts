// Invitations to join the group (MEM-34 to MEM-37).
import * as z from "zod/mini";
import * as at from "./addresses/invitations.ts";
import { defineEndpoint } from "./endpoint.ts";
import { distinctText, faulty, maybe, oneOf, text, done, id, moment, pageQuery } from "./fields.ts";
import { email, phone, office, person, role } from "./people.ts";

const kind = z.enum(["group", "person"]);

export const invite = defineEndpoint(at.invite, {
  access: "invitations.manage",
  summary:
    "Invite a person, or make the group's link and end its earlier one; only this answer contains a person's link",
  status: 201,
  body: z
    .object({
      kind: oneOf("Kind", ["group", "person"]),
      role: maybe(role),
      name: maybe(distinctText("Name", 80)),
      /** The server mails the invitation to this address. */
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
  /** Of the group's link, and of the members of its book, while it is open; null for what was shown once or sent. */
  url: z.nullable(z.string()),
  invited_by: person,
  invited_at: moment,
  expires_at: moment,
  /** The number of people who signed up with it. */
  sign_ups: z.number(),
  /** The person who signed up with it; always null for the group's link. */
  used_by: z.nullable(person),
});

export type Invitation = z.output<typeof invitation>;

export const listInvitations = defineEndpoint(at.listInvitations, {
  access: "invitations.manage",
  summary: "The invitations, newest first; links that were shown once are left out",
  query: z.object(pageQuery),
  reply: z.object({ invitations: z.array(invitation), count: z.optional(z.number()) }),
});

export const endInvitation = defineEndpoint(at.endInvitation, {
  access: "invitations.manage",
  summary: "End an invitation, so that nobody can sign up with it any more",
  reply: done,
});

const handed = {
  /** How many members of the group's book have neither an account nor an invitation. */
  left: z.number(),
  /** Links to hand over, one for each member, by name. */
  invitations: z.array(
    z.object({
      id,
      member: person,
      phone: z.nullable(z.string()),
      url: z.string(),
      expires_at: moment,
    }),
  ),
};

export const inviteAll = defineEndpoint(at.inviteAll, {
  access: "invitations.manage",
  summary:
    "Invite every member of the group's book who has neither an account nor an invitation, at most 500 at once: by SMS or mail, else by a link to hand over",
  status: 201,
  reply: z.object({
    detail: z.string(),
    invited: z.number(),
    /** Of these, by a code in an SMS and by mail: their links are shown to nobody. */
    texted: z.number(),
    mailed: z.number(),
    ...handed,
  }),
});

export const listHanded = defineEndpoint(at.listHanded, {
  access: "invitations.manage",
  summary: "The links for members of the group's book that wait to be handed over, by name",
  query: z.object(pageQuery),
  reply: z.object({ ...handed, count: z.optional(z.number()) }),
});

export const openInvitation = defineEndpoint(at.openInvitation, {
  access: "public",
  summary: "Who invites to which group with this link, and what is known about the invited person",
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
    /** The account from the group's book that sign-up claims; null if sign-up makes a new account (OPEN-53). */
    claims: z.nullable(
      z.object({
        first_name: z.string(),
        last_name: z.string(),
        username: z.string(),
        reg_number: z.string(),
        /** Only the last digits are shown; null if the book has none, and sign-up then needs one. */
        phone: z.nullable(z.string()),
        /** Only the first letter and the domain are shown; null if the book has none, and sign-up then needs one. */
        email: z.nullable(z.string()),
      }),
    ),
  }),
});

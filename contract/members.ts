// Members: who they are, their status and their office (MEM-16, MEM-21).
import * as z from "zod/mini";
import { saysSomething } from "#domain/members/names.ts";
import { defineEndpoint } from "./endpoint.ts";
import {
  done,
  id,
  kes,
  moment,
  pageQuery,
  payTo,
  maybe,
  oneOf,
  reason,
  text,
  faulty,
} from "./fields.ts";
import { email, memberIds, password, phone, memberStatus, office, person, role } from "./people.ts";
import { loan } from "./loans.ts";
import { languages } from "#domain/language.ts";

export const user = z.object({
  id,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Null for who came with the group's book and has given none (OPEN-50). */
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  photo: z.nullable(z.string()),
  reg_number: z.string(),
  user_groups: z.array(office),
  status: memberStatus,
  is_active: z.boolean(),
  has_cleared: z.boolean(),
  loans: z.array(loan),
  total_contributions: kes,
  bad_debt_outstanding: kes,
  /** Left out by who has no two-step sign-in and needs none; `missing`: the office waits until it is set up. */
  two_step: z.optional(z.enum(["on", "missing"])),
  /** Another phone that the member asked for and the Chairperson has not confirmed; left out where there is none. */
  pending_phone: z.optional(z.string()),
});

export type User = z.output<typeof user>;

/** Whoever is signed in has an account, with an address and a phone. */
const ownUser = z.extend(user, { email: z.string(), phone: z.string() });

export type OwnUser = z.output<typeof ownUser>;

/** What is left of the setup of a group (MEM-38). */
const leftToDo = z.enum([
  /** The Chairperson's own email address is not proven. */
  "confirm_email",
  /** Nobody holds the office; `…_invited`: somebody is invited to it, or proposed for it. */
  "treasurer",
  "treasurer_invited",
  "sec_gen",
  "sec_gen_invited",
  /** Whether the group begins new or brings its books is not said. */
  "begins",
  /** The group has books already, and none of them stand here. */
  "bring_books",
  /** A sheet with them is proposed, and waits for this office. */
  "accept_books",
  /** Mail reaches nobody, since the server has no SMTP_URL; or it has, and nobody has tried it. */
  "no_mail",
  "test_mail",
]);

export type LeftToDo = z.output<typeof leftToDo>;

export const getUserData = defineEndpoint({
  method: "GET",
  path: "/api/user/get_user_data",
  access: "session",
  summary:
    "The signed-in member, where they pay the group, and the key of what their device keeps for them",
  reply: z.extend(ownUser, {
    /** 256 random bits in hexadecimal, the member's own and shown to nobody else: payments that wait on a device are sealed by it. */
    device_key: z.string(),
    /** As in the settings, which who waits for approval may not read (PAY-23). */
    pay_to: z.array(payTo),
    /** When that was last changed; left out where it never was. */
    pay_to_changed_at: z.optional(moment),
    /** What is left of the setup, for the office that does it; left out once all is done (MEM-38). */
    left_to_do: z.optional(z.array(leftToDo)),
    /** How many lines of statements are nothing in the books yet, for officials; left out where none is (STAT-19). */
    open_statement_lines: z.optional(z.number()),
    /** The figures of the group's book wait for the member's answer; left out where there are none, or it was given (OPEN-60). */
    asks_figures: z.optional(z.literal(true)),
    /** How many words of the Chairperson wait for another official, as the caller is (NOTE-7); left out where none does. */
    words_to_agree: z.optional(z.number()),
    /** How many notices wait to be read (NOTE-1); left out where none does. */
    unread_notices: z.optional(z.number()),
    /** Who reads the books as auditor at present (MEM-42); left out where nobody does, and for who waits for approval. */
    auditors: z.optional(z.array(z.object({ name: z.string(), expires_at: moment }))),
  }),
});

export const getUsers = defineEndpoint({
  method: "GET",
  path: "/api/user/get_users",
  access: "members.list",
  summary: "All members, by name; search by name or registration number",
  query: z.object({
    ...pageQuery,
    search: maybe(text("Search", 100)),
    status: maybe(oneOf("Status", ["pending_approval", "active", "dormant", "cleared"])),
  }),
  reply: z.object({ users: z.array(user), count: z.number() }),
});

export const getActiveUserCount = defineEndpoint({
  method: "GET",
  path: "/api/user/get_active_user_count",
  access: "group.read-figures",
  summary: "How many members share in the interest",
  reply: z.object({ active_users_count: z.number() }),
});

export const manageActions = [
  "approve",
  "reject",
  "activate",
  "dormant",
  "deactivate",
  "lift_dormancy",
] as const;

export const manageUser = defineEndpoint({
  method: "POST",
  path: "/api/user/admin_manage_user/:id/",
  access: "members.manage",
  summary: "Change a member's status",
  body: z
    .object({
      action: oneOf("Action", manageActions),
      reject_reason: maybe(text("Rejection reason", 500)),
    })
    .check(
      z.refine(
        (params) => params.action !== "reject" || saysSomething(params.reject_reason ?? ""),
        {
          ...faulty("reason-for-rejecting"),
          path: ["reject_reason"],
        },
      ),
    ),
  reply: z.object({ detail: z.string(), user }),
});

/** MEM-43: each is approved or refused as if alone. */
export const approveMembers = defineEndpoint({
  method: "POST",
  path: "/api/user/approve-many/",
  access: "members.manage",
  summary: "Approve several new members at once; who is refused leaves the others",
  body: z.object({ members: memberIds("Members", { most: 50 }) }),
  reply: z.object({
    detail: z.string(),
    /** In the order sent. */
    approved: z.array(id),
    refused: z.array(z.object({ id, detail: z.string() })),
  }),
});

export const deactivateUser = defineEndpoint({
  method: "POST",
  path: "/api/user/deactivate_user/:id/",
  access: "members.manage",
  summary: "Deactivate a member",
  reply: z.object({ detail: z.string(), user }),
});

export const assignRole = defineEndpoint({
  method: "POST",
  path: "/api/user/assign_groups/:id/",
  access: "roles.change",
  summary:
    "Give a member an office: at once while the books are empty, afterwards as a proposal that counts at effective_at",
  body: z.object({ role }),
  reply: z.object({
    detail: z.string(),
    user,
    /** Left out while the books are empty; afterwards the moment from which it counts. */
    effective_at: z.optional(moment),
  }),
});

export const officeProposal = z.object({
  id,
  /** Who is proposed: their id is the one to agree or object by. */
  member: person,
  role: office,
  proposed_by: person,
  proposed_at: moment,
  /** It counts from then on unless an official objects before. */
  effective_at: moment,
});

export type OfficeProposal = z.output<typeof officeProposal>;

export const getOfficeProposals = defineEndpoint({
  method: "GET",
  path: "/api/user/assign_groups/",
  access: "session",
  summary: "The offices that are proposed and do not count yet, newest first",
  query: z.object(pageQuery),
  reply: z.object({ proposals: z.array(officeProposal), count: z.optional(z.number()) }),
});

export const agreeToOffice = defineEndpoint({
  method: "POST",
  path: "/api/user/assign_groups/:id/agree/",
  access: "roles.judge",
  summary: "Agree to the office proposed for a member, so that it counts at once",
  reply: z.object({ detail: z.string(), user }),
});

export const objectToOffice = defineEndpoint({
  method: "POST",
  path: "/api/user/assign_groups/:id/object/",
  access: "roles.judge",
  summary: "Object to the office proposed for a member, which ends the proposal",
  body: z.object({ reason: reason() }),
  reply: z.object({ detail: z.string(), user }),
});

export const removeRole = defineEndpoint({
  method: "DELETE",
  path: "/api/user/remove_groups/:id/",
  access: "roles.change",
  summary: "Take an office from a member, or take back its proposal; counts at once",
  body: z.object({ role }),
  reply: z.object({ detail: z.string(), user }),
});

export const getProfile = defineEndpoint({
  method: "GET",
  path: "/api/user/profile/",
  access: "session",
  summary: "One's own profile, with an email address that waits to be confirmed",
  reply: z.object({ user: ownUser, pending_email: z.nullable(z.string()) }),
});

export const changeProfile = defineEndpoint({
  method: "POST",
  path: "/api/user/profile/",
  access: "own.write",
  summary: "Change one's own names, phone or email; a new email is confirmed by mail",
  body: z.object({
    first_name: maybe(text("First name", 60)),
    last_name: maybe(text("Last name", 60)),
    phone: maybe(phone()),
    email: maybe(email()),
    /** Needed for another phone or email, and the code besides where two-step sign-in is on (MEM-13). */
    current_password: maybe(password("Current password")),
    code: maybe(text("Code", 40)),
  }),
  reply: z.object({ detail: z.string(), user: ownUser, pending_email: z.nullable(z.string()) }),
});

export const uploadPhoto = defineEndpoint({
  method: "POST",
  path: "/api/user/photo/",
  access: "own.write",
  summary: "One's own photo: multipart, field photo, PNG, JPEG or WebP of at most 2 MB",
  reply: z.object({ detail: z.string(), user }),
});

export const confirmEmail = defineEndpoint({
  method: "POST",
  path: "/api/user/confirm-email/",
  access: "public",
  summary: "Confirm a changed email address with the mailed token",
  body: z.object({ confirmation_token: text("Confirmation token", 200) }),
  reply: done,
});

export const undoEmail = defineEndpoint({
  method: "POST",
  path: "/api/user/undo-email/",
  access: "public",
  summary: "Put the earlier email address back, with the token that was mailed to it",
  body: z.object({ token: text("Token", 200) }),
  reply: done,
});

export const confirmPhone = defineEndpoint({
  method: "POST",
  path: "/api/user/confirm-phone/:id/",
  access: "members.manage",
  summary: "Confirm the other phone that a member asked for: it signs in from now on",
  body: z.object({
    /** What the Chairperson saw; a different one that waits is a 400. */
    phone_seen: maybe(phone()),
  }),
  reply: z.object({ detail: z.string(), user }),
});

/** The fields of answers in which the application itself may speak, in the language of `Accept-Language`. */
export const spokenFields = [
  "detail",
  "reason",
  "reject_reason",
  "description",
  "loan_name",
] as const;

export const changeLanguage = defineEndpoint({
  method: "POST",
  path: "/api/user/language/",
  access: "session",
  summary: "Choose the language of the mails to oneself; answers follow Accept-Language",
  body: z.object({ language: oneOf("Language", languages) }),
  reply: done,
});

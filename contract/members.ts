// Members: who they are, their status and their office (MEM-16, MEM-21).
import { paymentKinds } from "#domain/payments/payment-kinds.ts";
import * as z from "zod/mini";
import { saysSomething } from "#domain/members/names.ts";
import * as at from "./addresses/members.ts";
import { guardedSettings } from "./proposals.ts";
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
  plainDate,
} from "./fields.ts";
import {
  email,
  memberIds,
  password,
  personName,
  wholeName,
  phone,
  memberStatus,
  office,
  person,
  role,
} from "./people.ts";
import { loan } from "./loans.ts";
import { languages } from "#domain/language.ts";

export const user = z.object({
  id,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Null for a member from the group's book who has given none (OPEN-50). */
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
  /** `missing`: the member's office waits until they set it up. Left out if it is neither on nor needed. */
  two_step: z.optional(z.enum(["on", "missing"])),
  /** They have not confirmed their email address, so nobody approves them or gives them an office; else left out. */
  unproven: z.optional(z.literal(true)),
  /** Nobody else is Chairperson (MEM-22); else left out. */
  last_chairperson: z.optional(z.literal(true)),
  /** The books have begun, and the group has no contribution of theirs: no office (MEM-25); else left out. */
  needs_contribution: z.optional(z.literal(true)),
  /** Officials whose name is the same: who decides on the member is warned (MEM-7); left out if there are none. */
  same_name_as: z.optional(
    z.array(z.object({ office, full_name: z.string(), reg_number: z.string() })),
  ),
  /** Their name has an office in it, and they hold none (MEM-7); else left out. */
  named_as_office: z.optional(z.literal(true)),
  /** The new phone that the member wants, until the Chairperson confirms it; left out if there is none. */
  pending_phone: z.optional(z.string()),
  /**
   * `waits`: they signed up, and nobody has proven the account; the Chairperson may confirm it. `by-hand`: no proven
   * address, so a new password needs a link that is handed over. Left out for everybody else.
   */
  proof: z.optional(z.enum(["waits", "by-hand"])),
});

export type User = z.output<typeof user>;

/** A signed-in member has an account, which always has a phone. */
const ownUser = z.extend(user, { phone: z.string() });

export type OwnUser = z.output<typeof ownUser>;

/** What is left to do in a group's setup (MEM-38). */
const leftToDo = z.enum([
  /** The Chairperson has not confirmed their own email address. */
  "confirm_email",
  /** Nobody holds the office. `…_invited`: somebody is invited to it or proposed for it. */
  "treasurer",
  "treasurer_invited",
  "sec_gen",
  "sec_gen_invited",
  /** The Chairperson has not said whether the group begins new or brings its books. */
  "begins",
  /** The group brings its books, and none of them are entered yet. */
  "bring_books",
  /** A sheet with the books, proposed by somebody else, waits for this official. */
  "accept_books",
  /** Somebody claims a name of the group's book, and waits for two officials (OPEN-57). */
  "confirm_claims",
  /** The server has no SMTP_URL, so mail reaches nobody. */
  "no_mail",
  /** The server has an SMTP_URL, and nobody has sent a test mail. */
  "test_mail",
]);

export type LeftToDo = z.output<typeof leftToDo>;

export const getUserData = defineEndpoint(at.getUserData, {
  access: "session",
  summary:
    "The signed-in member, where they pay the group, and the key for payments that wait on their device",
  reply: z.extend(ownUser, {
    /** 256 random bits in hexadecimal, sent only to this member. Their device encrypts payments that wait with it. */
    device_key: z.string(),
    /** As in the settings, which members who wait for approval may not read (PAY-23). */
    pay_to: z.array(payTo),
    /** When `pay_to` last changed; left out if it never did. */
    pay_to_changed_at: z.optional(moment),
    /** What is left of the setup for the caller's office; left out if nothing is (MEM-38). */
    left_to_do: z.optional(z.array(leftToDo)),
    /**
     * For officials: the number of statement lines with no match in the books (STAT-19); left out if there are none.
     */
    open_statement_lines: z.optional(z.number()),
    /** For officials: how many of them have a receipt that is on another line too (STAT-60); left out if none has. */
    statement_lines_with_twins: z.optional(z.number()),
    /** For officials: how many payments two members claim (STAT-62); left out if there are none. */
    contested_payments: z.optional(z.number()),
    /** The member's own payments that another member claims too (STAT-62), with KES; left out if there are none. */
    own_contested: z.optional(
      z.array(
        z.object({
          kind: z.enum(paymentKinds),
          id,
          amount: kes,
          payment_Reference_Code: z.string(),
          /** Whether the statement names the member themselves. */
          named: z.boolean(),
        }),
      ),
    ),
    /** The member has figures from the group's book and has not answered them (OPEN-60); otherwise left out. */
    asks_figures: z.optional(z.literal(true)),
    /**
     * For officials: how many messages to members, written by somebody else, need their agreement (NOTE-7); left out if
     * none.
     */
    words_to_agree: z.optional(z.number()),
    /** For the Chairperson: how many new members wait for approval (MEM-43); left out if none does. */
    new_members: z.optional(z.number()),
    /** The number of unread notices (NOTE-1); left out if there are none. */
    unread_notices: z.optional(z.number()),
    /**
     * The auditors who may read the books now (MEM-42); left out if there are none, and for members who wait for
     * approval.
     */
    auditors: z.optional(z.array(z.object({ name: z.string(), expires_at: moment }))),
    /** The server's clock cannot be right (SAFE-29, SAFE-30); left out while it can be. */
    clock: z.optional(
      z.object({
        state: z.enum(["behind", "ahead"]),
        /** The day of the clock, and the newest day that the group has seen. */
        day: plainDate,
        seen_day: plainDate,
      }),
    ),
  }),
});

export const getUsers = defineEndpoint(at.getUsers, {
  access: "members.list",
  summary: "All members, by name; search by name or registration number",
  query: z.object({
    ...pageQuery,
    search: maybe(text("Search", 100)),
    status: maybe(oneOf("Status", ["pending_approval", "active", "dormant", "cleared"])),
  }),
  reply: z.object({ users: z.array(user), count: z.number() }),
});

export const getActiveUserCount = defineEndpoint(at.getActiveUserCount, {
  access: "group.read-figures",
  summary: "How many members share in the interest",
  reply: z.object({ active_users_count: z.number() }),
});

/** Who holds an office, as every approved member sees them: the Chairperson first (MEM-47). */
export const official = z.object({
  office,
  member: person,
  photo: z.nullable(z.string()),
  /** +254…; null for an official without a phone. */
  phone: z.nullable(z.string()),
});

export type Official = z.output<typeof official>;

export const getOfficials = defineEndpoint(at.getOfficials, {
  access: "group.read-figures",
  summary: "Who holds the offices, and how a member reaches them",
  reply: z.object({ officials: z.array(official) }),
});

export const manageActions = [
  "approve",
  "reject",
  "activate",
  "dormant",
  "deactivate",
  "lift_dormancy",
] as const;

/** When a change of an office takes effect; `needs_agreement`: never by time (MEM-46). */
const counting = {
  effective_at: z.optional(z.nullable(moment)),
  needs_agreement: z.boolean(),
};

export const manageUser = defineEndpoint(at.manageUser, {
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
  reply: z.object({
    detail: z.string(),
    user,
    /** When the removal of the member's office counts, which this has proposed (MEM-23); null never by time; otherwise left out. */
    ...counting,
  }),
});

/** MEM-43: each member is approved or refused independently of the others. */
export const approveMembers = defineEndpoint(at.approveMembers, {
  access: "members.manage",
  summary: "Approve several new members at once; a refused member does not stop the others",
  body: z.object({ members: memberIds("Members", { most: 50 }) }),
  reply: z.object({
    detail: z.string(),
    /** The approved members, in the order sent. */
    approved: z.array(id),
    refused: z.array(z.object({ id, detail: z.string() })),
  }),
});

export const deactivateUser = defineEndpoint(at.deactivateUser, {
  access: "members.manage",
  summary: "Deactivate a member",
  reply: z.object({ detail: z.string(), user, ...counting }),
});

export const assignRole = defineEndpoint(at.assignRole, {
  access: "roles.change",
  summary:
    "Give a member an office: at once while the books are empty, later as a proposal that takes effect at effective_at",
  body: z.object({ role }),
  reply: z.object({
    detail: z.string(),
    user,
    /** When the proposed office takes effect; null never by time; left out if it did at once. */
    ...counting,
  }),
});

export const officeProposal = z.object({
  id,
  kind: z.enum(["give", "take"]),
  /** Who is to get or lose the office. Their id goes into the paths that agree and object. */
  member: person,
  role: office,
  proposed_by: person,
  proposed_at: moment,
  /** It takes effect then, unless somebody who may ends it before; null never by time. */
  effective_at: z.nullable(moment),
  /** It does not take effect by time: an official must agree, or later more than half of the members who count (MEM-46). */
  needs_agreement: z.boolean(),
  /** The last answer of each person who answered. */
  agreed_by: z.array(person),
  objected_by: z.array(person),
  /** PAY-12: it is about the caller, or about whoever proposed or agreed to it. */
  own_item: z.boolean(),
  /** The answers that the caller may give now (MEM-44, MEM-45). */
  may: z.array(z.enum(["agree", "object"])),
});

export type OfficeProposal = z.output<typeof officeProposal>;

/** A weaker setting that waits (MEM-28): objected to as an office is, at its own address. */
export const settingProposal = z.object({
  id,
  kind: z.literal("setting"),
  name: z.enum(guardedSettings),
  description: z.string(),
  /** KES, hours, or whether it is on; null means off. */
  from: z.nullable(z.union([z.number(), z.boolean()])),
  to: z.nullable(z.union([z.number(), z.boolean()])),
  proposed_by: person,
  proposed_at: moment,
  effective_at: z.nullable(moment),
  needs_agreement: z.boolean(),
  objected_by: z.array(person),
  may: z.array(z.literal("object")),
});

export type SettingProposal = z.output<typeof settingProposal>;

export const getOfficeProposals = defineEndpoint(at.getOfficeProposals, {
  access: "session",
  summary:
    "What is proposed about offices, to give or to take one, and has not taken effect yet, newest first; before them the weaker settings that wait",
  query: z.object(pageQuery),
  reply: z.object({
    proposals: z.array(z.union([officeProposal, settingProposal])),
    count: z.optional(z.number()),
  }),
});

export const agreeToOffice = defineEndpoint(at.agreeToOffice, {
  access: "roles.answer",
  summary:
    "Agree to what is proposed about a member's office: an official's word counts at once, more than half of the members' once the wait is over",
  reply: z.object({
    detail: z.string(),
    /** How many members have agreed whose agreement counts. */
    agreements: z.number(),
    /** For officials and the member. */
    user: z.optional(user),
  }),
});

export const objectToOffice = defineEndpoint(at.objectToOffice, {
  access: "roles.answer",
  summary:
    "Object to what is proposed about a member's office: an official ends it, as does a recent one, three members who count, or a third of the active ones",
  body: z.object({ reason: reason() }),
  reply: z.object({
    detail: z.string(),
    /** How many members have objected whose objection counts. */
    objections: z.number(),
    user: z.optional(user),
  }),
});

/** A link of the mail of whoever held an office in the last 7 days (MEM-44). */
export const readObjectionLink = defineEndpoint(at.readObjectionLink, {
  access: "public",
  summary: "What a mailed link objects to; changes nothing",
  body: z.object({ token: text("Token", 200) }),
  reply: z.object({
    group_name: z.string(),
    kind: z.enum(["give", "take"]),
    member: person,
    role: office,
    proposed_by: person,
    proposed_at: moment,
    /** Null if it never takes effect by time. */
    effective_at: z.nullable(moment),
    needs_agreement: z.boolean(),
    /** It is one's own office: the objection stops the clock. */
    own_item: z.boolean(),
  }),
});

export const objectByLink = defineEndpoint(at.objectByLink, {
  access: "public",
  summary:
    "Object to what is proposed about an office without signing in, once, with the mailed token",
  body: z.object({ token: text("Token", 200), reason: reason() }),
  reply: done,
});

export const removeRole = defineEndpoint(at.removeRole, {
  access: "roles.change",
  summary:
    "Take an office from a member: at once while the books are empty, later as a proposal; or take back the proposal to give it",
  body: z.object({ role }),
  reply: z.object({
    detail: z.string(),
    user,
    /** When the removal takes effect; null never by time; left out if it did at once. */
    ...counting,
  }),
});

export const getProfile = defineEndpoint(at.getProfile, {
  access: "session",
  summary: "One's own profile, and the email address that waits to be confirmed",
  reply: z.object({ user: ownUser, pending_email: z.nullable(z.string()) }),
});

export const changeProfile = defineEndpoint(at.changeProfile, {
  access: "own.write",
  summary: "Change one's own names, phone or email; a new email is confirmed by mail",
  body: z.object({
    first_name: maybe(text("First name", 60)),
    last_name: maybe(text("Last name", 60)),
    phone: maybe(phone()),
    email: maybe(email()),
    /** Needed to change the phone or email. With two-step sign-in on, `code` is needed too (MEM-13). */
    current_password: maybe(password("Current password")),
    code: maybe(text("Code", 40)),
  }),
  reply: z.object({ detail: z.string(), user: ownUser, pending_email: z.nullable(z.string()) }),
});

export const uploadPhoto = defineEndpoint(at.uploadPhoto, {
  access: "own.write",
  summary: "One's own photo: multipart, field photo, PNG, JPEG or WebP of at most 2 MB",
  reply: z.object({ detail: z.string(), user }),
});

export const confirmEmail = defineEndpoint(at.confirmEmail, {
  access: "public",
  summary: "Confirm a changed email address with the mailed token",
  body: z.object({ confirmation_token: text("Confirmation token", 200) }),
  reply: done,
});

export const undoEmail = defineEndpoint(at.undoEmail, {
  access: "public",
  summary: "Put the earlier email address back, with the token that was mailed to it",
  body: z.object({ token: text("Token", 200) }),
  reply: done,
});

export const confirmPhone = defineEndpoint(at.confirmPhone, {
  access: "members.manage",
  summary: "Confirm the new phone that a member asked for; the member can then sign in with it",
  body: z.object({
    /** The phone that the Chairperson saw. If another one waits by now, the answer is 400. */
    phone_seen: maybe(phone()),
  }),
  reply: z.object({ detail: z.string(), user }),
});

export const confirmAccount = defineEndpoint(at.confirmAccount, {
  access: "members.manage",
  summary: "Confirm in person who signed up; they sign in with their phone from then on",
  body: z.object({
    /** The phone that the Chairperson saw. If it is another by now, the answer is 400. */
    phone_seen: maybe(phone()),
  }),
  reply: z.object({ detail: z.string(), user }),
});

export const handOverReset = defineEndpoint(at.handOverReset, {
  access: "members.manage",
  summary: "A link, shown once, that sets a new password for a member whom no mail reaches",
  status: 201,
  reply: z.extend(done, { url: z.string(), expires_at: moment }),
});

export const getClaims = defineEndpoint(at.getClaims, {
  access: "claims.confirm",
  summary: "Who claims an account of the group's book and has not proven to be its member yet",
  query: z.object(pageQuery),
  reply: z.object({
    claims: z.array(
      z.object({
        /** The member's. */
        id,
        /** As the book has them. */
        member: person,
        proof: z.enum(["sms", "mail", "officials"]),
        /** What the claimant entered. */
        phone: z.string(),
        email: z.nullable(z.string()),
        book_phone: z.nullable(z.string()),
        book_email: z.nullable(z.string()),
        claimed_at: moment,
        /** Whether the claimant has opened the link at the address that they entered. */
        email_proven: z.boolean(),
        confirmed_by: z.array(person),
        /** PAY-12: the caller invited the claimant, or whoever did has confirmed the claim. */
        own_item: z.boolean(),
        may_confirm: z.boolean(),
      }),
    ),
    count: z.optional(z.number()),
  }),
});

export const confirmClaim = defineEndpoint(at.confirmClaim, {
  access: "claims.confirm",
  summary:
    "Confirm in person who claims an account of the group's book; the second official's counts",
  body: z.object({
    /** The claimant's phone that the official saw. If another claim waits by now, the answer is 400. */
    phone_seen: maybe(phone()),
  }),
  reply: z.extend(done, { confirmations: z.number() }),
});

export const changeName = defineEndpoint(at.changeName, {
  access: "members.manage",
  summary:
    "Change the name of a member; whoever came with the group's book cannot change it themselves",
  body: z
    .object({ first_name: personName("First name"), last_name: personName("Last name") })
    .check(wholeName),
  reply: z.object({ detail: z.string(), user }),
});

export const changeLanguage = defineEndpoint(at.changeLanguage, {
  access: "session",
  summary: "Choose the language of one's own mails; answers follow Accept-Language",
  body: z.object({ language: oneOf("Language", languages) }),
  reply: done,
});

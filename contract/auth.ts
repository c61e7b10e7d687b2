// Signing up, activation, signing in and out, passwords (MEM-1, MEM-8).
import * as z from "zod/mini";
import * as at from "./addresses/auth.ts";
import { defineEndpoint } from "./endpoint.ts";
import { distinctText, maybe, text, faulty, done, id, moment } from "./fields.ts";
import { email, newPassword, password, personName, phone, username, wholeName } from "./people.ts";

export const signUpFields = {
  first_name: personName("First name"),
  last_name: personName("Last name"),
  username: username(),
  email: email(),
  RegNo: distinctText("Registration number", 60),
  phone: phone(),
  password: newPassword("Password"),
  confirm_password: newPassword("Confirm password"),
};

const claimProof = z.enum(["sms", "mail", "officials"]);

const samePassword = z.refine<{ password: string; confirm_password: string }>(
  (form) => form.password === form.confirm_password,
  { ...faulty("passwords-differ"), path: ["confirm_password"] },
);

/** A new account. */
export const signUpForm = z.object(signUpFields).check(samePassword, wholeName);

export const signUp = defineEndpoint(at.signUp, {
  access: "public",
  summary:
    "Sign up, or with an invitation claim the account of a member from the group's book, and what proves the claim; an activation link is mailed",
  status: 201,
  body: z
    .object({
      password: signUpFields.password,
      confirm_password: signUpFields.confirm_password,
      // Required, unless an invitation claims an account whose details are known (OPEN-53); a personal one needs no email.
      first_name: maybe(signUpFields.first_name),
      last_name: maybe(signUpFields.last_name),
      username: maybe(signUpFields.username),
      email: maybe(signUpFields.email),
      RegNo: maybe(signUpFields.RegNo),
      phone: maybe(signUpFields.phone),
      /** The token of an invitation (MEM-34). */
      invitation: maybe(text("Invitation", 200)),
    })
    .check(samePassword, wholeName),
  reply: z.extend(done, {
    /**
     * Of a claim: a code goes to the phone that the book has, a link to its address, or two officials confirm. Until
     * then the account has nothing of the book's (OPEN-55).
     */
    proof: z.optional(claimProof),
    /** Without an email: the code of the SMS is entered with it, at once. */
    activation_token: z.optional(z.string()),
    /** False if no mail was sent: the person has no address, or the server sends none (MEM-51). */
    mailed: z.optional(z.boolean()),
  }),
});

/** The email address, or the phone of a member who has none, that sign-in is filled in with. */
const provenAddress = z.extend(done, { email: z.string() });

export const activate = defineEndpoint(at.activate, {
  access: "public",
  summary: "Prove the email address with the mailed token, and a claim with the code of the SMS",
  body: z.object({
    activation_token: text("Activation token", 200),
    /** Six digits that were sent to the phone in the group's book; 400 on `code` if the claim needs them. */
    code: maybe(text("Code", 40)),
  }),
  reply: z.extend(provenAddress, {
    /** What is left to prove before anybody can sign in; left out once nothing is. */
    waits: z.optional(z.enum(["sms", "mail", "officials", "email"])),
  }),
});

export const resendActivation = defineEndpoint(at.resendActivation, {
  access: "public",
  summary: "Mail a new activation link; always the same answer",
  body: z.object({ email: email() }),
  reply: done,
});

export const signIn = defineEndpoint(at.signIn, {
  access: "public",
  summary: "Sign in by email or phone",
  body: z.object({
    email: text("Your email or mobile number", 254),
    password: password("Your password"),
    /**
     * Six digits of the authenticator app, or a recovery code. A member with two-step sign-in who sends none gets 401,
     * `two_step_required`.
     */
    code: maybe(text("Code", 40)),
  }),
  reply: z.object({ access: z.string(), detail: z.string() }),
});

export const signOut = defineEndpoint(at.signOut, {
  access: "session.end",
  summary: "End this session",
  reply: done,
});

export const requestPasswordReset = defineEndpoint(at.requestPasswordReset, {
  access: "public",
  summary: "Mail a link that sets a new password; the same answer for every address",
  body: z.object({ email: email() }),
  reply: done,
});

const newPasswords = {
  new_password: newPassword("New password"),
  confirm_new_password: newPassword("Confirm new password"),
};
const samePasswords = z.refine<{ new_password: string; confirm_new_password: string }>(
  (form) => form.new_password === form.confirm_new_password,
  { ...faulty("passwords-differ"), path: ["confirm_new_password"] },
);

export const resetPassword = defineEndpoint(at.resetPassword, {
  access: "public",
  summary: "Set a new password with the mailed token",
  body: z
    .object({ ...newPasswords, password_reset_token: text("Reset token", 200) })
    .check(samePasswords),
  reply: provenAddress,
});

export const changePassword = defineEndpoint(at.changePassword, {
  access: "own.secure",
  summary: "Change one's own password; every other session ends",
  body: z
    .object({ current_password: password("Current password"), ...newPasswords })
    .check(samePasswords),
  reply: done,
});

export const listSessions = defineEndpoint(at.listSessions, {
  access: "session",
  summary: "One's own open sessions",
  reply: z.object({
    sessions: z.array(
      z.object({
        id,
        created_at: moment,
        last_used_at: moment,
        address: z.string(),
        device: z.string(),
        current: z.boolean(),
      }),
    ),
  }),
});

export const endOtherSessions = defineEndpoint(at.endOtherSessions, {
  access: "session",
  summary: "End all of one's own sessions except this one",
  reply: done,
});

export const endSession = defineEndpoint(at.endSession, {
  access: "session",
  summary: "End one of one's own sessions",
  reply: done,
});

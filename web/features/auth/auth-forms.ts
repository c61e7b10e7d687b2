import { useSyncExternalStore } from "react";
import type { FieldError, FieldValues, Path, UseFormReturn } from "react-hook-form";
import type { TextsOf } from "#messages/message.ts";
import type { auth } from "#messages/en/web/first.ts";
import { onWordsChanged, textsOf } from "#web/messages/words.ts";
import { ApiError, call } from "#web/api/call.ts";
import { storeSessionToken } from "#web/api/session-token.ts";

/** The texts of these forms. They also run on the landing page, which has no message library. */
export function useAuthTexts(): TextsOf<typeof auth> {
  return useSyncExternalStore(onWordsChanged, () => textsOf("auth"));
}

/** Puts every message under its field; returns those without a field in this form, for the summary. */
export function showFieldErrors<Fields extends FieldValues>(
  form: UseFormReturn<Fields>,
  errors: Record<string, string[]>,
): string[] {
  const names = Object.keys(form.getValues());
  const known = names.filter((name) => errors[name]?.length);

  for (const name of known) {
    form.setError(name as Path<Fields>, {
      type: "server",
      message: errors[name]?.join("\n") ?? "",
    });
  }
  const [first] = known;
  if (first) form.setFocus(first as Path<Fields>);

  return Object.entries(errors).flatMap(([name, messages]) =>
    names.includes(name) ? [] : messages,
  );
}

/** A field's messages as a list. */
export function linesOf(error: FieldError | undefined): string[] | undefined {
  return error?.message ? error.message.split("\n") : undefined;
}

/** Checks the shape only: something, an @, something with a dot. */
export const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

// The calls of MEM-8 that need no session, and the two that begin one.

type Answer = { detail: string };

/** Stores the token of the answer (API-11). */
export async function beginSession(credentials: {
  email: string;
  password: string;
  /** From the authenticator app, or a recovery code. */
  code?: string;
}): Promise<Answer> {
  const answer = await call<Answer & { access: string }>("POST", "/api/user/login", {
    body: credentials,
  });
  storeSessionToken(answer.access);
  return answer;
}

/** MEM-8: after signing in, loads the user data and opens the dashboard. */
export function loadUser(): Promise<unknown> {
  return call("GET", "/api/user/get_user_data");
}

/** The field names are those of the sign-up payload (MEM-1). */
export type SignUpFields = {
  first_name: string;
  last_name: string;
  username: string;
  email: string;
  RegNo: string;
  phone: string;
  password: string;
  confirm_password: string;
};

/**
 * `proof`: what proves a claim (OPEN-55). `mailed` is false if no mail was sent; the code of an SMS is then entered with
 * `activation_token`.
 */
export type SignUpAnswer = Answer & {
  proof?: string;
  mailed?: boolean;
  activation_token?: string;
};

/** `invitation`: the token of the invitation's link. */
export function signUp(fields: SignUpFields & { invitation?: string }): Promise<SignUpAnswer> {
  return call("POST", "/api/user/signup/", { body: fields, ignoreLoading: true });
}

/**
 * The address that the mailed link proved; a server of an earlier release does not send it. `waits`: what of a claim is
 * left to prove.
 */
type Proven = Answer & { email?: string; waits?: string };

/** `code`: of the SMS, for a claim. */
export function activate(token: string, code?: string): Promise<Proven> {
  return call("POST", "/api/user/activate/", {
    body: { activation_token: token, ...(code === undefined ? {} : { code }) },
    ignoreLoading: true,
  });
}

export function resendActivation(email: string): Promise<Answer> {
  return call("POST", "/api/user/resend-activation/", { body: { email }, ignoreLoading: true });
}

/** Requests the mail with the link. */
export function requestPasswordReset(email: string): Promise<Answer> {
  return call("POST", "/api/user/password-reset/", { body: { email }, ignoreLoading: true });
}

export type NewPasswordFields = { new_password: string; confirm_new_password: string };

/** Sets the password with the token from that mail. */
export function setNewPassword(token: string, fields: NewPasswordFields): Promise<Proven> {
  return call("POST", "/api/user/forgot-password/", {
    body: { ...fields, password_reset_token: token },
    ignoreLoading: true,
  });
}

/** The refusal; throws any other error again. */
export function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

// The address with which sign-in is filled in on this tab's next page, for somebody who has just proved it by a
// mailed link.
const key = "akiba.sign-in-as";

export function signInNextAs(email: string): void {
  sessionStorage.setItem(key, email);
}

/** Returns it once; empty if there is none. */
export function takeSignInAs(): string {
  const email = sessionStorage.getItem(key) ?? "";
  sessionStorage.removeItem(key);
  return email;
}

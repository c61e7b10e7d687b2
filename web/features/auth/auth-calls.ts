// The calls of MEM-8 that need no session, and the two that begin one.
import { ApiError, call, storeSessionToken } from "#web/api/call.ts";

type Answer = { detail: string };

/** The token of the answer is stored (API-11). */
export async function beginSession(credentials: {
  email: string;
  password: string;
  /** Of the authenticator app, or a recovery code. */
  code?: string;
}): Promise<Answer> {
  const answer = await call<Answer & { access: string }>("POST", "/api/user/login", {
    body: credentials,
  });
  storeSessionToken(answer.access);
  return answer;
}

/** MEM-8: after signing in the user data is loaded, then the dashboard is opened. */
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

/** `invitation`: the token of the link that somebody was invited by. */
export function signUp(fields: SignUpFields & { invitation?: string }): Promise<Answer> {
  return call("POST", "/api/user/signup/", { body: fields, ignoreLoading: true });
}

/** The address that the mailed link proved; an earlier server does not say it. */
type Proven = Answer & { email?: string };

export function activate(token: string): Promise<Proven> {
  return call("POST", "/api/user/activate/", {
    body: { activation_token: token },
    ignoreLoading: true,
  });
}

export function resendActivation(email: string): Promise<Answer> {
  return call("POST", "/api/user/resend-activation/", { body: { email }, ignoreLoading: true });
}

/** Asks for the mail with the link. */
export function requestPasswordReset(email: string): Promise<Answer> {
  return call("POST", "/api/user/password-reset/", { body: { email }, ignoreLoading: true });
}

export type NewPasswordFields = { new_password: string; confirm_new_password: string };

/** Sets the password with the token out of that mail. */
export function setNewPassword(token: string, fields: NewPasswordFields): Promise<Proven> {
  return call("POST", "/api/user/forgot-password/", {
    body: { ...fields, password_reset_token: token },
    ignoreLoading: true,
  });
}

/** The refusal itself; what is none of the server's refusals is thrown on. */
export function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

// The address that sign-in is filled in with on the next page of this tab, for who has just proved it by a mailed link.
const key = "akiba.sign-in-as";

export function signInNextAs(email: string): void {
  sessionStorage.setItem(key, email);
}

/** Once; empty where there is none. */
export function takeSignInAs(): string {
  const email = sessionStorage.getItem(key) ?? "";
  sessionStorage.removeItem(key);
  return email;
}

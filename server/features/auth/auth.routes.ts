// Signing up, activation, signing in and out, passwords, sessions (MEM-1, MEM-8).
import * as auth from "#contract/auth.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { changeOwnPassword, validateChange, resetForgottenPassword } from "./new-password.ts";
import {
  endOtherOwnSessions,
  endOwnSession,
  isOwnSession,
  listOwnSessions,
  signOut,
} from "./own-sessions.ts";
import { requestActivation, requestPasswordReset, type SignInParts } from "./mailed-links.ts";
import { signInMember } from "./sign-in.ts";
import { activateMember, validateUnfinishedForm, signUpMember } from "./sign-up.ts";

export function authRoutes(routes: Routes, parts: SignInParts): void {
  routes.public(auth.signUp, (db, request) => signUpMember(db, parts, request), {
    alsoWrong: (db, sent) => validateUnfinishedForm(db, parts, sent),
  });
  routes.public(auth.activate, (db, request) => activateMember(db, parts, request));
  routes.public(auth.resendActivation, (db, request) => requestActivation(db, parts, request));
  routes.public(auth.signIn, (db, request) => signInMember(db, parts, request));
  routes.public(auth.requestPasswordReset, (db, request) =>
    requestPasswordReset(db, parts, request),
  );
  routes.public(auth.resetPassword, (db, request) => resetForgottenPassword(db, parts, request));
  routes.write(auth.changePassword, changeOwnPassword, {
    prepare: (db, request) => validateChange(db, parts, request),
  });
  routes.write(auth.signOut, signOut);
  routes.read(auth.listSessions, listOwnSessions);
  routes.write(auth.endOtherSessions, endOtherOwnSessions);
  routes.write(auth.endSession, endOwnSession, { exists: isOwnSession });
}

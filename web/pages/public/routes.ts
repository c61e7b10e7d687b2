// Routes of pages for people who are not signed in.
import { createRoute } from "@tanstack/react-router";
import { page, root } from "../page.ts";

const signUp = createRoute({
  getParentRoute: () => root,
  path: "/sign-up",
  ...page(() => import("./sign-up.tsx"), "SignUpPage"),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: "/setup",
  ...page(() => import("./setup.tsx"), "SetupPage", { words: ["rest", "setup"] }),
});

const join = createRoute({
  getParentRoute: () => root,
  path: "/join/$token",
  ...page(() => import("./token-pages.tsx"), "JoinPage"),
});

const activate = createRoute({
  getParentRoute: () => root,
  path: "/user/activate/$token",
  ...page(() => import("./token-pages.tsx"), "ActivatePage"),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: "/user/forgot-password/$token",
  ...page(() => import("./token-pages.tsx"), "ForgotPasswordPage"),
});

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: "/user/confirm-email/$token",
  ...page(() => import("./token-pages.tsx"), "ConfirmEmailPage"),
});

const undoEmail = createRoute({
  getParentRoute: () => root,
  path: "/user/undo-email/$token",
  ...page(() => import("./token-pages.tsx"), "UndoEmailPage"),
});

const auditor = createRoute({
  getParentRoute: () => root,
  path: "/auditor/$token",
  ...page(() => import("./token-pages.tsx"), "AuditorPage"),
});

const check = createRoute({
  getParentRoute: () => root,
  path: "/check",
  ...page(() => import("./check.tsx"), "CheckPage"),
});

export const publicRoutes = [
  signUp,
  setup,
  join,
  activate,
  forgotPassword,
  confirmEmail,
  undoEmail,
  auditor,
  check,
] as const;

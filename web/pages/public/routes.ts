// Routes of pages for people who are not signed in.
import { createRoute } from "@tanstack/react-router";
import { page, root } from "../page.ts";

const signUp = createRoute({
  getParentRoute: () => root,
  path: "/sign-up",
  component: page("sign-up", () => import("./sign-up.tsx"), "SignUpPage"),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: "/setup",
  component: page("setup", () => import("./setup.tsx"), "SetupPage", ["rest", "setup"]),
});

const join = createRoute({
  getParentRoute: () => root,
  path: "/join/$token",
  component: page("join", () => import("./token-pages.tsx"), "JoinPage"),
});

const activate = createRoute({
  getParentRoute: () => root,
  path: "/user/activate/$token",
  component: page("activate", () => import("./token-pages.tsx"), "ActivatePage"),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: "/user/forgot-password/$token",
  component: page("forgot-password", () => import("./token-pages.tsx"), "ForgotPasswordPage"),
});

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: "/user/confirm-email/$token",
  component: page("confirm-email", () => import("./token-pages.tsx"), "ConfirmEmailPage"),
});

const undoEmail = createRoute({
  getParentRoute: () => root,
  path: "/user/undo-email/$token",
  component: page("undo-email", () => import("./token-pages.tsx"), "UndoEmailPage"),
});

const auditor = createRoute({
  getParentRoute: () => root,
  path: "/auditor/$token",
  component: page("auditor", () => import("./token-pages.tsx"), "AuditorPage"),
});

const check = createRoute({
  getParentRoute: () => root,
  path: "/check",
  component: page("check", () => import("./check.tsx"), "CheckPage"),
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

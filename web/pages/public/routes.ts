// Routes of pages for people who are not signed in.
import { createRoute } from "@tanstack/react-router";
import { ACCOUNT, page, root } from "../page.ts";
import { readCheckSearch } from "../search.ts";

const signUp = createRoute({
  getParentRoute: () => root,
  path: "/sign-up",
  ...page(() => import("./sign-up.tsx"), "SignUpPage"),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: "/setup",
  ...page(() => import("./setup.tsx"), "SetupPage", { words: [...ACCOUNT, "setup"] }),
});

const join = createRoute({
  getParentRoute: () => root,
  path: "/join/$token",
  ...page(() => import("./token-pages.tsx"), "JoinPage", { words: ACCOUNT }),
});

const joinByCode = createRoute({
  getParentRoute: () => root,
  path: "/join",
  ...page(() => import("./token-pages.tsx"), "JoinByCodePage", { words: ACCOUNT }),
});

const activate = createRoute({
  getParentRoute: () => root,
  path: "/user/activate/$token",
  ...page(() => import("./token-pages.tsx"), "ActivatePage", { words: ACCOUNT }),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: "/user/forgot-password/$token",
  ...page(() => import("./token-pages.tsx"), "ForgotPasswordPage", { words: ACCOUNT }),
});

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: "/user/confirm-email/$token",
  ...page(() => import("./token-pages.tsx"), "ConfirmEmailPage", { words: ACCOUNT }),
});

const undoEmail = createRoute({
  getParentRoute: () => root,
  path: "/user/undo-email/$token",
  ...page(() => import("./token-pages.tsx"), "UndoEmailPage", { words: ACCOUNT }),
});

const object = createRoute({
  getParentRoute: () => root,
  path: "/object/$token",
  ...page(() => import("./token-pages.tsx"), "ObjectPage", { words: ACCOUNT }),
});

const auditor = createRoute({
  getParentRoute: () => root,
  path: "/auditor/$token",
  ...page(() => import("./token-pages.tsx"), "AuditorPage", { words: ACCOUNT }),
});

const check = createRoute({
  getParentRoute: () => root,
  path: "/check",
  ...page(() => import("./check.tsx"), "CheckPage", {
    validateSearch: readCheckSearch,
    words: ["rest", "receipts"],
  }),
});

export const publicRoutes = [
  signUp,
  setup,
  join,
  joinByCode,
  activate,
  forgotPassword,
  confirmEmail,
  undoEmail,
  object,
  auditor,
  check,
] as const;

// The one table of refusals: code, kind and the sentence a person reads. Grouped by feature; add a row to add a code.
export type RefusalKind =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not-found"
  | "conflict"
  | "too-many"
  | "unavailable";

/** A row of the table: the kind, and a sentence or how to say it from facts. */
export type RefusalRow = { kind: RefusalKind; detail: string | ((facts: never) => string) };

export const refusals = {
  // Asking at all
  "not-signed-in": { kind: "unauthenticated", detail: "Please login again" },
  "csrf-mismatch": {
    kind: "forbidden",
    detail: "This page is out of date. Reload it and try again.",
  },
  forbidden: { kind: "forbidden", detail: "You do not have permission to do this." },
  "group-figures-after-approval": {
    kind: "forbidden",
    detail: "You will see the group's figures once the Chairperson has approved your membership.",
  },
  "membership-not-approved": {
    kind: "forbidden",
    detail: "You can do this once the Chairperson has approved your membership.",
  },
  "account-read-only": {
    kind: "forbidden",
    detail: "You have left the group, so your account can be read but not used.",
  },
  "dormant-cannot-borrow": {
    kind: "forbidden",
    detail: "Your membership is dormant. You can pay and repay, but not borrow.",
  },
  "not-found": { kind: "not-found", detail: "We could not find what you asked for." },
  "unreadable-body": { kind: "invalid", detail: "The request is not readable JSON." },
  "too-many-requests": {
    kind: "too-many",
    detail: ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
      `Too many attempts. Please try again in ${waitingTime(retryAfterSeconds)}.`,
  },
  "server-busy": {
    kind: "unavailable",
    detail: "The server is very busy. Please try again in a moment.",
  },
  "database-away": {
    kind: "unavailable",
    detail: "The group's records cannot be reached right now. Please try again in a moment.",
  },

  // Repeating a request
  "idempotency-key-malformed": {
    kind: "invalid",
    detail: "The Idempotency-Key must be 1 to 200 printable characters.",
  },
  "idempotency-key-reused": {
    kind: "invalid",
    detail: "This Idempotency-Key was already used for a different request.",
  },
  "still-running": {
    kind: "conflict",
    detail: "The first request is still being worked on. Please wait a moment.",
  },

  // Signing up and in
  "login-failed": {
    kind: "unauthenticated",
    detail: "Some of your login information was incorrect",
  },
  "sign-in-needs-reset": {
    kind: "too-many",
    detail: (_facts: { retryAfterSeconds: number }) =>
      "Too many failed attempts. Choose “Forgot your password?” to set a new password.",
  },
  "activation-failed": { kind: "invalid", detail: "Activation failed" },
  "activation-link-expired": {
    kind: "invalid",
    detail: "This activation link has expired. Ask for a new one.",
  },
  "activation-link-used": {
    kind: "invalid",
    detail: "This activation link was already used. You can sign in.",
  },
  "reset-link-invalid": {
    kind: "invalid",
    detail: "This password reset link is no longer valid. Ask for a new one.",
  },
  "email-link-invalid": {
    kind: "invalid",
    detail: "This confirmation link is no longer valid. Change your email again to get a new one.",
  },
  "current-password-wrong": { kind: "invalid", detail: "Your current password is not correct." },
  "already-in-use": {
    kind: "invalid",
    detail: ({ label }: { label: string }) => `${label} is already in use.`,
  },
  "photo-unreadable": {
    kind: "invalid",
    detail: "Choose a PNG, JPEG or WebP picture of at most 2 MB.",
  },

  // Members and offices
  "action-not-offered": {
    kind: "invalid",
    detail: ({ action, state }: { action: string; state: string }) =>
      `You cannot ${action} a member who is ${state}.`,
  },
  "no-such-account": {
    kind: "not-found",
    detail: ({ email }: { email: string }) =>
      `There is no account with the email ${email}. The person signs up first.`,
  },
  "member-has-left": {
    kind: "invalid",
    detail: "This member has left the group, so they cannot hold an office.",
  },
  "email-not-confirmed": {
    kind: "invalid",
    detail: "This member has not confirmed their email address yet.",
  },
  "reject-reason-required": { kind: "invalid", detail: "Please give a reason for the rejection." },
  "member-has-payments": {
    kind: "invalid",
    detail: "This member has approved or undecided payments, so they cannot be rejected.",
  },
  "last-chairperson": {
    kind: "invalid",
    detail: "This is the last active Chairperson. Appoint another one first.",
  },
  "office-needs-active-member": {
    kind: "invalid",
    detail: "Only an active member can hold an office.",
  },
  "already-holds-office": {
    kind: "invalid",
    detail: ({ office }: { office: string }) => `This member is already ${office}.`,
  },
  "holds-another-office": {
    kind: "invalid",
    detail: ({ office }: { office: string }) =>
      `This member is ${office}. Remove that role before giving another.`,
  },
  "no-office-to-remove": {
    kind: "invalid",
    detail: ({ office }: { office: string }) =>
      `This member is not ${office}, so there is nothing to remove.`,
  },

  // Approvals by the two offices
  "office-already-acted": {
    kind: "invalid",
    detail: ({ office }: { office: string }) => `The ${office} has already acted on this item.`,
  },
  "item-decided": {
    kind: "invalid",
    detail: ({ status }: { status: "approved" | "rejected" }) =>
      `This item has already been ${status}.`,
  },
  "same-person-twice": {
    kind: "invalid",
    detail: "You have already acted on this item. The other approval must come from someone else.",
  },

  // Payments
  "reference-of-another-member": {
    kind: "invalid",
    detail: "This reference has already been used by another member.",
  },
  "reference-used": {
    kind: "invalid",
    detail: ({ kind }: { kind: string }) => `This reference has already been used for a ${kind}.`,
  },
  "date-in-future": { kind: "invalid", detail: "The date cannot be in the future." },

  // Books
  "bank-too-low": { kind: "invalid", detail: "The bank balance is too low for this." },
  "year-closed": {
    kind: "invalid",
    detail: ({ year }: { year: string }) =>
      `The financial year ${year} is closed. Nothing more can be posted into it.`,
  },
} as const satisfies Record<string, RefusalRow>;

function waitingTime(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

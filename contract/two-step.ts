// Two-step sign-in: a code of an authenticator app besides the password, and recovery codes for a lost app.
import * as z from "zod/mini";
import * as at from "./addresses/two-step.ts";
import { defineEndpoint } from "./endpoint.ts";
import { done, text } from "./fields.ts";
import { password } from "./people.ts";

export const getTwoStep = defineEndpoint(at.getTwoStep, {
  access: "session",
  summary: "Whether one's own sign-in asks for a code",
  reply: z.object({
    enabled: z.boolean(),
    recovery_codes_left: z.number(),
    /** Whether the group demands two-step sign-in of the caller's office. */
    demanded: z.boolean(),
  }),
});

const currentPassword = password("Current password");
/** Six digits of the authenticator app, or a recovery code. */
const code = text("Code", 40);

export const startTwoStep = defineEndpoint(at.startTwoStep, {
  access: "own.secure",
  summary: "A new secret for one's authenticator app; it is used once a code has confirmed it",
  body: z.object({ current_password: currentPassword }),
  reply: z.object({ detail: z.string(), secret: z.string(), otpauth_url: z.string() }),
});

const recoveryCodes = z.object({ detail: z.string(), recovery_codes: z.array(z.string()) });

export const confirmTwoStep = defineEndpoint(at.confirmTwoStep, {
  access: "own.secure",
  summary:
    "Turn two-step sign-in on with a first code; only this answer contains the recovery codes",
  body: z.object({ code }),
  reply: recoveryCodes,
});

export const renewRecoveryCodes = defineEndpoint(at.renewRecoveryCodes, {
  access: "own.secure",
  summary: "New recovery codes, which replace all older ones",
  body: z.object({ current_password: currentPassword, code }),
  reply: recoveryCodes,
});

export const stopTwoStep = defineEndpoint(at.stopTwoStep, {
  access: "own.secure",
  summary: "Turn two-step sign-in off",
  body: z.object({ current_password: currentPassword, code }),
  reply: done,
});

export const resetTwoStep = defineEndpoint(at.resetTwoStep, {
  access: "two-step.reset",
  summary: "Turn off the two-step sign-in of a member who lost the app and the recovery codes",
  reply: done,
});
